/** The layout of a PDF of many pages. Each sheet becomes a section, as plain data, so that a worker can generate the document. */
import { KEEP } from '#shared/sub-plans/content/rules.ts'
import { sectionOf } from '#shared/sub-plans/pages/rules.ts'
import { sheetsOf } from '#web/features/sub-plans/plan-content.ts'
import { FLOWING_SIZE, SIZES } from './fit-page.ts'
import { scale } from './print-pdf-layout.ts'

/** Content of up to this many characters isn't split across pages. Longer content might not fit on one page. */
const UNBROKEN_LENGTH = 800
/** The PDF has wider margins than the printed page, so a sheet that fits the page gets a slightly smaller font size, in points. */
const SMALLER = 0.5

const textLength = (content: unknown): number => {
  if (typeof content === 'string') return content.length
  if (typeof content !== 'object' || content === null) return 0
  return Object.entries(content).reduce(
    (sum, [key, value]) => sum + (key === 'text' || typeof value === 'object' ? textLength(value) : 0),
    0,
  )
}

/**
 * Keeps short content together without measuring it. Measuring lays the whole document out again for each page break, which takes minutes
 * for a school year.
 */
const keepTogether = (content: unknown): void => {
  if (typeof content !== 'object' || content === null) return
  if ('id' in content && content.id === KEEP) {
    delete content.id
    Object.assign(content, { unbreakable: textLength(content) < UNBROKEN_LENGTH })
  }
  for (const value of Object.values(content)) keepTogether(value)
}

/** Returns the section for a sheet that {@link ./fit-page.ts} has fitted. */
export const longSection = (part: HTMLElement): ReturnType<typeof sectionOf> | undefined => {
  const [sheet] = sheetsOf({ querySelectorAll: (query: string) => part.querySelectorAll(query) })
  if (!sheet) return undefined
  const fitted = Number.parseFloat(part.style.fontSize)
  const size = part.dataset['pages'] === '1' ? Math.max(SIZES.at(-1) ?? FLOWING_SIZE, fitted - SMALLER) : FLOWING_SIZE
  const { content } = sheet
  scale(content, size / FLOWING_SIZE)
  keepTogether(content)
  return sectionOf({ ...sheet, content: [{ stack: content, fontSize: size }] })
}
