/** Chooses where toasts appear, from rectangles alone. All numbers are CSS pixels from the window's upper left corner. */

export type Box = { left: number; top: number; right: number; bottom: number }

/** Where the list of toasts appears: its left edge, its lower edge and its width. */
export type Spot = { left: number; bottom: number; width: number }

type Size = { width: number; height: number }

/** Between a toast and the window's edge. */
const MARGIN = 16
/** Between a toast and a control. */
const GAP = 6
const WIDTH = 368
/** Fits the planner's left column. */
const NARROW = 216
const NARROW_MARGIN = 8
/** A toast further up would be in the middle of what the teacher reads. */
const HIGHEST = 0.4
/** A less preferred column wins only if its toast is this much lower. */
const PREFERENCE = 100

const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const boxOf = ({ left, bottom, width }: Spot, height: number): Box => ({ left, bottom, right: left + width, top: bottom - height })

export const coversControl = (box: Box, controls: readonly Box[]): boolean => controls.some((control) => overlap(box, control))

/** Columns in which a toast may appear, the preferred one first. */
const columnsOf = (width: number): { left: number; width: number }[] => {
  const wide = Math.min(WIDTH, width - 2 * MARGIN)
  const columns = [
    { left: width - MARGIN - wide, width: wide },
    { left: (width - wide) / 2, width: wide },
    { left: MARGIN, width: wide },
    { left: NARROW_MARGIN, width: NARROW },
    { left: width - NARROW_MARGIN - NARROW, width: NARROW },
  ]
  return wide < WIDTH ? columns.slice(0, 1) : columns
}

/** Moves a toast up from the window's bottom until it covers no control. */
const lowestFree = (column: { left: number; width: number }, height: number, page: Size, controls: readonly Box[]): Spot | undefined => {
  let bottom = page.height - MARGIN
  while (bottom - height >= page.height * HIGHEST) {
    const { left, right, top } = boxOf({ ...column, bottom }, height)
    const around = { left, right, top: top - GAP, bottom: bottom + GAP }
    const covered = controls.filter((control) => overlap(around, control))
    if (covered.length === 0) return { ...column, bottom }
    bottom = Math.min(bottom - 1, ...covered.map((control) => control.top - GAP))
  }
  return undefined
}

/**
 * Returns the free spot nearest to the window's bottom; of equally low ones the right one, then the center, then the left.
 * Undefined if a toast would cover a control everywhere.
 */
export const chooseSpot = (page: Size, heightAt: (width: number) => number, controls: readonly Box[]): Spot | undefined => {
  const spots = columnsOf(page.width).flatMap((column, place) => {
    const spot = lowestFree(column, heightAt(column.width), page, controls)
    return spot ? [{ spot, cost: page.height - spot.bottom + place * PREFERENCE }] : []
  })
  return spots.sort((a, b) => a.cost - b.cost)[0]?.spot
}
