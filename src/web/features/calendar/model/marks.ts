import type { Marks } from '#shared/calendar/rules.ts'
import { daysBetween, daysInRange, formatDay, isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

export type MarkKind = 'block-out' | 'note'
/** Opens the dialog that edits a date, or the dates through `to`. `seen` is their current text. */
export type WriteMark = (kind: MarkKind, date: string, seen: string | null, to?: string) => void

/** Returns the text of a day's block-out or note, or null if it has none. */
export const markText = (marks: Marks | null | undefined, kind: MarkKind): string | null =>
  (kind === 'note' ? marks?.noteText : marks?.blockedText) ?? null

/** Returns the change that sets a block-out or a note, or clears it (null). Doesn't affect the other kind of mark. */
export const markChange = (kind: MarkKind, text: string | null): Partial<Marks> =>
  kind === 'note' ? { hasNote: text !== null, noteText: text } : { isBlocked: text !== null, blockedText: text }

/** The days of a mark: `from` to `to`, and the same days every `everyWeeks` weeks through `until`. 0 if they don't repeat. */
export type Span = { from: string; to: string; everyWeeks: 0 | 1 | 2; until: string }

/** Returns the reason a mark can't cover the days from `from` to `to`, or undefined if it can. */
export const rangeProblem = (from: string, to: string): string | undefined => {
  if (!isDay(from) || !isDay(to)) return 'Use a date between 1970 and 2199'
  if (to < from) return 'End date can’t be before start date'
  if (daysBetween(from, to) >= MAX.rangeDays) return `A range can be up to ${MAX.rangeDays} days`
  return undefined
}

/** Returns the reason the days of a mark can't repeat until `until`, or undefined if they can. */
export const repeatProblem = ({ from, to, everyWeeks, until }: Span): string | undefined =>
  everyWeeks === 0 ? undefined : until < to ? `Choose ${formatDay(to, 'monthDay')} or later` : rangeProblem(from, until)

/** Returns the dates of a span in order, or none if they can't be marked. */
export const datesOfSpan = (span: Span): string[] => {
  const { from, to, everyWeeks, until } = span
  if (rangeProblem(from, to) || repeatProblem(span)) return []
  if (everyWeeks === 0) return daysInRange(from, to)
  const length = daysBetween(from, to)
  return daysInRange(from, until).filter((date) => daysBetween(from, date) % (everyWeeks * 7) <= length)
}
