import { randomUUID } from 'node:crypto'
import { changeDays } from '#server/features/calendar/actions.ts'
import { AMPLE, aBlock, calendarOf } from '#server/features/calendar/samples.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { aClass } from '#server/features/classes/samples.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { NewTimetable } from '#shared/timetables/contract.ts'
import { createTimetable } from './actions.ts'

type Owned = { owner: string; now?: Date }

/** Lays down a timetable in a cycle of six days with one class, as if the teacher had done it. Returns its id. */
export const aTimetable = async (
  db: Db,
  { owner, now = new Date(), className: name = 'Robotics', ...more }: Owned & { className?: string } & Partial<NewTimetable>,
): Promise<string> => {
  const { id: classId } = await aClass(db, { owner, name, now })
  const body: NewTimetable = {
    firstDay: '2026-11-16',
    lastDay: '2026-12-18',
    rhythm: { kind: 'cycle', days: 6, onDayOff: 'wait' },
    rows: [{ startTime: '12:15', endTime: '13:00' }],
    cells: [1, 2, 3, 4, 5, 6].map((day) => ({ day, row: 0, classId })),
    fixed: [],
    classes: [],
    from: '2026-11-16',
    existing: 'keep',
    setByHand: {},
    joins: {},
    breaks: [],
    ...more,
  }
  return (await createTimetable(db, { calendar: await calendarOf(db, owner), actor: owner, now, quota: AMPLE }, body)).id
}

/** Creates an unplaced lesson in a teacher's calendar. Returns its id. */
export const anUnplacedLesson = async (db: Db, { owner, now = new Date() }: Owned): Promise<string> => {
  const id = randomUUID()
  const content = { block: aBlock() as StoredBlock, date: '2026-12-16', reason: 'Math ends on December 15' }
  await changeDays(db, {
    calendar: await calendarOf(db, owner),
    actor: owner,
    kind: 'timetable',
    edits: [],
    records: [{ kind: 'unplaced', id, to: () => content }],
    now,
    quota: AMPLE,
  })
  return id
}
