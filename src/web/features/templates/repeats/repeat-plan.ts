/** Plans which days a repeat changes and how, and formats the plan for the preview. All functions are pure. */

import { addDays, daysBetween, daysInRange, formatDay, mondayOf, weekdayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { ApplyOptions, ApplyOutcome } from '#shared/templates/apply/contract.ts'
import type { DaySummary, RepeatedDay } from '#shared/templates/repeats/contract.ts'
import { isTooMany, outcomeOn } from '#shared/templates/rules.ts'
import type { RepeatedLesson } from '#web/features/calendar/model/edits.ts'
import { counted } from '#web/lib/counted.ts'

/** `weekdays`: 1 (Monday) to 5 (Friday). `everyWeeks`: 1 for every week or 2 for every other week, counted from the week of `anchor`. */
export type Rule = { anchor: string; from: string; until: string; weekdays: readonly number[]; everyWeeks: number }

/** Returns the rule's dates in order, limited to `MAX.repeatedDays` calendar days from the first date. */
export const datesOfRule = ({ anchor, from, until, weekdays, everyWeeks }: Rule): string[] => {
  const last = addDays(from, MAX.repeatedDays - 1)
  return daysInRange(from, until < last ? until : last).filter(
    (date) => weekdays.includes(weekdayOf(date)) && (daysBetween(mondayOf(anchor), mondayOf(date)) / 7) % everyWeeks === 0,
  )
}

/** How to handle a day that already has lessons. */
export type OnConflict = 'keep' | ApplyOptions['mode']
export type DayPlan = RepeatedDay & {
  outcome: ApplyOutcome | 'kept'
  /** The number of lessons that the repeat adds. `there` is the number of lessons already on the day. */
  lessons: number
  there: number
  /** The number of existing lessons that have text. */
  withText: number
  blockedText: string | null
  isTooMany: boolean
}

type Patterns = readonly (readonly RepeatedLesson[])[]

/**
 * Returns the outcome for each day. `patterns` contains either one day that applies to every date, or one day each for Monday to Friday.
 * Skips dates whose pattern is empty.
 */
export const planRepeat = (rule: Rule, patterns: Patterns, sketches: ReadonlyMap<string, DaySummary>, existing: OnConflict): DayPlan[] =>
  datesOfRule(rule).flatMap((date) => {
    const pattern = patterns.length === 1 ? 0 : weekdayOf(date) - 1
    const blocks = patterns[pattern] ?? []
    if (blocks.length === 0) return []
    const sketch = sketches.get(date)
    const day = sketch ? { isBlocked: sketch.isBlocked, blocks: { length: sketch.lessons } } : null
    const options = { mode: existing === 'replace' ? 'replace' : 'add', blockedDays: 'skip' } as const
    const met = outcomeOn(day, blocks, options)
    const outcome = met === 'added' && existing === 'keep' ? 'kept' : met
    const isChanged = isChange(outcome)
    return {
      date,
      pattern,
      version: sketch?.version ?? 0,
      outcome,
      lessons: isChanged ? blocks.length : 0,
      there: sketch?.lessons ?? 0,
      withText: sketch?.withText ?? 0,
      blockedText: sketch?.blockedText ?? null,
      isTooMany: isChanged && isTooMany(day, blocks, options),
    }
  })

/** The numbers of weeks that a teacher can choose with one press. */
export const SPANS = [4, 9, 18, 36] as const

/** Returns the Friday of the last of `weeks` weeks. */
export const lastDayOf = (firstWeek: string, weeks: number): string => addDays(firstWeek, 7 * (weeks - 1) + 4)

/** Returns the shortest span in which the repeat has a free day to fill, or the shortest of all if none has. */
export const firstFreeSpan = (
  rule: Omit<Rule, 'until'>,
  firstWeek: string,
  patterns: Patterns,
  sketches: ReadonlyMap<string, DaySummary>,
): number =>
  SPANS.find((weeks) =>
    planRepeat({ ...rule, until: lastDayOf(firstWeek, weeks) }, patterns, sketches, 'keep').some(({ lessons }) => lessons > 0),
  ) ?? SPANS[0]

const isChange = (outcome: DayPlan['outcome']): boolean => outcome === 'filled' || outcome === 'added' || outcome === 'replaced'

/** Returns only the days that change, in the request's format. */
export const daysToSend = (plan: readonly DayPlan[]): RepeatedDay[] =>
  plan.filter(({ outcome }) => isChange(outcome)).map(({ date, pattern, version }) => ({ date, pattern, version }))

/** Formats dates as weekday names: 'Mon', 'Mon, Wed' or 'Wed – Fri'. */
const weekdayNames = (dates: readonly string[]): string => {
  const names = dates.map((date) => formatDay(date, 'weekday'))
  const isRun = dates.every((date, place) => place === 0 || addDays(dates[place - 1] as string, 1) === date)
  return isRun && names.length > 2 ? `${names[0]} – ${names.at(-1)}` : names.join(', ')
}

/** Returns one line per reason, such as 'Wed – Fri: Thanksgiving'. Omits the days if one reason covers all of them. */
const reasonsOf = (days: readonly DayPlan[], isAll: boolean): string[] => {
  const reasons = [...new Set(days.map(({ blockedText }) => blockedText))]
  return reasons.map((reason) => {
    const names = weekdayNames(days.filter(({ blockedText }) => blockedText === reason).map(({ date }) => date))
    return isAll && reasons.length === 1 ? `${reason}` : `${names}: ${reason}`
  })
}

const detailOf = (days: readonly DayPlan[]): string => {
  const having = (outcome: DayPlan['outcome']) => days.filter((day) => day.outcome === outcome)
  const isAll = (some: readonly DayPlan[]) => some.length === days.length
  const namesOf = (some: readonly DayPlan[]) => weekdayNames(some.map(({ date }) => date))
  const meets = (some: readonly DayPlan[], word: 'Adds to' | 'Replaces') => {
    if (some.length === 0) return []
    const there = some.reduce((sum, day) => sum + day.there, 0)
    return [`${isAll(some) ? word : `${namesOf(some)}: ${word.toLowerCase()}`} ${counted(there, 'lesson')}`]
  }
  const [kept, skipped] = [having('kept'), having('skipped')]
  return [
    ...(kept.length > 0 ? [isAll(kept) ? 'Already planned' : `${namesOf(kept)} kept`] : []),
    ...meets(having('added'), 'Adds to'),
    ...meets(having('replaced'), 'Replaces'),
    ...reasonsOf(skipped, isAll(skipped)),
  ].join('; ')
}

/** A week in the preview: Monday to Friday, with null for each day that the repeat doesn't include. */
export type WeekPlan = { monday: string; span: string; days: (DayPlan | null)[]; word: string; detail: string }

/** Groups the plan by week. */
export const weeksOf = (plan: readonly DayPlan[]): WeekPlan[] =>
  [...new Set(plan.map(({ date }) => mondayOf(date)))].map((monday) => {
    const friday = addDays(monday, 4)
    const days = plan.filter(({ date }) => date >= monday && date <= friday)
    const lessons = days.reduce((sum, day) => sum + day.lessons, 0)
    const isSkipped = days.every(({ outcome }) => outcome === 'skipped')
    const isOneMonth = monday.slice(0, 7) === friday.slice(0, 7)
    return {
      monday,
      span: `${formatDay(monday, 'monthDay')} – ${isOneMonth ? Number(friday.slice(8)) : formatDay(friday, 'monthDay')}`,
      days: daysInRange(monday, friday).map((date) => days.find((day) => day.date === date) ?? null),
      word: lessons > 0 ? counted(lessons, 'lesson') : isSkipped ? 'Skipped' : 'Kept',
      detail: detailOf(days),
    }
  })

/**
 * Returns the number of days per outcome, the number of lessons added and replaced (`lost`), and how many of the replaced lessons have
 * text.
 */
export const totalsOf = (plan: readonly DayPlan[]) => {
  const count = (...outcomes: DayPlan['outcome'][]) => plan.filter(({ outcome }) => outcomes.includes(outcome)).length
  const replaced = plan.filter(({ outcome }) => outcome === 'replaced')
  return {
    filled: count('filled', 'added'),
    replaced: replaced.length,
    kept: count('kept'),
    skipped: count('skipped'),
    lessons: plan.reduce((sum, { lessons }) => sum + lessons, 0),
    lost: replaced.reduce((sum, { there }) => sum + there, 0),
    lostWithText: replaced.reduce((sum, { withText }) => sum + withText, 0),
  }
}

/** Returns the reason the repeat can't be applied, or null if it can. */
export const problemWith = (rule: Rule, patterns: Patterns, plan: readonly DayPlan[]): string | null => {
  if (patterns.every((blocks) => blocks.length === 0)) return 'There are no lessons to repeat.'
  if (rule.weekdays.length === 0) return 'Choose at least one weekday.'
  if (rule.until < rule.from) return `Choose ${formatDay(rule.from, 'long')} or later.`
  if (daysBetween(rule.from, rule.until) >= MAX.repeatedDays)
    return `Choose ${formatDay(addDays(rule.from, MAX.repeatedDays - 1), 'long')} or earlier. One repeat can cover up to ${MAX.repeatedDays} days.`
  if (plan.length === 0) return 'Pick a later end date.'
  const full = plan.find((day) => day.isTooMany)
  if (full) return `${formatDay(full.date, 'full')} doesn’t have room. A day can hold up to ${MAX.blocksOfDay} lessons.`
  if (plan.some(({ lessons }) => lessons > 0)) return null
  const { kept, skipped } = totalsOf(plan)
  if (kept === 0) return 'Every one of these days is off. Choose a later date.'
  return `Every one of these days is ${skipped > 0 ? 'off or ' : ''}already planned. Choose a later date, or Keep both.`
}
