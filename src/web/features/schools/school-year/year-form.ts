/** A school's year as an administrator edits it, as pure functions. */
import { isSchoolDay, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import { daysOf, likelyYear } from '#shared/timetables/rules.ts'
import type { BellSchedule, SchoolYear, SchoolYearInput } from '#shared/timetables/school/contract.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { problemWithYear, rhythmIn, type YearDraft, yearFrom } from '#web/features/timetables/model/timetable-draft.ts'
import type { OutcomeDay } from '#web/features/timetables/result/outcome.ts'

export type YearForm = YearDraft & { bellSchedules: readonly BellSchedule[] }

/** The usual cycle of elementary schools. */
const USUAL_CYCLE = 6

/** Returns what the dialog starts with: the school's year, or a likely one from the end of August on. */
export const formOf = (year: SchoolYear | null, today: string): YearForm => {
  const usual = { kind: 'weekly', cycleDays: USUAL_CYCLE, onDayOff: 'wait', setByHand: {}, bellSchedules: [] } as const
  if (year) return { ...usual, ...yearFrom(year), bellSchedules: year.bellSchedules }
  const { lastDay } = likelyYear(today)
  const august = `${Number(lastDay.slice(0, 4)) - 1}-08-25`
  return { ...usual, firstDay: isSchoolDay(august) ? august : stepSchoolDay(august, 1), lastDay }
}

const withoutEmptyRows = (schedule: BellSchedule): BellSchedule => ({
  ...schedule,
  name: schedule.name.trim(),
  rows: schedule.rows.filter(({ startTime, endTime }) => startTime !== '' || endTime !== ''),
})

/** Says why the form can't be saved, or null. */
export const problemIn = (form: YearForm): string | null => {
  const schedules = form.bellSchedules.map(withoutEmptyRows)
  const wrong = schedules.find(({ rows }) => rows.some(({ startTime, endTime }) => startTime === '' || endTime <= startTime))
  return (
    problemWithYear(form, MAX.timetableDays) ??
    (schedules.some(({ name }) => name === '') ? 'Name each bell schedule.' : null) ??
    (wrong ? `Check the times of ${wrong.name}. Each row needs a start and a later end.` : null)
  )
}

/** Returns what the form asks the server to store. */
export const yearOf = (form: YearForm): Omit<SchoolYearInput, 'operationId'> => {
  const { firstDay, lastDay, setByHand } = form
  const rhythm = rhythmIn(form)
  const isKept = ([date, day]: [string, number]) => rhythm.kind !== 'weekly' && date >= firstDay && date <= lastDay && day <= daysOf(rhythm)
  return {
    firstDay,
    lastDay,
    rhythm,
    setByHand: Object.fromEntries(Object.entries(setByHand).filter(isKept)),
    bellSchedules: form.bellSchedules.map(withoutEmptyRows),
  }
}

/** Returns the year's school days, for the list of days off. */
export const daysOfYear = ({ firstDay, lastDay }: YearForm, marks: MonthMarks | undefined): OutcomeDay[] =>
  schoolDays(firstDay, lastDay).map((date) => {
    const mark = marks?.days.get(date)
    return { date, number: null, kind: mark?.isBlocked ? 'off' : 'empty', added: 0, reason: mark?.blockedText ?? null }
  })
