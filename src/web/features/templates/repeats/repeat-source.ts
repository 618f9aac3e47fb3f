/** The sources for a repeat: the displayed week or day, or a template. */
import { addDays, formatDay, isSchoolDay, mondayOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'
import { withOptions } from '#shared/templates/rules.ts'
import type { RepeatedLesson } from '#web/features/calendar/model/edits.ts'
import { type PlannedWeek, usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { type AnyTemplate, blockCount, daysIn, type TemplateOf } from '#web/features/templates/template-kinds.ts'
import { counted } from '#web/lib/counted.ts'

/** 'week' and 'day' refer to the displayed week and day. A template's key is its kind and id. */
export type SourceKey = 'week' | 'day' | `${'daily' | 'weekly'} ${string}`
export const keyOf = ({ kind, template }: Exclude<AnyTemplate, { kind: 'timeBlock' }>): SourceKey => `${kind} ${template.id}`

export type RepeatSource = {
  key: SourceKey
  label: string
  /** Either one day that applies to every date, or one day each for Monday to Friday. */
  days: readonly (readonly RepeatedLesson[])[]
  /** The first date that the repeat can add lessons to. `firstWeek` is the Monday from which weeks are counted. */
  from: string
  firstWeek: string
  /** The initially selected weekdays. */
  weekdays: readonly number[]
  /** Whether descriptions are included by default. True for templates. */
  withPlans: boolean
}

export const ALL_WEEKDAYS = [1, 2, 3, 4, 5] as const

type Templates = { daily: readonly TemplateOf['daily'][]; weekly: readonly TemplateOf['weekly'][] }

/**
 * Returns all sources for `date` and its week. Repeating the displayed week or day starts right after it. Repeating a template starts in
 * that week or on that day.
 */
export const sourcesOn = (date: string, week: PlannedWeek, { daily, weekly }: Templates): RepeatSource[] => {
  const monday = mondayOf(date)
  const day = isSchoolDay(date) ? date : stepSchoolDay(date, -1)
  const lessonsOn = week.days.map(usualLessonsOf)
  const onDay = lessonsOn[weekdayOf(day) - 1] ?? []
  const count = lessonsOn.reduce((sum, lessons) => sum + lessons.length, 0)
  const next = { firstWeek: addDays(monday, 7), withPlans: false }
  const from = (template: AnyTemplate) => ({
    label: `${template.template.name} · ${counted(blockCount(template), 'lesson')}`,
    days: daysIn(template),
    firstWeek: monday,
    weekdays: ALL_WEEKDAYS,
    withPlans: true,
  })
  return [
    {
      key: 'week',
      label: `Week of ${formatDay(monday, 'monthDay')} · ${counted(count, 'lesson')}`,
      days: lessonsOn,
      from: addDays(monday, 7),
      weekdays: ALL_WEEKDAYS,
      ...next,
    },
    {
      key: 'day',
      label: `${formatDay(day, 'short')} · ${counted(onDay.length, 'lesson')}`,
      days: [onDay],
      from: addDays(day, 1),
      weekdays: [weekdayOf(day)],
      ...next,
    },
    ...weekly.map((template): RepeatSource => {
      const entry = { kind: 'weekly', template } as const
      return { key: keyOf(entry), from: monday, ...from(entry) }
    }),
    ...daily.map((template): RepeatSource => {
      const entry = { kind: 'daily', template } as const
      return { key: keyOf(entry), from: day, ...from(entry) }
    }),
  ]
}

/** Returns the lessons to send for each day: titles, times and alerts, plus descriptions if `withPlans` is true. */
export const patternsOf = ({ days }: RepeatSource, withPlans: boolean): RepeatedLesson[][] =>
  days.map((blocks) => blocks.map((block) => withOptions(block, { includeDescriptions: withPlans, includeAlerts: true })))
