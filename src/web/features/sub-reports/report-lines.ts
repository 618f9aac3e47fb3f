/** What substitutes' reports say about the days and lessons of the planner, as pure functions. */
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import type { Outcome, SubReport } from '#shared/sub-reports/contract.ts'

export type ReportedLesson = SubReport['lessons'][number]
/** What the latest report says about a lesson. */
export type ReportLine = { reportId: string; outcome: Outcome; note: string }

export const OUTCOME_WORDS: Record<Outcome, string> = { done: 'Done', partly: 'Partly', not: 'Not done' }

/** Returns an outcome with the substitute's note on one line: 'Not done: fire drill'. */
export const lineWords = ({ outcome, note }: Pick<ReportLine, 'outcome' | 'note'>): string =>
  [OUTCOME_WORDS[outcome], note.replaceAll(/\s+/g, ' ').trim()].filter(Boolean).join(': ')

export const lessonKey = (date: string, blockId: string): string => `${date} ${blockId}`

const byReceipt = (a: SubReport, b: SubReport): number => a.receivedAt.localeCompare(b.receivedAt)

/** Returns the line of each reported lesson, by {@link lessonKey}. If several reports name a lesson, the one that came in last decides. */
export const linesOf = (reports: readonly SubReport[]): ReadonlyMap<string, ReportLine> => {
  const inOrder = [...reports].sort(byReceipt)
  return new Map(
    inOrder.flatMap(({ id: reportId, lessons }) =>
      lessons.map(({ date, blockId, outcome, note }) => [lessonKey(date, blockId), { reportId, outcome, note }] as const),
    ),
  )
}

/** Returns the reports about a day, in the order in which they came in. */
export const reportsOn = (reports: readonly SubReport[], date: string): SubReport[] =>
  reports.filter(({ dates }) => dates.includes(date)).sort(byReceipt)

type Told = Pick<SubReport, 'dates' | 'receivedAt' | 'correctedAt'>

/** Returns when a report came in or was corrected: 'came in 3:20 PM', or with its day unless that is the plan's only day. */
export const receivedWords = (
  { dates, receivedAt, correctedAt }: Told,
  { timezone, timeFormat }: { timezone: string; timeFormat: '12' | '24' },
): string => {
  const instant = Date.parse(correctedAt ?? receivedAt)
  const [day, time] = [todayIn(timezone, instant), formatTime(timeIn(timezone, instant), timeFormat)]
  const isThatDay = dates.length === 1 && dates[0] === day
  return `${correctedAt ? 'corrected' : 'came in'} ${isThatDay ? time : `${formatDay(day, 'short')}, ${time}`}`
}

const byPlace = (a: ReportedLesson, b: ReportedLesson): number =>
  `${a.date} ${a.startTime ?? ''}` < `${b.date} ${b.startTime ?? ''}` ? -1 : 1

/** Returns a report's lessons by outcome, in the order of the day: those that were not done first, because they need a decision. */
export const byOutcome = (lessons: readonly ReportedLesson[]): Record<Outcome, ReportedLesson[]> => {
  const of = (outcome: Outcome) => lessons.filter((one) => one.outcome === outcome).sort(byPlace)
  return { not: of('not'), partly: of('partly'), done: of('done') }
}

const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Counts the lessons that were done: 'Four more lessons', or 'All six lessons' if nothing else is listed. */
export const doneWords = (done: number, others: number): string => {
  const count = SMALL[done] ?? String(done)
  if (others > 0) return `${count} more ${done === 1 ? 'lesson' : 'lessons'}`
  return done === 1 ? 'One lesson' : `All ${count.toLowerCase()} lessons`
}
