/** Lessons with text that have no day. Each is placed or deleted as an operation, so Undo brings it back. */
import { randomUUID } from 'node:crypto'
import { type Changed, type Changes, changeDays, EMPTY_DAY, type OperationParts } from '#server/features/calendar/actions.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { type CalendarRecord, recordOf, recordsBy } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef, StoredBlock, StoredDay } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { MAX } from '#shared/limits.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import { pagesOfUnplaced } from './queries.ts'

const NOT_FOUND = 'We can’t find this lesson. It may have been placed or deleted in another window.'

const shown = ({ id, content: { block, date, reason } }: CalendarRecord<'unplaced'>): UnplacedLesson => ({
  id,
  classId: block.classId ?? null,
  title: block.title,
  description: block.description,
  date,
  reason,
})

/** Yields a calendar's unplaced lessons, in order of the day and time that they had, one page at a time. */
export async function* unplacedOf(db: Db, calendar: CalendarRef): AsyncGenerator<UnplacedLesson[]> {
  for await (const page of pagesOfUnplaced(db, calendar)) yield page.map(shown)
}

/** Returns the lessons that an operation left without a place and that still have none, in order of the day and time that they had. */
export const unplacedBy = async (db: Db, calendar: CalendarRef, operationId: string): Promise<UnplacedLesson[]> =>
  (await recordsBy(db, calendar, { kind: 'unplaced', operationId }))
    .sort(({ content: a }, { content: b }) =>
      a.date === b.date ? (a.block.startTime < b.block.startTime ? -1 : 1) : a.date < b.date ? -1 : 1,
    )
    .map(shown)

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

/** Returns a function that tells whether a lesson's title is just the name of its class. */
const nameTest = (classes: readonly SchoolClass[]) => {
  const names = new Map(classes.map(({ id, name }) => [id, comparedName(name)]))
  return ({ classId, title }: StoredBlock): boolean => names.get(classId ?? '') === comparedName(title)
}

/** Returns the lesson of a day that gets an unplaced lesson's text, or undefined if the day has none. Throws `refused_by_rule`. */
const placeOn = (
  day: StoredDay | null,
  { lesson, blockId, isName }: { lesson: StoredBlock; blockId: string | undefined; isName: (block: StoredBlock) => boolean },
): StoredBlock | undefined => {
  const blocks: StoredBlock[] = inDayOrder(day?.blocks ?? [])
  const isEmpty = (block: StoredBlock) => block.description === '' && !block.hasAlert
  const { classId } = lesson
  if (blockId === undefined)
    return classId ? blocks.find((block) => block.classId === classId && isEmpty(block) && isName(block)) : undefined
  const block = blocks.find(({ id }) => id === blockId)
  if (!block) throw new Refused('not_found', 'We can’t find that lesson. It may have been moved or deleted.')
  const hasOtherTitle = Boolean(block.classId) && !isName(block) && !isName(lesson)
  if (!isEmpty(block) || hasOtherTitle) throw new Refused('refused_by_rule', 'That lesson already has a plan. Choose an empty one.')
  return block
}

/** Returns a day with an unplaced lesson on it: in `place`, or as a lesson of its own. A title that isn't the name of its class stays. */
const withLesson = (
  day: StoredDay | null,
  lesson: StoredBlock,
  { place, isName }: { place: StoredBlock | undefined; isName: (block: StoredBlock) => boolean },
) => {
  const before = day ?? EMPTY_DAY
  if (!place && before.blocks.length >= MAX.blocksOfDay)
    throw new Refused('refused_by_rule', `A day can hold up to ${MAX.blocksOfDay} lessons.`)
  const { description, hasAlert, alertMessage } = lesson
  const title = place && isName(lesson) ? place.title : lesson.title
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
    const isName = nameTest(await classesOf(db, calendar))
    const place = placeOn(day, { lesson: block, blockId, isName })
    return { edits: [{ date, to: (day) => withLesson(day, block, { place, isName }) }], records: [removal(id)] }
  }
  return changeDays(db, { ...call, kind: 'unplaced', plan })
}

/** Deletes an unplaced lesson. Throws `not_found`. */
export const deleteLesson = async (db: Db, call: Call, id: string): Promise<Changed> => {
  return changeDays(db, { ...call, kind: 'unplaced', edits: [], records: [removal(id)] })
}
