import { plainText } from '#shared/plain-text.ts'

/** Maximum length of a lesson's preview on a week card, in UTF-16 code units. */
export const PREVIEW_LENGTH = 80

/** Returns the beginning of a lesson as plain text on one line. Ends with '…' if the text was truncated. */
export const previewOf = (html: string): string => {
  const text = plainText(html, { limit: PREVIEW_LENGTH, between: ' · ' })
  if (text.length <= PREVIEW_LENGTH) return text
  const last = text.charCodeAt(PREVIEW_LENGTH - 1)
  const isHalfPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, isHalfPair ? PREVIEW_LENGTH - 1 : PREVIEW_LENGTH).trimEnd()}…`
}
