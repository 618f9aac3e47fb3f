/** Carries out plans that were made on lessons without their text (shared/timetables/plan): adds the texts, and writes real time blocks. */
import { randomUUID } from 'node:crypto'
import { type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { bytesOn, lessonsOn } from '#server/features/calendar/queries.ts'
import { requireModest } from '#server/features/calendar/quota/actions.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import type { CalendarRef, StoredBlock, StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatDay } from '#shared/dates.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { MAX } from '#shared/limits.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'
import type { Displaced, PlannedLesson } from '#shared/timetables/plan/rules.ts'

type Laid = { days: readonly { date: string; blocks: readonly PlannedLesson[] }[]; unplaced: readonly Displaced[] }

type Lessons = ReadonlyMap<string, StoredBlock>
const NONE: Lessons = new Map()

/** Identifies a lesson by the day it is on. */
const keyOf = ({ home, id }: Pick<PlannedLesson, 'home' | 'id'>) => `${home} ${id}`

/** Returns the full lessons that leave their day, by key. Throws `refused_by_rule` if that is too much for one operation. */
const leavingLessons = async (db: Db, calendar: CalendarRef, { days, unplaced }: Laid, waiting: Lessons): Promise<Lessons> => {
  const moving = days.flatMap(({ date, blocks }) => blocks.filter(({ home }) => home !== '' && home !== date))
  const leaving = [...moving, ...unplaced.map(({ block }) => block)].filter((block) => !waiting.has(keyOf(block)))
  const homes = [...new Set(leaving.map(({ home }) => home))]
  if (homes.length === 0) return waiting
  requireModest({ bytes: await bytesOn(db, calendar, homes), words: 0 })
  const wanted = new Set(leaving.map(keyOf))
  const ids = [...new Set(leaving.map(({ id }) => id))]
  const full = (await lessonsOn(db, calendar, homes, ids)).flatMap(({ date, blocks }) =>
    blocks.map((block): [string, StoredBlock] => [keyOf({ home: date, id: block.id }), block]),
  )
  return new Map([...full.filter(([key]) => wanted.has(key)), ...waiting])
}

/** Returns the id for a lesson that is new on its day. */
const newId = () => `block_${randomUUID()}`

const withOwnIds = (blocks: readonly StoredBlock[]): StoredBlock[] => {
  const taken = new Set<string>()
  return blocks.map((block) => {
    const id = block.id === '' || taken.has(block.id) ? newId() : block.id
    taken.add(id)
    return { ...block, id }
  })
}

/** Returns planned lessons as blocks with their text. `day` is the day on which they will be, as it is now. */
const filled = (planned: readonly PlannedLesson[], day: StoredDay | null, date: string, leaving: Lessons): StoredBlock[] => {
  const there: StoredBlock[] = day?.blocks ?? []
  const own = new Map(there.map((block) => [block.id, block]))
  const blocks = inDayOrder(planned).map((lesson, index): StoredBlock => {
    const { id, title, startTime, endTime, classId, isLocked, usual } = lesson
    const was = lesson.home === date ? own.get(id) : leaving.get(keyOf(lesson))
    if (lesson.home !== '' && !was) throw new Error('A planned lesson is not on its day')
    // A lock and usual times belong to the place of the lesson, and not to the text that moves into it.
    const more = { ...(classId && { classId }), ...(isLocked && { isLocked }), ...(usual && { usual }) }
    if (was) {
      const { isLocked: _, usual: __, taught, ...text } = was
      const mark = taught && !lesson.isCopy && { taught }
      return { ...text, ...(lesson.isCopy && { id: '' }), title, startTime, endTime, order: lesson.order, ...mark, ...more }
    }
    return { id, title, description: '' as LessonHtml, startTime, endTime, hasAlert: false, alertMessage: '', order: index, ...more }
  })
  return withOwnIds(blocks)
}

/**
 * Returns the edits and the unplaced lessons of a plan. The calendar must be locked. `waiting` are lessons of the plan that come from no day,
 * each with its `home` and id as the key. Throws `refused_by_rule`.
 */
export const editsOf = async (
  db: Db,
  calendar: CalendarRef,
  laid: Laid,
  waiting = NONE,
): Promise<{ edits: DayEdit[]; records: RecordEdit<'unplaced'>[] }> => {
  const full = laid.days.find(({ blocks }) => blocks.length > MAX.blocksOfDay)
  if (full)
    throw new Refused(
      'refused_by_rule',
      `${formatDay(full.date, 'full')} doesn’t have room. A day can hold up to ${MAX.blocksOfDay} lessons.`,
    )
  const leaving = await leavingLessons(db, calendar, laid, waiting)
  const edits = laid.days.map(
    ({ date, blocks }): DayEdit => ({ date, to: (day) => ({ ...(day ?? EMPTY_DAY), blocks: filled(blocks, day, date, leaving) }) }),
  )
  const records = laid.unplaced.map(({ date, block, reason }): RecordEdit<'unplaced'> => {
    const was = leaving.get(keyOf(block))
    if (!was) throw new Error('An unplaced lesson is not on its day')
    const [usual = was] = restored([was])
    const content = { block: { ...usual, ...(block.classId && { classId: block.classId }) }, date, reason }
    return { kind: 'unplaced', id: randomUUID(), to: () => content }
  })
  return { edits, records }
}
