/** Maximum number of grid intervals. */
const MOST_LINES = 4

/** Returns the values of a chart's grid lines: whole numbers from 0 to at least `highest`, in even, round steps. */
export const linesUpTo = (highest: number): number[] => {
  const rough = Math.max(1, highest / MOST_LINES)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, line) => line * step)
}

/**
 * Returns the indexes of the points to label below a chart: evenly spaced, always including the last point. `room` is the number of labels
 * that fit.
 */
export const namedPlaces = (count: number, room: number): Set<number> => {
  const every = Math.max(1, Math.ceil(count / Math.max(1, room)))
  return new Set(Array.from({ length: count }, (_, place) => place).filter((place) => (count - 1 - place) % every === 0))
}
