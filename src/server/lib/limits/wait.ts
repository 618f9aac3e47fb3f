/** Formats a wait in seconds for use in a sentence: `5 minutes`, `2 hours`. */
export const waitInWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
