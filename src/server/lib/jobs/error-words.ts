const MAX_LENGTH = 300

/** What may hold a value: anything quoted, an e-mail address, an address behind its host, and long ids and tokens. */
const VALUES = [
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|<[^>]*(?:>|$)|=\([^)]*(?:\)|$)|(?<=^|[\s(:])'[^']*(?:'|$)/g,
  /\S*@\S*/g,
  /(?<=\bhttps?:\/\/[^\s/?#]+)[/?#]\S*/g,
  /[\w-]{20,}/g,
]

/** The error that caused the others: Drizzle wraps the driver's errors and quotes all values in its own message. */
const innermostOf = (thrown: unknown): unknown => {
  let error = thrown
  for (let depth = 0; depth < 10 && error instanceof Error && error.cause instanceof Error; depth++) error = error.cause
  return error
}

/**
 * Returns what went wrong in one line that can be kept and shown: the error's kind, its code, the constraint of the
 * database it ran into, and its message with every value struck out.
 */
export const wordsOf = (thrown: unknown): string => {
  const error = innermostOf(thrown)
  if (!(error instanceof Error)) return 'Something was thrown that is no error.'
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const firstLine = error.message.split('\n', 1)[0] ?? ''
  const message = VALUES.reduce((text, value) => text.replace(value, '…'), firstLine.slice(0, 2000))
  const known = [code, constraint].filter((word) => typeof word === 'string' || typeof word === 'number').join(', ')
  return `${error.name}${known && ` (${known})`}: ${message}`.slice(0, MAX_LENGTH)
}
