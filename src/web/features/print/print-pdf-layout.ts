import { planDefinition } from '#web/features/sub-plans/plan-layout.ts'
import { FLOWING_SIZE, SIZES } from './fit-page.ts'
import type { PrintChoices } from './print-choices.ts'

type Definition = ReturnType<typeof planDefinition>
type Page = Pick<PrintChoices, 'paper' | 'orientation'>

/** The font size that the sub plan layout is designed for, in points. */
const PLAN_SIZE = 9.5
/** Font size of a page title in points. Larger text in a lesson is reduced to this size. */
const LARGEST = 15

/** Scales all font sizes in content that pdfmake hasn't processed yet. */
export const scale = (content: unknown, factor: number): void => {
  if (typeof content !== 'object' || content === null) return
  for (const [key, value] of Object.entries(content)) {
    if (key === 'fontSize') Object.assign(content, { fontSize: Math.min(value, LARGEST) * factor })
    else scale(value, factor)
  }
}

/** Returns the pdfmake document definition for the pages at a font size in points. */
const printDefinition = (pages: ParentNode, title: string, { paper, orientation }: Page, size: number): Definition => {
  const definition = planDefinition({ title, querySelectorAll: (query: string) => pages.querySelectorAll(query) }, paper)
  scale(definition.content, size / PLAN_SIZE)
  const { pageBreakBefore } = definition
  return {
    ...definition,
    // Start content longer than a page on the current page, so that no page is left half empty.
    pageBreakBefore: (node, nodes) => node.pageNumbers.length <= 2 && pageBreakBefore?.(node, nodes) === true,
    pageOrientation: orientation,
    defaultStyle: { ...definition.defaultStyle, fontSize: size },
  }
}

/** Creates the PDF at the largest font size that fits on one page. Longer content flows onto as many pages as it needs. */
export const fittedPdf = async <Pdf>(
  make: (definition: Definition) => Promise<Pdf>,
  pages: ParentNode,
  title: string,
  page: Page,
): Promise<Pdf> => {
  let count = 0
  const madeAt = (size: number): Promise<Pdf> => {
    const definition = printDefinition(pages, title, page, size)
    const { footer } = definition
    return make({
      ...definition,
      footer: (at, all) => {
        count = all
        return footer(at, all)
      },
    })
  }
  const flowing = await madeAt(FLOWING_SIZE)
  // The smallest size saves about a third of the space, so three pages never fit on one.
  if (count > 2) return flowing
  for (const size of SIZES) {
    const pdf = await madeAt(size)
    if (count === 1) return pdf
  }
  return flowing
}
