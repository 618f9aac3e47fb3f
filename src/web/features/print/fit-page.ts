/** Font sizes in points, from comfortable to barely legible. */
export const SIZES = [10, 9.5, 9, 8.5, 8] as const
/** Font size in points for text that won't fit on one page anyway. */
export const FLOWING_SIZE = 9.5
const PX_A_MM = 96 / 25.4

/**
 * Sets the largest font size at which the laid-out pages fit on one page, if there is one. Returns the number of pages. A number above one
 * is an estimate, because the browser doesn't split lessons and headings.
 */
export const fitPage = (pages: HTMLElement): number => {
  const room = Number.parseFloat(getComputedStyle(pages).getPropertyValue('--room')) * PX_A_MM
  const heightAt = (size: number): number => {
    pages.style.fontSize = `${size}pt`
    return pages.offsetHeight
  }
  const flowing = heightAt(FLOWING_SIZE)
  // The smallest size saves about a third of the space, so three pages never fit on one.
  if (flowing <= 2 * room && SIZES.some((size) => heightAt(size) <= room)) return 1
  return Math.ceil(heightAt(FLOWING_SIZE) / room)
}
