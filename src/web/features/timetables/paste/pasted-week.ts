/** Reads a pasted week: which cells are days, which are times, and which are classes. */
import { addMinutes, minutesOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'
import type { Times } from '#web/features/timetables/model/grid.ts'
import { type DayAt, headingsIn, rhythmOf } from './headings.ts'
import { type ReadTimes, timeCells, timesIn } from './times.ts'
import { isLeftOut } from './words.ts'

export type Direction = 'across' | 'down'
/** How the end of a lesson was found: it was pasted, a week on screen has it, the next row starts then, or it is a guess. */
type EndFrom = 'paste' | 'known' | 'next' | 'guess'
export type PastedRow = Times & {
  /** The cell with the times, as it was pasted. */
  typed: string
  endFrom: EndFrom
  /** True for a row without a class, such as lunch. */
  isLeftOut: boolean
  /** A word for each of the week's days, '' for none. */
  words: readonly string[]
}
export type PastedWeek = { direction: Direction; days: readonly DayAt[]; rows: readonly PastedRow[]; rhythm: Rhythm | null }

/** Without a typed end, a lesson lasts until the next one, but no longer than this, in minutes. */
const LONGEST_GUESS = 100
const USUAL_LENGTH = 45
const FIRST_START = '08:00'

const turned = (cells: readonly (readonly string[])[]): string[][] =>
  (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] ?? ''))

/** Returns which way the days go: the way that has more days in its headings. */
const directionOf = (cells: readonly (readonly string[])[]): Direction => {
  const count = (lines: readonly (readonly string[])[]) => headingsIn(lines)?.days.length ?? 0
  return count(turned(cells)) > count(cells) ? 'down' : 'across'
}

/** Returns the columns of the days. Without headings, these are the columns after the times. */
const columnsOf = (cells: readonly (readonly string[])[]) => {
  const headings = headingsIn(cells)
  if (headings) return { first: headings.line + 1, days: headings.days, isNamed: true }
  const width = cells[0]?.length ?? 0
  const hasTimes = (column: number) => cells.some((row) => timesIn(row[column] ?? '') !== null)
  let from = 0
  while (from < width && hasTimes(from)) from++
  const days = Array.from({ length: Math.min(width - from, MAX.cycleDays) }, (_, offset): DayAt => {
    return { place: from + offset, heading: '', day: offset + 1, isWeekday: true }
  })
  return { first: 0, days, isNamed: false }
}

/** Returns the times in the cells before the days. The start and the end can have a cell each. */
const timesOfRow = (line: readonly string[], after: string): ReadTimes | null => {
  const labels = timeCells(line)
  const found = labels.flatMap((cell) => timesIn(cell, after) ?? [])
  const [first, second] = found
  if (!first || first.endTime !== null || !second) return found.find(({ endTime }) => endTime !== null) ?? first ?? null
  const end = labels.flatMap((cell) => timesIn(cell, first.startTime) ?? [])[1]
  return { startTime: first.startTime, endTime: end && end.startTime > first.startTime ? end.startTime : null }
}

type Draft = Omit<PastedRow, 'startTime' | 'endTime' | 'endFrom'> & { times: ReadTimes | null }

/** Returns a row with its end. `next` is when the next row starts, and `known` are times of lessons on the calendar. */
const ended = ({ times, ...row }: Draft, startTime: string, next: string | undefined, known: readonly Times[]): PastedRow => {
  if (times?.endTime) return { ...row, startTime, endTime: times.endTime, endFrom: 'paste' }
  const there = known.find((one) => one.startTime === startTime)
  if (there) return { ...row, startTime, endTime: there.endTime, endFrom: 'known' }
  const length = next === undefined ? 0 : minutesOf(next) - minutesOf(startTime)
  if (next !== undefined && length > 0 && length <= LONGEST_GUESS) return { ...row, startTime, endTime: next, endFrom: 'next' }
  return { ...row, startTime, endTime: addMinutes(startTime, USUAL_LENGTH), endFrom: 'guess' }
}

/** Returns the rows with their times. Rows without any get those of the lessons on the calendar, in order, or follow the row before. */
const timed = (drafts: readonly Draft[], known: readonly Times[]): PastedRow[] => {
  const rows: PastedRow[] = []
  let lessons = 0
  for (const [place, draft] of drafts.entries()) {
    const there = known[lessons]
    if (!draft.isLeftOut) lessons++
    const next = drafts.slice(place + 1).find(({ times }) => times !== null)?.times?.startTime
    if (draft.times) rows.push(ended(draft, draft.times.startTime, next, known))
    else if (there) rows.push({ ...draft, ...there, endFrom: 'known' })
    else rows.push(ended(draft, rows.at(-1)?.endTime ?? FIRST_START, next, []))
  }
  return rows.map(({ typed, startTime, endTime, endFrom, isLeftOut: isOut, words }) => {
    return { typed, startTime, endTime, endFrom, isLeftOut: isOut, words }
  })
}

/** Returns the week in pasted cells. `known` are the times of lessons on the calendar, in order. */
export const pastedWeek = (cells: readonly (readonly string[])[], known: readonly Times[], chosen?: Direction): PastedWeek => {
  const direction = chosen ?? directionOf(cells)
  const lines = direction === 'across' ? cells : turned(cells)
  const { first, days, isNamed } = columnsOf(lines)
  const from = Math.min(...days.map(({ place }) => place))
  const drafts: Draft[] = []
  let after = ''
  for (const line of lines.slice(first)) {
    const labels = line.slice(0, from).filter((cell) => cell !== '')
    const times = timesOfRow(labels, after)
    after = times?.startTime ?? after
    const words = days.map(({ place }) => line[place] ?? '')
    drafts.push({ typed: labels.join(' '), times, isLeftOut: words.every(isLeftOut), words })
  }
  return { direction, days, rows: timed(drafts, known), rhythm: isNamed ? rhythmOf(days) : null }
}
