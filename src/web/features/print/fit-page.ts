/** Points of text, from what is pleasant to what can still be read. */
export const SIZES = [10, 9.5, 9, 8.5, 8] as const
/** What is longer than a page anyway need not be small. */
export const FLOWING_SIZE = 9.5
const PX_A_MM = 96 / 25.4

/** Sets the text of pages that are laid out to the largest size at which they are one page, if there is one. */
export const fitPage = (pages: HTMLElement): void => {
  const room = Number.parseFloat(getComputedStyle(pages).getPropertyValue('--room')) * PX_A_MM
  const fits = (size: number): boolean => {
    pages.style.fontSize = `${size}pt`
    return pages.offsetHeight <= room
  }
  if (!SIZES.some(fits)) pages.style.fontSize = `${FLOWING_SIZE}pt`
}
