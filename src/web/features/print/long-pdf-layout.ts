/** The layout of a PDF of many pages. Each sheet becomes a section, as plain data, so that a worker can generate the document. */
import { keepTogether, sectionOf } from '#shared/sub-plans/pages/rules.ts'
import { sheetsOf } from '#web/features/sub-plans/plan-content.ts'
import { FLOWING_SIZE, SIZES } from './fit-page.ts'
import { scale } from './print-pdf-layout.ts'

/** The PDF has wider margins than the printed page, so a sheet that fits the page gets a slightly smaller font size, in points. */
const SMALLER = 0.5

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
