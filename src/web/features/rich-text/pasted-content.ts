import { MAX_LESSON_HTML } from '#shared/lesson-html.ts'
import { cleanPaste } from './clean-paste.ts'

const count = (length: number): string => length.toLocaleString('en-US')

/** What a teacher must be told about something that is pasted or dropped. */
export type PasteNotice = { isRefused: boolean; message: string }

/** Returns null when all of it can be inserted. What could not be saved is refused, so that neither text nor tab is lost. */
export const noticeOfPaste = (data: DataTransfer): PasteNotice | null => {
  const html = data.getData('text/html')
  const length = html === '' ? data.getData('text/plain').length : cleanPaste(html).length
  if (length > MAX_LESSON_HTML)
    return {
      isRefused: true,
      message: `This is too long to paste: ${count(length)} characters, and a description holds ${count(MAX_LESSON_HTML)}. Nothing was changed. Paste a part of it, or link to the document.`,
    }
  const hasPicture = /<img\b(?![^>]*aria-roledescription="checkbox")/i.test(html) || (html === '' && data.files.length > 0)
  return hasPicture ? { isRefused: false, message: 'Pictures were left out: a lesson holds text, tables and links.' } : null
}
