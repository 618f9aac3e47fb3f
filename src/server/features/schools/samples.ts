import { eq } from 'drizzle-orm'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { changeDays, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { schoolCalendar } from '#server/features/calendar/policy.ts'
import { AMPLE } from '#server/features/calendar/samples.ts'
import { calendars } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { DayContent } from '#shared/calendar/contract.ts'
import { insertSchool, joinSchool } from './queries.ts'

type Person = Awaited<ReturnType<typeof aTeacher>>
export type ASchool = { id: string; name: string; administrator: Person }

let count = 0

/** Creates a school with an administrator, Priya Shah, and `members` other teachers. */
export const aSchoolWith = async (db: Db, { now = new Date(), name = `School ${++count}`, members = 0 } = {}): Promise<ASchool> => {
  const administrator = await aTeacher(db, { displayName: 'Priya Shah', now })
  const id = await insertSchool(db, { name, timezone: 'America/New_York', createdAt: now })
  await joinSchool(db, administrator.userId, { schoolId: id, at: now, isAdministrator: true })
  const { people } = members > 0 ? await aSchool(db, { teachers: members, now }) : { people: [] }
  for (const userId of people) await joinSchool(db, userId, { schoolId: id, at: now, isAdministrator: false })
  return { id, name, administrator }
}

/** Creates a teacher who has joined a school. */
export const aMember = async (db: Db, { id }: ASchool, given: Parameters<typeof aTeacher>[1] = {}): Promise<Person> => {
  const person = await aTeacher(db, given)
  await joinSchool(db, person.userId, { schoolId: id, at: given.now ?? new Date(), isAdministrator: false })
  return person
}

/** Saves entries in a school's calendar, as if its administrator had saved them. */
export const entriesOf = async (db: Db, { id, administrator }: ASchool, days: Record<string, Partial<DayContent>>, now = new Date()) => {
  const [calendar] = await db.select({ id: calendars.id }).from(calendars).where(eq(calendars.schoolId, id))
  const school = { id, calendarId: calendar?.id ?? '', isAdministrator: true }
  const edits = Object.entries(days).map(([date, day]) => ({ date, to: () => ({ ...EMPTY_DAY, ...day, blocks: [] }) }))
  return changeDays(db, { calendar: schoolCalendar({ school }), actor: administrator.userId, kind: 'save', edits, now, quota: AMPLE })
}
