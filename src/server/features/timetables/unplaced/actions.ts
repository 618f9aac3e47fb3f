/** Lessons with text that have no day. Each is placed or deleted as an operation, so Undo brings it back. */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, EMPTY_DAY, type OperationParts, operationDone } from '#server/features/calendar/actions.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordOf, recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef, StoredBlock, StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { MAX } from '#shared/limits.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'

const NOT_FOUND = 'We can’t find this lesson. It may have been placed or deleted in another window.'

const shown = ({ id, content: { block, date, reason } }: CalendarRecord<'unplaced'>): UnplacedLesson => ({
  id,
  classId: block.classId ?? null,
  title: block.title,
  description: block.description,
  date,
  reason,
})

const inOrder = (records: readonly CalendarRecord<'unplaced'>[]): UnplacedLesson[] =>
  [...records]
    .sort(({ content: a }, { content: b }) =>
      a.date === b.date ? (a.block.startTime < b.block.startTime ? -1 : 1) : a.date < b.date ? -1 : 1,
    )
    .map(shown)

/** Returns a calendar's unplaced lessons, in order of the day and time that they had. */
export const unplacedOf = async (db: Db, calendar: CalendarRef): Promise<UnplacedLesson[]> =>
  inOrder(await recordsOf(db, calendar, 'unplaced'))

/** Returns the lessons that an operation left without a place and that still have none. */
export const unplacedBy = async (db: Db, calendar: CalendarRef, operationId: string): Promise<UnplacedLesson[]> =>
  inOrder((await recordsOf(db, calendar, 'unplaced')).filter((record) => record.operationId === operationId))

type Call = Omit<OperationParts, 'kind' | 'undoes'>
type Placing = { id: string; date: string; blockId?: string | undefined }

const removal = (id: string): RecordEdit<'unplaced'> => ({
  kind: 'unplaced',
  id,
  to: (before) => {
    if (!before) throw new Refused('not_found', NOT_FOUND)
    return null
  },
})

/** Returns the lesson of a day that gets an unplaced lesson's text, or undefined if the day has none. Throws `refused_by_rule`. */
const placeOn = (day: StoredDay | null, { classId }: StoredBlock, blockId: string | undefined): StoredBlock | undefined => {
  const blocks = inDayOrder(day?.blocks ?? [])
  if (blockId === undefined) return classId ? blocks.find((block) => block.classId === classId && block.description === '') : undefined
  const block = blocks.find(({ id }) => id === blockId)
  if (!block) throw new Refused('not_found', 'We can’t find that lesson. It may have been moved or deleted.')
  if (block.description !== '') throw new Refused('refused_by_rule', 'That lesson already has a plan. Choose an empty one.')
  return block
}

/** Returns a day with an unplaced lesson on it: in `place`, or as a lesson of its own. */
const withLesson = (day: StoredDay | null, lesson: StoredBlock, place: StoredBlock | undefined) => {
  const before = day ?? EMPTY_DAY
  if (!place && before.blocks.length >= MAX.blocksOfDay)
    throw new Refused('refused_by_rule', `A day can hold up to ${MAX.blocksOfDay} lessons.`)
  const { title, description, hasAlert, alertMessage } = lesson
  const plan = { title, description, ...(hasAlert && { hasAlert, alertMessage }) }
  const there: StoredBlock[] = before.blocks
  const blocks = place
    ? there.map((block) => (block.id === place.id ? { ...block, ...plan } : block))
    : [...there, { ...lesson, id: `block_${randomUUID()}` }]
  return { ...before, blocks }
}

/** Puts an unplaced lesson on a day. Throws `not_found`, and `refused_by_rule` if the lesson there has a plan or the day is full. */
export const placeLesson = async (db: Db, call: Call, { id, date, blockId }: Placing): Promise<Changed> => {
  const { calendar } = call
  const plan = async (db: Db): Promise<Changes> => {
    const record = await recordOf(db, calendar, { kind: 'unplaced', id })
    if (!record) throw new Refused('not_found', NOT_FOUND)
    const { block } = record.content
    const [day = null] = await daysOn(db, calendar, [date])
    const place = placeOn(day, block, blockId)
    return { edits: [{ date, to: (day) => withLesson(day, block, place) }], records: [removal(id)] }
  }
  const done = call.id === undefined ? undefined : await operationDone(db, calendar, call.id)
  return done ?? changeDays(db, { ...call, kind: 'unplaced', plan })
}

/** Deletes an unplaced lesson. Throws `not_found`. */
export const deleteLesson = async (db: Db, call: Call, id: string): Promise<Changed> => {
  const done = call.id === undefined ? undefined : await operationDone(db, call.calendar, call.id)
  return done ?? changeDays(db, { ...call, kind: 'unplaced', edits: [], records: [removal(id)] })
}
