import {
  applyChange,
  type Changed,
  type Changes,
  changeDays,
  cleanBlocks,
  type DayEdit,
  EMPTY_DAY,
  type OperationParts,
} from '#server/features/calendar/actions.ts'
import { outlineBetween } from '#server/features/calendar/outline/queries.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { withKeptFields } from '#shared/calendar/rules.ts'
import { addDays } from '#shared/dates.ts'
import { type LessonChange, laterLessons, withSharedChanges } from '#shared/timetables/later/rules.ts'

type Call = Omit<OperationParts, 'kind' | 'undoes'>
type LessonEdit = {
  date: string
  block: Omit<TimeBlock, 'order'> & { order?: number | undefined }
  until: string
  version?: number | undefined
}

/** Returns a block as it is stored in place of another one. */
const stored = (block: StoredBlock, was: StoredBlock): StoredBlock => withKeptFields([block], [was])[0] ?? was

/** Returns a later block with what it shares of a change. */
const shared = (block: StoredBlock, change: LessonChange): StoredBlock => {
  const after = withSharedChanges<StoredBlock>(block, change)
  return { ...stored(after, block), ...(after.usual && { usual: after.usual }) }
}

/** Returns an edit that replaces some blocks of a day. */
const replacing = (date: string, replaced: (block: StoredBlock) => StoredBlock, version?: number): DayEdit => ({
  date,
  version,
  to: (day) => applyChange(day, { blocks: (day ?? EMPTY_DAY).blocks.map(replaced) }),
})

/**
 * Saves a lesson, and gives its new title and times to the later lessons like it, in one operation. Their texts stay. Throws `not_found` if
 * the lesson isn't on its day, `stale` if the day has another version, and `refused_by_rule` if that is too much for one operation.
 */
export const changeLaterLessons = async (db: Db, call: Call, { date, block, until, version }: LessonEdit): Promise<Changed> => {
  const { calendar } = call
  const [clean] = await cleanBlocks([block])
  if (!clean) throw new Error('A cleaned lesson is missing')
  const plan = async (db: Db): Promise<Changes> => {
    const [day] = await daysOn(db, calendar, [date])
    const there: StoredBlock[] = day?.blocks ?? []
    const before = there.find(({ id }) => id === clean.id)
    const saved = (was: StoredBlock) => stored({ ...clean, order: clean.order ?? was.order }, was)
    const edit = replacing(date, (was) => (was.id === clean.id ? saved(was) : was), version)
    // A day of another version is refused as stale before anything else about it matters.
    if (version !== undefined && version !== (day?.version ?? 0)) return { edits: [edit] }
    if (!before) throw new Refused('not_found', 'This lesson isn’t on that day anymore.')
    const change = { before, after: saved(before) }
    const days = until > date ? await outlineBetween(db, calendar, addDays(date, 1), until) : []
    const later = laterLessons(days, { date, until, ...change }, await classesOf(db, calendar))
    const edits = later.map(({ date, blocks }) => {
      const ids = new Set(blocks.map(({ id }) => id))
      return replacing(date, (one) => (ids.has(one.id) ? shared(one, change) : one))
    })
    return { edits: [edit, ...edits] }
  }
  return changeDays(db, { ...call, kind: 'save', plan })
}
