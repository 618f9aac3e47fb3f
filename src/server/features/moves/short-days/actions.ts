/**
 * Shortens days, and gives them their usual times back. Each is one operation. Lessons remember their usual times (shared/moves/short-days).
 * A record per day remembers its times while its lessons are on other days.
 */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { recordsOf, shortDaysBetween } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Call } from '#server/features/moves/actions.ts'
import { bellSchedulesOf } from '#server/features/moves/bell-schedules/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { formatDay } from '#shared/dates.ts'
import { horizonOf } from '#shared/moves/plan/rules.ts'
import type { ShortDay, ShortDayInput, ShortDayPreview } from '#shared/moves/short-days/contract.ts'
import { shortTimesOf } from '#shared/moves/short-days/rules.ts'
import { type GivenTimes, type Shortening, shortDates, shortDay, shorteningBy } from '#shared/moves/shortening/rules.ts'
import { restored, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'

type Given = Omit<ShortDayInput, 'operationId'>
type Planned = { days: OutlinedDay[]; off: string[]; shortening: Shortening }

const NOT_SHORT = 'This day isn’t short anymore.'
const NO_SCHEDULE = 'This bell schedule was deleted. Choose another one.'

const givenTimes = async (db: Db, calendar: CalendarRef, { bellScheduleId, rule }: Given): Promise<GivenTimes> => {
  if (rule) return { rule }
  const schedule = (await bellSchedulesOf(db, calendar)).find(({ id }) => id === bellScheduleId)
  if (!schedule) throw new Refused('not_found', NO_SCHEDULE)
  return { schedule }
}

/** Returns the days that become short, and how. Throws `not_found`, and `refused_by_rule` if there are none. */
const plannedDays = async (db: Db, calendar: CalendarRef, given: Given): Promise<Planned> => {
  const { date, until = date } = given
  const times = await givenTimes(db, calendar, given)
  const timetables = (await recordsOf(db, calendar, 'timetable')).map(({ content }) => content)
  const last = horizonOf(timetables, date)
  const outline = await outlineBetween(db, calendar, date, until < last ? until : last)
  const { dates, off } = shortDates(outline, { date, until })
  if (dates.length === 0) {
    const why = off.includes(date) ? 'is a day off. Unblock it to shorten it.' : 'has no lessons to shorten.'
    throw new Refused('refused_by_rule', `${formatDay(date, 'full')} ${why}`)
  }
  const chosen = outline.find((day) => day.date === date)?.blocks ?? []
  const wanted = new Set(dates)
  return { days: outline.filter((day) => wanted.has(day.date)), off, shortening: shorteningBy(times, chosen) }
}

/** Returns what shortening a day does. Throws what {@link shortenDays} throws. */
export const previewShortDay = async (db: Db, calendar: CalendarRef, given: Given): Promise<ShortDayPreview> => {
  const { days, off, shortening } = await plannedDays(db, calendar, given)
  return {
    off,
    days: days.map(({ date, blocks }) => ({
      date,
      shortDay: shortening.name,
      lessons: shortDay(blocks, shortening).map(({ id, classId = null, title, startTime, endTime, usual }) => ({
        blockId: id,
        classId,
        title,
        usual: { startTime: usual?.startTime ?? startTime, endTime: usual?.endTime ?? endTime },
        short: usual?.isLeftOut ? null : { startTime, endTime },
      })),
    })),
  }
}

type Short = ShortDay & { date: string }
/** Returns edits that store the times of short days. */
const recordsFor = async (db: Db, calendar: CalendarRef, days: readonly Short[]): Promise<RecordEdit[]> => {
  const [first = '', last = ''] = [days[0]?.date, days.at(-1)?.date]
  const there = new Map((await shortDaysBetween(db, calendar, first, last)).map(({ id, content }) => [content.date, id]))
  return days.map((content) => ({ kind: 'shortDay', id: there.get(content.date) ?? randomUUID(), to: () => content }))
}

const editOf = (date: string, to: (blocks: StoredBlock[]) => StoredBlock[]): DayEdit => ({
  date,
  to: (day) => day && { ...day, blocks: to(day.blocks) },
})

/** Shortens a day, or its weekday until a date. Throws `not_found` and `refused_by_rule`. */
export const shortenDays = async (db: Db, call: Call, given: Given): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => {
    const { days, shortening } = await plannedDays(db, calendar, given)
    const times = days.map(({ date, blocks }) => ({ date, ...shortTimesOf(shortDay(blocks, shortening), shortening.name) }))
    return {
      edits: days.map(({ date }) => editOf(date, (blocks) => shortDay(blocks, shortening))),
      records: await recordsFor(db, calendar, times),
    }
  }
  return changeDays(db, { ...call, kind: 'shortDay', plan })
}

/** Gives a day its usual times back. Throws `not_found` if it isn't short. */
export const restoreTimes = async (db: Db, call: Call, date: string): Promise<Changed> => {
  const plan = async (db: Db): Promise<Changes> => {
    const stored = await shortDaysBetween(db, call.calendar, date, date)
    const back = (blocks: StoredBlock[]): StoredBlock[] => {
      if (stored.length === 0 && shortDayOf(blocks) === undefined) throw new Refused('not_found', NOT_SHORT)
      return restored(blocks)
    }
    const edit: DayEdit = { date, to: (day) => ({ ...(day ?? EMPTY_DAY), blocks: back(day?.blocks ?? []) }) }
    return { edits: [edit], records: stored.map(({ id }) => ({ kind: 'shortDay', id, to: () => null })) }
  }
  return changeDays(db, { ...call, kind: 'shortDay', plan })
}
