const MAX_LENGTH = 300

/** Patterns that may match personal data: quoted text, email addresses, the part of a URL after its host, long ids and tokens. */
const VALUES = [
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|`[^`]*(?:`|$)|<[^>]*(?:>|$)|=\([^)]*(?:\)|$)|(?<=^|[\s(:])'[^']*(?:'|$)/g,
  /\S*@\S*/g,
  /(?<=\bhttps?:\/\/[^\s/?#]+)[/?#]\S*/g,
  /[\w-]{20,}/g,
]

/** Returns the root cause of an error. Drizzle wraps the driver's errors and quotes all values in its own message. */
const innermostOf = (thrown: unknown): unknown => {
  let error = thrown
  for (let depth = 0; depth < 10 && error instanceof Error && error.cause instanceof Error; depth++) error = error.cause
  return error
}

/**
 * Returns a one-line description of an error that is safe to store and show: its name, its code, the database constraint
 * it violated, and its message with all values removed.
 */
export const errorMessage = (thrown: unknown): string => {
  const error = innermostOf(thrown)
  if (!(error instanceof Error)) return 'An unknown error occurred.'
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const firstLine = error.message.split('\n', 1)[0] ?? ''
  const message = VALUES.reduce((text, value) => text.replace(value, '…'), firstLine.slice(0, 2000))
  const known = [code, constraint].filter((word) => typeof word === 'string' || typeof word === 'number').join(', ')
  return `${error.name}${known && ` (${known})`}: ${message}`.slice(0, MAX_LENGTH)
}
