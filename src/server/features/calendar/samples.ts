import { calendarRowOf } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { DayContent, TimeBlock } from '#shared/calendar/contract.ts'
import { changeDays, cleanBlocks, EMPTY_DAY } from './actions.ts'
import { ownCalendar } from './policy.ts'
import type { Quota } from './quota/actions.ts'

let count = 0

/** A quota that no sample data exceeds. */
export const AMPLE: Quota = { lessons: 1e9, history: 1e9 }

/** A time block as a client would send it. */
export const aBlock = (block: Partial<TimeBlock> = {}): TimeBlock => ({
  id: `block_${++count}`,
  title: 'Math',
  description: '<p>Fractions on a number line</p>',
  startTime: '08:00',
  endTime: '08:45',
  hasAlert: false,
  alertMessage: '',
  order: 0,
  ...block,
})

/** Returns a teacher's own calendar. */
export const calendarOf = async (db: Db, userId: string) => {
  const row = await calendarRowOf(db, userId)
  if (!row) throw new Error('This person does not exist')
  return ownCalendar({ calendarId: row.id, userId })
}

/** Saves a day in a teacher's calendar, as if the teacher had saved it. */
export const aDay = async (
  db: Db,
  { owner, date, now = new Date(), ...content }: { owner: string; date: string; now?: Date } & Partial<DayContent>,
) => {
  const blocks = await cleanBlocks(content.blocks ?? [])
  const to = () => ({ ...EMPTY_DAY, ...content, blocks })
  const calendar = await calendarOf(db, owner)
  const { entries } = await changeDays(db, { calendar, actor: owner, kind: 'save', edits: [{ date, to }], now, quota: AMPLE })
  const [day] = entries ?? []
  if (!day) throw new Error('A saved day came back empty')
  return day
}
