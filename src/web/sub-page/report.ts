/** A substitute's report, as it's kept on the phone until it's sent. */
import { DAY_MS, formatDay, todayIn } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { RETENTION } from '#shared/retention.ts'
import type { Outcome, ReportInput } from '#shared/sub-reports/contract.ts'

/** Identifies a lesson on this phone: its date and its id. */
export type LessonKey = `${string} ${string}`

/** A lesson to report on. */
export type ReportedLesson = { date: string; id: string; title: string; startTime: string }

export type Draft = {
  /** The Idempotency-Key: however often the phone sends the report, it's stored once. */
  key: string
  reportToken: string
  timezone: string
  timeFormat: '12' | '24'
  /** The lessons to report on. Kept with the report, because the plan is gone when the link has ended. */
  plan: ReportedLesson[]
  lessons: Record<LessonKey, { outcome: Outcome; note: string }>
  absent: string
  happened: boolean | null
  incidents: string
  note: string
  name: string
  /** `waiting`: the substitute pressed Send, and the phone had no internet. `sent`: nothing was typed since. */
  state: 'draft' | 'waiting' | 'sent'
  /** The sent report's id, for corrections. */
  id?: string
}

/** Returns when the report can last be sent or corrected, in epoch milliseconds. */
export const reportEnd = (endsAt: string): number => Date.parse(endsAt) + RETENTION.reportGraceDays * DAY_MS

/** Returns that day in words: its weekday if it's within a week, else its date. */
export const reportEndInWords = (endsAt: string, timezone: string, now: number): string => {
  const end = reportEnd(endsAt)
  return formatDay(todayIn(timezone, end), end - now < 6 * DAY_MS ? 'weekdayLong' : 'weekdayAndDay')
}

const NOBODY = /^(?:nobody|no ?one|none|no)\.?$/i

/** Returns the typed names, one for each line or between commas. 'Nobody' isn't a name. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !NOBODY.test(name))

/** Returns the outcome that a lesson has without the substitute's answer: done, if all of its steps are ticked. */
export const outcomeOf = (draft: Pick<Draft, 'lessons'>, lesson: LessonKey, isTicked: boolean): Outcome | null =>
  draft.lessons[lesson]?.outcome ?? (isTicked ? 'done' : null)

/** Returns what is wrong with a report, and the field to change. Null if the report can be sent. */
export const problemOf = (draft: Draft): { field: 'name' | 'absent'; message: string } | null => {
  const names = namesIn(draft.absent)
  if (names.length > MAX.absent) return { field: 'absent', message: `Name up to ${MAX.absent} students.` }
  if (names.some((name) => name.length > MAX.name)) return { field: 'absent', message: 'Put a comma between the names.' }
  if (draft.name.trim() === '') return { field: 'name', message: 'Enter your name, then send the report.' }
  return null
}

/** Returns the report as the server takes it. */
export const inputOf = (draft: Draft): ReportInput => ({
  name: draft.name.trim(),
  lessons: (Object.entries(draft.lessons) as [LessonKey, Draft['lessons'][LessonKey]][]).map(([lesson, { outcome, note }]) => {
    const [date = '', blockId = ''] = lesson.split(' ')
    return { date, blockId, outcome, ...(outcome !== 'done' && note.trim() !== '' && { note: note.trim() }) }
  }),
  absent: namesIn(draft.absent),
  ...(draft.happened === true && draft.incidents.trim() !== '' && { incidents: draft.incidents.trim() }),
  ...(draft.note.trim() !== '' && { note: draft.note.trim() }),
})

/** Returns a random key of 32 hexadecimal digits. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a report in which nothing is typed yet. */
export const newDraft = (facts: Pick<Draft, 'reportToken' | 'timezone' | 'timeFormat' | 'plan'>): Draft => ({
  ...facts,
  key: newKey(),
  lessons: {},
  absent: '',
  happened: null,
  incidents: '',
  note: '',
  name: '',
  state: 'draft',
})
