import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { changeDays, cleanBlocks, type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { credentialsByEmail } from '#server/features/sign-in/queries.ts'
import { addTemplates, cleanDay, type TemplateOwner } from '#server/features/templates/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { addDays, DAY_MS, mondayOf, todayIn } from '#shared/dates.ts'
import { sampleLessons, TIMETABLE } from '#shared/sample-week.ts'
import { seedClasses } from './seed-classes.ts'
import { seedColleagues } from './seed-colleagues.ts'
import { seedSchool } from './seed-school.ts'
import { seedUsers } from './seed-users.ts'

const ADMIN = { email: 'avery.cole@firstbell.example', displayName: 'Avery Cole' }
const EMAIL = 'maya.rivera@firstbell.example'
const PASSWORD = 'first-bell-rings'
const TIMEZONE = 'America/New_York'
/** The device of the sample teacher's first session. */
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const WEEKS_BEFORE = 10
const WEEKS_AFTER = 6

/** Notes, keyed by days since this week's Monday. */
const NOTES: Record<number, string> = {
  [-14]: 'Field trip forms due.',
  [-4]: 'Fire drill at 9:50.',
  3: 'Picture day: class photo at 1:10 in the gym.',
  9: 'Report card comments due Friday.',
  22: 'Winter concert rehearsal, 10:00.',
}
const BLOCK_OUTS: Record<number, string> = {
  [-28]: 'Teacher professional day',
  4: 'Parent–teacher conferences',
  9: 'FALL BREAK',
  10: 'FALL BREAK',
  11: 'FALL BREAK',
}

const blocksOn = (day: string, taught: Map<string, number>, classes: readonly SchoolClass[]): TimeBlock[] =>
  sampleLessons(day, taught, classes).map((lesson) => ({ ...lesson, id: `block_${day.replaceAll('-', '')}_${lesson.order}` }))

/** Returns the bell schedule for a weekday, without lessons. */
const scheduleOf = (weekday: number, classes: readonly SchoolClass[]) =>
  cleanDay(
    (TIMETABLE[weekday] ?? []).map(([title, startTime, endTime]) => ({
      title,
      startTime,
      endTime,
      description: '',
      hasAlert: false,
      alertMessage: '',
      classId: classNamed(title, classes)?.id ?? null,
    })),
  )

const seedTemplates = async (db: Db, owner: TemplateOwner, classes: readonly SchoolClass[]): Promise<void> => {
  const week = {
    mondayBlocks: await scheduleOf(1, classes),
    tuesdayBlocks: await scheduleOf(2, classes),
    wednesdayBlocks: await scheduleOf(3, classes),
    thursdayBlocks: await scheduleOf(4, classes),
    fridayBlocks: await scheduleOf(5, classes),
  }
  await addTemplates(db, owner, 'weekly', [{ name: 'Normal week', content: week }])
  await addTemplates(db, owner, 'daily', [
    { name: 'Normal day', content: { blocks: week.mondayBlocks } },
    { name: 'Early dismissal', content: { blocks: week.mondayBlocks.filter(({ endTime }) => endTime <= '12:00') } },
  ])
}

const CLASSROOM = {
  schoolName: 'Lincoln Elementary',
  officeEmail: 'office@lincoln.firstbell.example',
  officePhone: '(555) 010-0140',
  nursePhone: '(555) 010-0142',
  nextDoor: 'Ms. Alvarez, Room 112',
  room: '114',
  grade: '3rd',
  students: '24',
}

/** Adds a teacher with a term of lessons around today. Returns the teacher's id. */
const seedTeacher = async (db: Db, now: Date): Promise<string> => {
  const trialBegan = new Date(now.getTime() - 2 * DAY_MS)
  const { userId } = await aTeacher(db, {
    email: EMAIL,
    displayName: 'Maya Rivera',
    password: PASSWORD,
    now: trialBegan,
    timezone: TIMEZONE,
    userAgent: CHROMEBOOK,
  })
  // A teacher who has planned a term has already seen the tour.
  await updateUser(db, userId, { showTutorial: false, classroom: CLASSROOM })
  const calendar = await calendarOf(db, userId)
  const classes = await seedClasses(db, userId, now)
  const monday = mondayOf(todayIn(TIMEZONE, now.getTime()))
  const taught = new Map<string, number>()
  for (let week = -WEEKS_BEFORE; week <= WEEKS_AFTER; week++) {
    const edits: DayEdit[] = []
    for (const weekday of [0, 1, 2, 3, 4]) {
      const offset = week * 7 + weekday
      const date = addDays(monday, offset)
      const blockedText = BLOCK_OUTS[offset] ?? null
      const noteText = NOTES[offset] ?? null
      const day = {
        ...EMPTY_DAY,
        isBlocked: blockedText !== null,
        blockedText,
        hasNote: noteText !== null,
        noteText,
        blocks: await cleanBlocks(blocksOn(date, taught, classes)),
      }
      edits.push({ date, to: () => day })
    }
    await changeDays(db, { calendar, actor: userId, kind: 'bulk', edits, now, quota: AMPLE })
  }
  await seedTemplates(db, { calendar, quota: AMPLE }, classes)
  return userId
}

const seedAdmin = async (db: Db, now: Date): Promise<void> => {
  if (await credentialsByEmail(db, ADMIN.email)) return
  const { userId } = await aTeacher(db, { ...ADMIN, password: PASSWORD, now, timezone: TIMEZONE })
  await updateUser(db, userId, { showTutorial: false })
  await makeAdmin(db, ADMIN.email, now)
}

type Seeded = { email: string; password: string; administrator: string; admin: string }

/**
 * Adds a realistic teacher with a term of lessons around today, colleagues, a school, a platform admin and users of other schools, unless
 * they already exist.
 * Always returns the sign-in details. The teacher, the school administrator and the platform admin share one password.
 */
export const seed = async (db: Db, keys: KeyRing, now: Date): Promise<Seeded> => {
  const userId = (await credentialsByEmail(db, EMAIL))?.userId ?? (await seedTeacher(db, now))
  const seeded = { userId, email: EMAIL, password: PASSWORD, timezone: TIMEZONE, now }
  await seedColleagues(db, { keys, ...seeded })
  const { email: administrator } = await seedSchool(db, seeded)
  await seedAdmin(db, now)
  await seedUsers(db, seeded)
  return { email: EMAIL, password: PASSWORD, administrator, admin: ADMIN.email }
}
