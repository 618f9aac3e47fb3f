/** The number of names that a sentence lists. */
const MOST_NAMES = 3

/** Returns names as a list, such as 'Art, Library and 2 more'. */
export const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES)
  const rest = names.length - shown.length
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '')
}
