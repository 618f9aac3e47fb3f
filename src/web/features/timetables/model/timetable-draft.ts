/** What a teacher chooses on the page, before anything is on the calendar. */
import { addDays, addMinutes, isDay, isSchoolDay, mondayOf, stepSchoolDay } from '#shared/dates.ts'
import type { Existing, Rhythm } from '#shared/timetables/contract.ts'
import { likelyYear } from '#shared/timetables/rules.ts'
import type { SchoolYear } from '#shared/timetables/school/contract.ts'
import { emptyRow, type Grid } from './grid.ts'

/** The dates of a year, how its days repeat, and the numbers that somebody set for a day, by date. */
export type YearDraft = {
  firstDay: string
  lastDay: string
  kind: Rhythm['kind']
  cycleDays: number
  onDayOff: 'wait' | 'skip'
  setByHand: Record<string, number>
}

export type TimetableDraft = YearDraft & {
  grid: Grid
  /** The first day that gets lessons. Null for the next school day, whatever day it is. */
  from: string | null
  existing: Existing
  /** Whether to follow the school's year, if the school has one. */
  followsSchool: boolean
  /** The teacher's answers for titles that resemble a class: its ID, or null for none. */
  joins: Record<string, string | null>
}

/** Starts of an elementary school's lessons, with recess and lunch between them, and their length in minutes. */
const USUAL_STARTS = ['08:00', '08:45', '09:45', '10:30', '12:00', '12:45']
const USUAL_LENGTH = 45
/** The usual cycle of elementary schools. */
const USUAL_CYCLE = 6

const emptyGrid = (): Grid => ({
  rows: USUAL_STARTS.map((startTime) => emptyRow({ startTime, endTime: addMinutes(startTime, USUAL_LENGTH) })),
  fixed: [],
  classes: [],
})

export const newTimetableDraft = (today: string): TimetableDraft => ({
  ...likelyYear(today),
  kind: 'weekly',
  cycleDays: USUAL_CYCLE,
  onDayOff: 'wait',
  grid: emptyGrid(),
  from: null,
  existing: 'keep',
  followsSchool: true,
  setByHand: {},
  joins: {},
})

type Chosen = Pick<YearDraft, 'kind' | 'cycleDays' | 'onDayOff'>

export const rhythmIn = ({ kind, cycleDays, onDayOff }: Chosen): Rhythm =>
  kind === 'cycle' ? { kind, days: cycleDays, onDayOff } : { kind }

export const chosenIn = (rhythm: Rhythm): Pick<Chosen, 'kind'> & Partial<Chosen> =>
  rhythm.kind === 'cycle' ? { kind: 'cycle', cycleDays: rhythm.days, onDayOff: rhythm.onDayOff } : { kind: rhythm.kind }

/** Returns the first day that gets lessons: the teacher's choice, or the next school day, but none before the first day. */
export const fillsFrom = ({ from, firstDay }: Pick<TimetableDraft, 'from' | 'firstDay'>, today: string): string => {
  const start = from ?? stepSchoolDay(today, 1)
  return start < firstDay ? firstDay : start
}

/** Returns the school's year if the draft follows it. A year that is over can't be followed. */
export const followedYear = (
  { followsSchool }: Pick<TimetableDraft, 'followsSchool'>,
  year: SchoolYear | null,
  today: string,
): SchoolYear | null => (followsSchool && year && year.lastDay >= today ? year : null)

/** Returns the fields of a draft that a school's year decides. */
export const yearFrom = ({ firstDay, lastDay, rhythm, setByHand }: Omit<SchoolYear, 'operationId'>) => ({
  firstDay,
  lastDay,
  setByHand,
  ...chosenIn(rhythm),
})

export type FillChoice = { value: string; label: string }

/** Returns the days that filling usually starts on, each once. */
export const fillChoices = ({ firstDay }: Pick<TimetableDraft, 'firstDay'>, today: string): FillChoice[] => {
  const next = stepSchoolDay(today, 1)
  const monday = addDays(mondayOf(today), 7)
  const choices = [
    { value: next, label: next === addDays(today, 1) ? 'Tomorrow' : 'The next school day' },
    { value: today, label: 'Today' },
    { value: monday, label: 'Next Monday' },
    { value: firstDay, label: 'The first day' },
  ]
  const isPossible = ({ value }: FillChoice) => isSchoolDay(value) && value >= firstDay
  return choices.filter((choice, place) => isPossible(choice) && choices.findIndex(({ value }) => value === choice.value) === place)
}

/** Returns a school year as teachers call it, such as '2026 – 27'. */
export const yearInWords = ({ firstDay, lastDay }: Pick<YearDraft, 'firstDay' | 'lastDay'>): string => {
  const [from, to] = [firstDay.slice(0, 4), lastDay.slice(0, 4)]
  return from === to ? from : `${from} – ${to.slice(2)}`
}

/** Returns the heading of a column: 'Mon', 'Mon A' or 'Day 3'. `day` counts from 1. */
export const dayHeading = (kind: Rhythm['kind'], day: number): string => {
  if (kind === 'cycle') return `Day ${day}`
  const name = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'][(day - 1) % 5] ?? ''
  return kind === 'ab' ? `${name} ${day > 5 ? 'B' : 'A'}` : name
}

/** What keeps the dates from being a school year, in words, or null. */
export const problemWithYear = ({ firstDay, lastDay }: Pick<YearDraft, 'firstDay' | 'lastDay'>, most: number): string | null => {
  if (!isDay(firstDay)) return 'Choose the first day.'
  if (!isDay(lastDay)) return 'Choose the last day.'
  if (lastDay < firstDay) return 'The last day can’t be before the first day.'
  return addDays(firstDay, most - 1) < lastDay ? `A timetable can have up to ${most} days.` : null
}
