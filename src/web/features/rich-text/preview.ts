import { LINK_SIGN, plainText } from '#shared/plain-text.ts'

/** Maximum length of a lesson's preview on a card, in UTF-16 code units. More than any card has room for, so that only its lines cut it. */
export const PREVIEW_LENGTH = 300

/** Maximum length of the beginning of a lesson on one line, in UTF-16 code units. */
const LINE_LENGTH = 80

/** Marks that don't belong before an ellipsis: a period, a comma, a separator, or another ellipsis. */
const TRAILING = /[\s.,;:·…]+$/

/** Returns text of at most `most` characters, cut after a word if there is one to cut after, with '…' for what was cut off. */
const cut = (text: string, most: number): string => {
  if (text.length <= most) return text
  const space = text.slice(0, most + 1).search(/\s\S*$/)
  if (space > most / 2) return `${text.slice(0, space).replace(TRAILING, '')}…`
  const last = text.charCodeAt(most - 1)
  const isHalfPair = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, isHalfPair ? most - 1 : most).replace(TRAILING, '')}…`
}

/** Returns the beginning of a lesson as plain text. Paragraphs and list items are on lines of their own, and links have a sign. */
export const previewOf = (html: string): string => cut(plainText(html, { limit: PREVIEW_LENGTH, hasLines: true }), PREVIEW_LENGTH)

/** The most that a card has room for: UTF-16 code units, and paragraphs. */
export type Room = { length: number; lines: number }

/**
 * Returns as much of a preview as a card may show, and the rest for screen readers, if any. Laying out the rest of all cards would take
 * most of a week change.
 */
export const previewIn = (preview: string, { length, lines }: Room): { shown: string; rest: string | undefined } => {
  const shown = cut(preview.split('\n', lines).join('\n'), length)
  if (shown === preview) return { shown, rest: undefined }
  const end = preview.startsWith(shown) ? shown.length : shown.length - 1
  return { shown, rest: preview.slice(end).replaceAll(LINK_SIGN, '').trim() }
}

/** Returns the beginning of a lesson as plain text on one line. */
export const lineOf = (html: string): string => cut(plainText(html, { limit: LINE_LENGTH, between: ' · ' }), LINE_LENGTH)

/** Returns the first line of a preview, without the signs of links. */
export const firstLineOf = (preview: string): string => (preview.split('\n', 1)[0] ?? '').replaceAll(LINK_SIGN, '')
