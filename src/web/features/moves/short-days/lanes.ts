/** Places lessons on a scale of time. Pure. */
import { minutesOf } from '#shared/dates.ts'

type Times = { startTime: string; endTime: string }
export type Scale = { from: number; to: number; height: number }
/** In pixels and percent. `isTiny` is true if only one line of text fits. */
export type Placed = { top: number; height: number; left: number; width: number; isTiny: boolean }

const HOUR = 60
/** Pixels of an hour, and of the lowest lesson. */
const HOUR_HEIGHT = 76
const MOST_HEIGHT = 620
const LEAST_LESSON = 18
const TWO_LINES = 40

/** Returns the scale of a day's times, in whole hours. */
export const scaleOf = (times: readonly Times[]): Scale => {
  const from = Math.floor(Math.min(...times.map(({ startTime }) => minutesOf(startTime))) / HOUR) * HOUR
  const to = Math.ceil(Math.max(...times.map(({ endTime }) => minutesOf(endTime))) / HOUR) * HOUR
  return { from, to, height: Math.min(((to - from) / HOUR) * HOUR_HEIGHT, MOST_HEIGHT) }
}

/** Returns the hours of a scale, in minutes. */
export const hoursOf = ({ from, to }: Scale): number[] => Array.from({ length: (to - from) / HOUR + 1 }, (_, at) => from + at * HOUR)

export const topOf = ({ from, to, height }: Scale, minutes: number): number => ((minutes - from) / (to - from)) * height

/** Returns where lessons are on a scale, in order. Lessons at the same time share the width. */
export const placedOn = (scale: Scale, lessons: readonly Times[]): Placed[] => {
  const lanes: string[] = []
  const laneOf = lessons.map(({ startTime, endTime }) => {
    const free = lanes.findIndex((end) => end <= startTime)
    const lane = free < 0 ? lanes.length : free
    lanes[lane] = endTime
    return lane
  })
  const isAlone = (one: Times) =>
    lessons.every((other) => other === one || other.endTime <= one.startTime || one.endTime <= other.startTime)
  return lessons.map((lesson, at) => {
    const top = topOf(scale, minutesOf(lesson.startTime))
    const height = Math.max(topOf(scale, minutesOf(lesson.endTime)) - top - 2, LEAST_LESSON)
    const width = isAlone(lesson) ? 100 : 100 / lanes.length
    return { top, height, left: isAlone(lesson) ? 0 : width * (laneOf[at] ?? 0), width, isTiny: height < TWO_LINES }
  })
}
