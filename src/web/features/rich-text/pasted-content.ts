import { MAX } from '#shared/limits.ts'
import { cleanPaste } from './clean-paste.ts'

const count = (length: number): string => length.toLocaleString('en-US')

/** A message about pasted or dropped content. */
export type PasteNotice = { isRefused: boolean; message: string }

/**
 * Returns null if all of the content can be inserted. Content too long to save is refused, because it could freeze the tab and lose the
 * teacher's text.
 */
export const noticeOfPaste = (data: DataTransfer): PasteNotice | null => {
  const html = data.getData('text/html')
  const length = html === '' ? data.getData('text/plain').length : cleanPaste(html).length
  if (length > MAX.lessonHtml)
    return {
      isRefused: true,
      message: `That’s too long to paste: ${count(length)} characters. A description can hold ${count(MAX.lessonHtml)}. Nothing changed. Paste a shorter part, or link to the document.`,
    }
  const hasPicture = /<img\b(?![^>]*aria-roledescription="checkbox")/i.test(html) || (html === '' && data.files.length > 0)
  return hasPicture ? { isRefused: false, message: 'Pictures were left out. Lessons can hold text, tables, and links.' } : null
}
