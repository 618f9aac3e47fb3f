/** The seeded teacher's school, with its administrator, teachers, calendar entries and invitations. */

import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { accept, invite } from '#server/features/schools/invitations/actions.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { entriesOf } from '#server/features/schools/samples.ts'
import { recordPlan, recordView } from '#server/features/schools/views/actions.ts'
import { credentialsByEmail } from '#server/features/sign-in/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { addDays, DAY_MS, daysInRange, isSchoolDay, mondayOf, todayIn } from '#shared/dates.ts'

const ADMINISTRATOR = { email: 'dana.whitfield@firstbell.example', displayName: 'Dana Whitfield' }
const NAME = 'Lincoln Elementary'
const MEMBERS = ['sam.okafor@firstbell.example', 'grace.liu@firstbell.example', 'priya.raman@firstbell.example']
/** Teachers without lessons, by how many days ago they joined. */
const OTHERS: readonly [displayName: string, daysAgo: number][] = [
  ['Amara Diaz', 76],
  ['Ben Lindqvist', 76],
  ['Elena Rossi', 71],
  ['Jonah Hale', 70],
  ['Luis Ortega', 62],
  ['Nina Park', 2],
  ['Omar Costa', 41],
  ['Ruth Adler', 33],
  ['Will Thornton', 4],
]
const VICE_PRINCIPAL = 'Jonah Hale'
const UNCONFIRMED = 'Nina Park'
/** Only one of them has an account. */
const INVITED = ['tom.becker@firstbell.example', 'rosa.delgado@firstbell.example', 'ines.castro@firstbell.example']
const HOUR_MS = 3_600_000
const SCHOOL_OPENED_DAYS_AGO = 80
const MEMBERS_JOINED_DAYS_AGO = 78

const addressOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@firstbell.example`

const MONDAY = 1
const THURSDAY = 4

/** Returns the nth of a weekday in a month. 0 is the last one of the month before. */
const nth = (month: string, count: number, weekday = MONDAY): string =>
  addDays(mondayOf(addDays(month, 7 - weekday)), weekday - 1 + 7 * (count - 1))

/** Returns the school days of a break, which starts on `from` and takes this many days. */
const breakOf = (from: string, days: number, name: string): Record<string, string> =>
  Object.fromEntries(
    daysInRange(from, addDays(from, days - 1))
      .filter(isSchoolDay)
      .map((date) => [date, name]),
  )

/** Returns the holidays of the school year that begins in August of `year`. */
const holidaysOf = (year: number): Record<string, string> => ({
  ...breakOf(nth(`${year}-09-01`, 1), 1, 'Labor Day'),
  ...breakOf(nth(`${year}-10-01`, 2), 1, 'Indigenous Peoples’ Day'),
  ...breakOf(`${year}-11-11`, 1, 'Veterans Day'),
  ...breakOf(addDays(nth(`${year}-11-01`, 4, THURSDAY), -1), 3, 'Thanksgiving break'),
  ...breakOf(mondayOf(`${year}-12-24`), 12, 'Winter break'),
  ...breakOf(nth(`${year + 1}-01-01`, 3), 1, 'Martin Luther King Jr. Day'),
  ...breakOf(nth(`${year + 1}-02-01`, 3), 5, 'February break'),
  ...breakOf(nth(`${year + 1}-04-01`, 1), 5, 'Spring break'),
  ...breakOf(nth(`${year + 1}-06-01`, 0), 1, 'Memorial Day'),
})

const notesOf = (year: number): Record<string, string> => ({
  [`${year}-08-26`]: 'First day of school',
  [nth(`${year}-10-01`, 4)]: 'Picture day',
  [nth(`${year}-12-01`, 2, THURSDAY)]: 'Winter concert at 6:30 PM',
  [nth(`${year + 1}-03-01`, 1)]: 'Read Across America',
})

/**
 * Returns the school's calendar entries: a note next week, and the holidays and notes of the school year, except in this week and the next,
 * so that the sample teacher's lessons are visible.
 */
const entriesAround = (today: string) => {
  const monday = mondayOf(today)
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '07' ? 1 : 0)
  const isFar = ([date]: [string, string]) => date < monday || date > addDays(monday, 13)
  return Object.fromEntries([
    [addDays(monday, 8), { hasNote: true, noteText: 'Early dismissal: buses leave at 12:30.' }],
    ...Object.entries(holidaysOf(year))
      .filter(isFar)
      .map(([date, blockedText]) => [date, { isBlocked: true, blockedText }]),
    ...Object.entries(notesOf(year))
      .filter(isFar)
      .map(([date, noteText]) => [date, { hasNote: true, noteText }]),
  ])
}

type Seeded = { userId: string; email: string; password: string; timezone: string; now: Date }

/** Adds the school if it doesn't exist yet. Returns its administrator, who has the seeded teacher's password. */
export const seedSchool = async (db: Db, { userId, email, password, timezone, now }: Seeded): Promise<{ email: string }> => {
  if (await credentialsByEmail(db, ADMINISTRATOR.email)) return ADMINISTRATOR
  const began = new Date(now.getTime() - 47 * HOUR_MS)
  const administrator = await aTeacher(db, { ...ADMINISTRATOR, password, now: began, timezone })
  await updateUser(db, administrator.userId, { showTutorial: false })
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const schoolId = await openSchool(db, { name: NAME, timezone, email: ADMINISTRATOR.email }, daysAgo(SCHOOL_OPENED_DAYS_AGO))
  const by = (hours: number) => ({ actorId: administrator.userId, schoolId, at: new Date(began.getTime() + hours * HOUR_MS) })
  for (const member of [email, ...MEMBERS]) {
    const person = await credentialsByEmail(db, member)
    if (!person) continue
    const { id } = await invite(db, by(1), member, CLOSED_MAIL_QUEUE)
    await accept(db, person.userId, id, daysAgo(MEMBERS_JOINED_DAYS_AGO), CLOSED_MAIL_QUEUE)
  }
  for (const [name, days] of OTHERS) {
    const person = { email: addressOf(name), displayName: name, isConfirmed: name !== UNCONFIRMED }
    const other = await aTeacher(db, { ...person, password, now: daysAgo(days), timezone })
    await updateUser(db, other.userId, { showTutorial: false })
    const isAdministrator = name === VICE_PRINCIPAL
    await joinSchool(db, other.userId, { schoolId, at: daysAgo(days), isAdministrator })
  }
  for (const address of INVITED) await invite(db, by(3), address, CLOSED_MAIL_QUEUE)
  await entriesOf(db, { id: schoolId, name: NAME, administrator }, entriesAround(todayIn(timezone, now.getTime())), by(4).at)
  await recordView(db, by(20), userId)
  await recordPlan(db, by(21), userId)
  return ADMINISTRATOR
}
