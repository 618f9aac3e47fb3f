/** Chooses where toasts appear, using only rectangle geometry. All numbers are CSS pixels from the top left of the window. */

export type Box = { left: number; top: number; right: number; bottom: number }

/** Position of the toast list: its left edge, its bottom edge and its width. */
export type Spot = { left: number; bottom: number; width: number }

/** The part of the window that toasts may appear in: all of its height, without the sidebars. */
export type Area = { left: number; right: number; height: number }

/** Space between a toast and the edge of its area. */
const MARGIN = 16
/** Space between a toast and a control. */
const GAP = 6
const WIDTH = 440
/**
 * Toasts must not extend above this fraction of the window height, measured from the top, because they would cover the text the teacher is
 * reading.
 */
const HIGHEST = 0.4
/** A less preferred column is chosen only if its toast would be at least this much lower. */
const PREFERENCE = 100

const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

export const boxOf = ({ left, bottom, width }: Spot, height: number): Box => ({ left, bottom, right: left + width, top: bottom - height })

export const coversControl = (box: Box, controls: readonly Box[]): boolean => controls.some((control) => overlap(box, control))

/** Columns for toasts, in order of preference. */
const columnsOf = ({ left, right }: Area): { left: number; width: number }[] => {
  const width = Math.min(WIDTH, right - left - 2 * MARGIN)
  const last = { left: right - MARGIN - width, width }
  if (width < WIDTH) return [last]
  return [last, { left: (left + right - width) / 2, width }, { left: left + MARGIN, width }]
}

/**
 * Moves a toast up from the bottom of the window until it doesn't cover any control. Returns undefined if the toast would reach too high.
 */
const lowestFree = (column: { left: number; width: number }, height: number, area: Area, controls: readonly Box[]): Spot | undefined => {
  let bottom = area.height - MARGIN
  while (bottom - height >= area.height * HIGHEST) {
    const { left, right, top } = boxOf({ ...column, bottom }, height)
    const around = { left, right, top: top - GAP, bottom: bottom + GAP }
    const covered = controls.filter((control) => overlap(around, control))
    if (covered.length === 0) return { ...column, bottom }
    bottom = Math.min(bottom - 1, ...covered.map((control) => control.top - GAP))
  }
  return undefined
}

/**
 * Returns the free spot nearest to the bottom of the window. At about the same height, prefers right, then center, then left. Returns
 * undefined if a toast would cover a control at every position.
 */
export const chooseSpot = (area: Area, heightAt: (width: number) => number, controls: readonly Box[]): Spot | undefined => {
  const spots = columnsOf(area).flatMap((column, place) => {
    const spot = lowestFree(column, heightAt(column.width), area, controls)
    return spot ? [{ spot, cost: area.height - spot.bottom + place * PREFERENCE }] : []
  })
  return spots.sort((a, b) => a.cost - b.cost)[0]?.spot
}
