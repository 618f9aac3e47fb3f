import type { makeFindings } from '#server/lib/reading/findings.ts'
import type { ReadTask } from '#server/lib/reading/items.ts'
import type { Around, DayOrder } from './days.ts'

/** Where a reader is: the days and the subject that the text above names. */
export type Reading = {
  findings: ReturnType<typeof makeFindings>
  around: Around
  /** The Monday of the week, from 'Week of November 30'. */
  week: string | null
  day: string | null
  /** The class of the whole document, from 'Subject: Algebra'. */
  subject: string
  /** Days off that were read, as `date reason`, because a grid repeats them in each row. */
  daysOff: Set<string>
}

export const startReading = (
  { today, year }: Pick<ReadTask, 'today' | 'year'>,
  findings: Reading['findings'],
  order: DayOrder = 'monthFirst',
): Reading => ({ findings, around: { today, year, order }, week: null, day: null, subject: '', daysOff: new Set() })

export const addDayOff = ({ findings, daysOff }: Reading, line: number, date: string, title: string): void => {
  if (daysOff.has(date)) return
  daysOff.add(date)
  findings.add({ line, kind: 'dayOff', date, title, startTime: null, endTime: null })
}
