/** Lists what the preview of a copied class shows: its plans in order, and between them the days off of either year. */
import { comparedName } from '#shared/classes/rules.ts'
import { formatDay } from '#shared/dates.ts'
import type { CopiedPlan } from '#shared/moves/years/rules.ts'
import { counted } from '#web/lib/counted.ts'

/** A day off in either year, with its reason. */
export type DayOff = { date: string; reason: string }
type DaysOff = { last: readonly DayOff[]; now: readonly DayOff[] }
export type PreviewRow =
  /** Plans with the same outcome, all of them with a lesson this year or none. Only plans that aren't copied share a row. */
  { is: 'plans'; key: string; plans: readonly CopiedPlan[] } | { is: 'off'; key: string; words: string }

const between = (off: readonly DayOff[], from: string | undefined, to: string | undefined): DayOff[] =>
  from === undefined || to === undefined ? [] : off.filter(({ date }) => date > from && date < to)

/** Returns days off with one reason as one, in order. */
const byReason = (off: readonly DayOff[]): Map<string, DayOff[]> => {
  const found = new Map<string, DayOff[]>()
  for (const one of off) found.set(comparedName(one.reason), [...(found.get(comparedName(one.reason)) ?? []), one])
  return found
}

const onDates = (days: readonly DayOff[]): string => {
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  return first === last ? formatDay(first, 'monthDay') : `${formatDay(first, 'monthDay')} – ${formatDay(last, 'monthDay')}`
}
const nameOf = (days: readonly DayOff[]): string => days[0]?.reason.trim() || 'Day off'

/** Returns the days off between two plans in words, such as 'Thanksgiving, both years'. */
const offInWords = (last: readonly DayOff[], now: readonly DayOff[]): string[] => {
  const [then, since] = [byReason(last), byReason(now)]
  const both = [...then].flatMap(([reason, days]) => (since.has(reason) ? [`${nameOf(days)}, both years`] : []))
  const only = [...then].flatMap(([reason, days]) => (since.has(reason) ? [] : [`${nameOf(days)} last year, ${onDates(days)}`]))
  const new_ = [...since].flatMap(([reason, days]) => (then.has(reason) ? [] : [`${nameOf(days)} this year, ${onDates(days)}`]))
  return [...both, ...only, ...new_]
}

/** Returns how many days the later plans move, in words, or ''. Only days off move plans that line up by school day. */
const shiftInWords = (by: CopiedPlan['by'], days: number): string => {
  if (by !== 'schoolDay' || days === 0) return ''
  return `: from here ${counted(Math.abs(days), 'day')} ${days > 0 ? 'earlier' : 'later'}`
}

/** Returns the rows for the plans of one class, in order. */
export const previewRows = (plans: readonly CopiedPlan[], off: DaysOff): PreviewRow[] => {
  const rows: PreviewRow[] = []
  let group: CopiedPlan[] = []
  const close = () => {
    const [first] = group
    if (first) rows.push({ is: 'plans', key: `${first.from.date} ${first.from.startTime}`, plans: group })
    group = []
  }
  for (const [index, plan] of plans.entries()) {
    const before = plans[index - 1]
    const last = between(off.last, before?.from.date, plan.from.date)
    const now = between(off.now, before?.to?.date, plan.to?.date)
    const words = offInWords(last, now)
    const isAlike = plan.outcome === before?.outcome && (plan.to === null) === (before.to === null)
    if (words.length > 0 || plan.outcome === 'copied' || !isAlike) close()
    const [head, ...rest] = words
    if (head !== undefined)
      rows.push({
        is: 'off',
        key: `off ${plan.from.date} ${plan.from.startTime}`,
        words: [head, ...rest].join('; ') + shiftInWords(plan.by, last.length - now.length),
      })
    group.push(plan)
  }
  close()
  return rows
}
