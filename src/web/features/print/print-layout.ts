import { planDefinition } from '#web/features/sub-plans/plan-layout.ts'
import { FLOWING_SIZE, SIZES } from './fit-page.ts'
import type { PrintChoices } from './print-choices.ts'

type Definition = ReturnType<typeof planDefinition>
type Page = Pick<PrintChoices, 'paper' | 'orientation'>

/** The size of text for which the layout of a plan is made. */
const PLAN_SIZE = 9.5
/** A page's title; what is larger in a lesson's text is no larger here. */
const LARGEST = 15

/** Changes every size of text within content that pdfmake has not seen yet. */
const scale = (content: unknown, factor: number): void => {
  if (typeof content !== 'object' || content === null) return
  for (const [key, value] of Object.entries(content)) {
    if (key === 'fontSize') Object.assign(content, { fontSize: Math.min(value, LARGEST) * factor })
    else scale(value, factor)
  }
}

/** The pages as pdfmake reads them, with text of so many points. */
const printDefinition = (pages: ParentNode, title: string, { paper, orientation }: Page, size: number): Definition => {
  const definition = planDefinition({ title, querySelectorAll: (query: string) => pages.querySelectorAll(query) }, paper)
  scale(definition.content, size / PLAN_SIZE)
  const { pageBreakBefore } = definition
  return {
    ...definition,
    // What is longer than a page begins where it stands, and leaves no page half empty.
    pageBreakBefore: (node, nodes) => node.pageNumbers.length <= 2 && pageBreakBefore?.(node, nodes) === true,
    pageOrientation: orientation,
    defaultStyle: { ...definition.defaultStyle, fontSize: size },
  }
}

/** Makes the PDF at the largest size at which it is one page, or, where it is longer anyway, over as many as it needs. */
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
      footer: (at, all, paper) => {
        count = all
        return typeof footer === 'function' ? footer(at, all, paper) : footer
      },
    })
  }
  const flowing = await madeAt(FLOWING_SIZE)
  // Between the largest and the smallest lie two thirds of a page: what has three pages never fits on one.
  if (count > 2) return flowing
  for (const size of SIZES) {
    const pdf = await madeAt(size)
    if (count === 1) return pdf
  }
  return flowing
}
