import { plainText } from '#shared/plain-text.ts'

/** Characters of a lesson's text that a week card shows. */
export const PREVIEW_LENGTH = 80

/** The beginning of a lesson's text as plain text on one line, with '…' where something was cut. */
export const previewOf = (html: string): string => {
  const text = plainText(html, { limit: PREVIEW_LENGTH, between: ' · ' })
  if (text.length <= PREVIEW_LENGTH) return text
  const last = text.charCodeAt(PREVIEW_LENGTH - 1)
  const isHalfPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, isHalfPair ? PREVIEW_LENGTH - 1 : PREVIEW_LENGTH).trimEnd()}…`
}
