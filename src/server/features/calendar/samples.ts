import { EMPTY_DAY } from '#server/features/calendar/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { DayContent, TimeBlock } from '#shared/calendar/contract.ts'
import { changeDays, cleanBlocks } from './actions.ts'

let count = 0

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

/** A day of one teacher's calendar, as if they had saved it. */
export const aDay = async (
  db: Db,
  { owner, date, now = new Date(), ...content }: { owner: string; date: string; now?: Date } & Partial<DayContent>,
) => {
  const blocks = await cleanBlocks(content.blocks ?? [])
  const to = () => ({ ...EMPTY_DAY, ...content, blocks })
  const { entries } = await changeDays(db, { owner, actor: owner, kind: 'save', edits: [{ date, to }], now })
  const [day] = entries
  if (!day) throw new Error('A saved day came back empty')
  return day
}
