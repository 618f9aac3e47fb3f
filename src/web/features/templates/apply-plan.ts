/** Predicts the effect of applying a template on each day and describes it to the teacher. */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { isBlank } from '#shared/plain-text.ts'
import type { ApplyOptions, ApplyOutcome } from '#shared/templates/apply/contract.ts'
import { isTooMany, outcomeOn } from '#shared/templates/rules.ts'
import { counted } from '#web/lib/counted.ts'

const LIST = new Intl.ListFormat('en-US')

/** A day before the template is applied, including whether the teacher or their school blocked it out. */
export type DayThere = Pick<CalendarDay, 'isBlocked' | 'blockedText' | 'blocks'>
export type DayPlan = { date: string; blocks: readonly TimeBlock[]; day: DayThere | null; outcome: ApplyOutcome; isTooMany: boolean }

export const planOf = (
  days: readonly { date: string; blocks: readonly TimeBlock[] }[],
  entryOn: (date: string) => DayThere | null,
  options: ApplyOptions,
): DayPlan[] =>
  days.map(({ date, blocks }) => {
    const day = entryOn(date)
    const outcome = outcomeOn(day, blocks, options)
    return { date, blocks, day, outcome, isTooMany: (outcome === 'added' || outcome === 'replaced') && isTooMany(day, blocks, options) }
  })

const isReplaced = ({ outcome }: DayPlan) => outcome === 'replaced'

/** Returns a sentence such as '24 lessons on Mon, Tue, and Thu will be replaced.', or '' if no day would lose its lessons. */
export const lostInWords = (plan: readonly DayPlan[]): string => {
  const lost = plan.filter(isReplaced)
  const lessons = lost.reduce((sum, { day }) => sum + (day?.blocks.length ?? 0), 0)
  const days = lost.map(({ date }) => formatDay(date, plan.length === 1 ? 'short' : 'weekday'))
  return lessons === 0 ? '' : `${counted(lessons, 'lesson')} on ${LIST.format(days)} will be replaced.`
}

/** Returns the dates before today that would lose their lessons. Empty if the whole plan is before today. */
export const pastDates = (plan: readonly DayPlan[], today: string): string[] =>
  plan.every(({ date }) => date < today) ? [] : plan.filter((day) => isReplaced(day) && day.date < today).map(({ date }) => date)

/** Returns the choice to leave days that are over, such as 'Leave Mon and Tue, which are over'. */
export const leaveInWords = (dates: readonly string[]): string =>
  `Leave ${LIST.format(dates.map((date) => formatDay(date, 'weekday')))}, which ${dates.length === 1 ? 'is' : 'are'} over`

/** Returns the choice to fill blocked days, such as 'Also fill Fri (Snow day), hidden until you unblock it'. */
export const fillInWords = (blocked: readonly DayPlan[]): string => {
  const days = blocked.map(({ date, day }) => `${formatDay(date, 'weekday')} (${day?.blockedText})`)
  return `Also fill ${LIST.format(days)}, hidden until you unblock ${blocked.length === 1 ? 'it' : 'them'}`
}

/** Returns the number of lessons with text on the days that would lose their lessons. */
export const lostWithText = (plan: readonly DayPlan[]): number =>
  plan
    .filter(isReplaced)
    .flatMap(({ day }) => day?.blocks ?? [])
    .filter(({ description }) => !isBlank(description)).length

/** A template's block, and the lesson that it replaces. */
export type Replacement = { block: TimeBlock; replaces: TimeBlock | undefined }

/**
 * Pairs each block of the template with the day's lesson of the same title, at the same time if there are several. Returns the pairs, and
 * the replaced lessons that have no block.
 */
export const replacementsOn = (plan: DayPlan): { pairs: Replacement[]; gone: TimeBlock[] } => {
  const gone = isReplaced(plan) ? [...(plan.day?.blocks ?? [])] : []
  const take = (isIt: (lesson: TimeBlock) => boolean) => {
    const found = gone.find(isIt)
    if (found) gone.splice(gone.indexOf(found), 1)
    return found
  }
  const sameTime = plan.blocks.map(({ title, startTime }) => take((lesson) => lesson.title === title && lesson.startTime === startTime))
  const pairs = plan.blocks.map((block, index) => ({ block, replaces: sameTime[index] ?? take(({ title }) => title === block.title) }))
  return { pairs, gone }
}

/** Returns the effect on a day in words, such as '6 replaced, 5 lose text' or 'Day off, left out'. */
export const effectInWords = (plan: DayPlan): string => {
  if (plan.outcome === 'skipped') return 'Day off, left out'
  if (plan.outcome === 'untouched') return 'Stays as it is'
  if (!isReplaced(plan)) return `${plan.blocks.length} added`
  const withText = lostWithText([plan])
  return `${plan.day?.blocks.length ?? 0} replaced${withText > 0 ? `, ${withText} ${withText === 1 ? 'loses' : 'lose'} text` : ''}`
}

/** Returns a sentence such as '22 of them lose their text. ' with its space, or '' if no replaced lesson has text. */
export const lostTextWarning = (lessons: number): string => {
  if (lessons === 0) return ''
  return lessons === 1 ? '1 of them loses its text. ' : `${lessons} of them lose their text. `
}

/** Returns a sentence such as 'Adds 30 lessons to 5 empty days.', or '' if no day is filled. */
export const filledInWords = (plan: readonly DayPlan[]): string => {
  const filled = plan.filter(({ outcome }) => outcome === 'filled')
  const lessons = filled.reduce((sum, { blocks }) => sum + blocks.length, 0)
  return lessons === 0
    ? ''
    : `Adds ${counted(lessons, 'lesson')} to ${filled.length === 1 ? 'an empty day' : `${filled.length} empty days`}.`
}

const WORDS: Record<ApplyOutcome, string> = {
  filled: 'filled',
  replaced: 'replaced',
  added: 'added to',
  skipped: 'skipped (day off)',
  untouched: 'unchanged',
}

/** Returns a summary such as 'Mon, Tue filled. Wed skipped (day off).', omitting days for which the template has no lessons. */
export const reportOf = (days: readonly { date: string; outcome: ApplyOutcome }[]): string => {
  if (days.length === 1) return days.map(({ date }) => formatDay(date, 'full')).join('')
  const outcomes = [...new Set(days.map(({ outcome }) => outcome))].filter((outcome) => outcome !== 'untouched')
  return outcomes
    .map((outcome) => {
      const names = days.filter((day) => day.outcome === outcome).map(({ date }) => formatDay(date, 'weekday'))
      return `${names.join(', ')} ${WORDS[outcome]}.`
    })
    .join(' ')
}
