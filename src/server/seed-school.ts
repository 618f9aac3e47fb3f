/** The seeded teacher's school, with its administrator, teachers, calendar entries and invitations. */

import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { accept, invite } from '#server/features/schools/invitations/actions.ts'
import { entriesOf } from '#server/features/schools/samples.ts'
import { recordPlan, recordView } from '#server/features/schools/views/actions.ts'
import { credentialsByEmail } from '#server/features/sign-in/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { addDays, daysInRange, mondayOf, todayIn } from '#shared/dates.ts'

const ADMINISTRATOR = { email: 'dana.whitfield@firstbell.example', displayName: 'Dana Whitfield' }
const NAME = 'Lincoln Elementary'
const MEMBERS = ['sam.okafor@firstbell.example', 'grace.liu@firstbell.example', 'priya.raman@firstbell.example']
/** Only one of them has an account. */
const INVITED = ['tom.becker@firstbell.example', 'rosa.delgado@firstbell.example']
const HOUR_MS = 3_600_000

/** Returns the school's calendar entries: a note next week, and a week off starting on the second Monday of next month. */
const entriesAround = (today: string) => {
  const nextMonth = `${addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
  const secondMonday = addDays(mondayOf(addDays(nextMonth, 6)), 7)
  const monday = mondayOf(today)
  const closed = { isBlocked: true, blockedText: 'School closed: district break' }
  return {
    [addDays(monday, 8)]: { hasNote: true, noteText: 'Early dismissal: buses leave at 12:30.' },
    ...Object.fromEntries(daysInRange(secondMonday, addDays(secondMonday, 4)).map((date) => [date, closed])),
  }
}

type Seeded = { userId: string; email: string; password: string; timezone: string; now: Date }

/** Adds the school if it doesn't exist yet. Returns its administrator, who has the seeded teacher's password. */
export const seedSchool = async (db: Db, { userId, email, password, timezone, now }: Seeded): Promise<{ email: string }> => {
  if (await credentialsByEmail(db, ADMINISTRATOR.email)) return ADMINISTRATOR
  const began = new Date(now.getTime() - 47 * HOUR_MS)
  const administrator = await aTeacher(db, { ...ADMINISTRATOR, password, now: began, timezone })
  await updateUser(db, administrator.userId, { showTutorial: false })
  const schoolId = await openSchool(db, { name: NAME, timezone, email: ADMINISTRATOR.email }, began)
  const by = (hours: number) => ({ actorId: administrator.userId, schoolId, at: new Date(began.getTime() + hours * HOUR_MS) })
  for (const member of [email, ...MEMBERS]) {
    const person = await credentialsByEmail(db, member)
    if (!person) continue
    const { id } = await invite(db, by(1), member, CLOSED_MAIL_QUEUE)
    await accept(db, person.userId, id, by(2).at, CLOSED_MAIL_QUEUE)
  }
  for (const address of INVITED) await invite(db, by(3), address, CLOSED_MAIL_QUEUE)
  await entriesOf(db, { id: schoolId, name: NAME, administrator }, entriesAround(todayIn(timezone, now.getTime())), by(4).at)
  await recordView(db, by(20), userId)
  await recordPlan(db, by(21), userId)
  return ADMINISTRATOR
}
