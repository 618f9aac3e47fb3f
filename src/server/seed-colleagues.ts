/** Colleagues of the seeded teacher, each with weeks of lessons, plus invites with every status in both directions. */

import { aTeacher } from '#server/features/accounts/samples.ts'
import { changeDays, cleanBlocks, type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { AMPLE, calendarOf } from '#server/features/calendar/samples.ts'
import type { Status } from '#server/features/collaboration/queries.ts'
import { anInvite } from '#server/features/collaboration/samples.ts'
import { sealNotes } from '#server/features/people/policy.ts'
import { updateUser } from '#server/features/people/queries.ts'
import { credentialsByEmail } from '#server/features/sign-in/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { addDays, DAY_MS, isSchoolDay, mondayOf, todayIn, weekdayOf } from '#shared/dates.ts'
import { sampleLessons } from '#shared/sample-week.ts'
import { seedClasses } from './seed-classes.ts'

const WEEKS_BEFORE = 3
const WEEKS_AFTER = 4

type Lessons = ReturnType<typeof sampleLessons>
type Course = { times: [start: string, end: string][]; titles: string[]; texts: string[] }

/** Returns one day of lessons for a specialist who teaches a single subject to several classes. */
const courseOn = ({ times, titles, texts }: Course, day: string): Lessons =>
  times.map(([startTime, endTime], order) => {
    const turn = order + weekdayOf(day)
    const title = titles[turn % titles.length] ?? ''
    const description = texts[(turn + Number(day.slice(-2))) % texts.length] ?? ''
    return { title, description, startTime, endTime, hasAlert: false, alertMessage: '', order }
  })

const MUSIC: Course = {
  times: [
    ['08:20', '09:05'],
    ['09:15', '10:00'],
    ['10:30', '11:15'],
    ['13:15', '14:00'],
  ],
  titles: ['Music, grade 3', 'Music, grade 4', 'Choir', 'Music, grade 5', 'Recorder club'],
  texts: [
    '<p>Warm-up: echo clapping in 3/4. Then the two-part round, one half of the class each.</p>',
    '<p><strong>New song:</strong> <em>Shenandoah</em>, verse 1 by ear. Lyrics are on the piano.</p>',
    '<p>Note reading: treble clef, lines first.</p><ul><li><p>Whiteboards, five notes each</p></li><li><p>Name that note in pairs</p></li></ul>',
    '<p>Rehearse the winter concert: entrance, pieces 1 to 3, bow.</p>',
  ],
}
const MATH: Course = {
  times: [
    ['08:20', '09:20'],
    ['09:30', '10:15'],
    ['10:30', '11:30'],
    ['12:30', '13:15'],
  ],
  titles: ['Math, Room 12', 'Small group: fractions', 'Math, Room 14', 'Math lab'],
  texts: [
    '<p>Number talk: 18 × 5 in as many ways as we find.</p><p>Then workbook p. 63, questions 1–6.</p>',
    '<p>Fraction strips: order 1/2, 2/3, 3/8 and 5/6. Prove it to your partner.</p>',
    '<p><strong>Exit slip:</strong> draw 3/4 on a number line from 0 to 2.</p>',
  ],
}
const GYM: Course = {
  times: [
    ['08:30', '09:15'],
    ['09:25', '10:10'],
    ['10:40', '11:25'],
    ['12:20', '13:05'],
    ['13:15', '14:00'],
  ],
  titles: ['P.E., grade 2', 'P.E., grade 4', 'P.E., grade 1', 'P.E., grade 5', 'P.E., grade 3'],
  texts: [
    '<p>Jump rope circuit, four stations of five minutes. Ropes are in the red bin.</p>',
    '<p>Indoors if it rains: balance and rolling on the mats.</p>',
    '<p>Relay games in teams of six; the last round is silent.</p>',
  ],
}

type Colleague = {
  email: string
  displayName: string
  lessons: (day: string, taught: Map<string, number>, classes: readonly SchoolClass[]) => Lessons
  /** Status of the invite from the seeded teacher to this colleague, and of the invite in the other direction. */
  invited: Status
  invites: Status
  /** Whether this colleague shares student notes with the seeded teacher. */
  includesStudentNotes?: boolean
}
const COLLEAGUES: Colleague[] = [
  { email: 'sam.okafor@firstbell.example', displayName: 'Sam Okafor', lessons: sampleLessons, invited: 'accepted', invites: 'accepted' },
  {
    email: 'grace.liu@firstbell.example',
    displayName: 'Grace Liu',
    lessons: (day) => courseOn(MUSIC, day),
    invited: 'declined',
    invites: 'accepted',
    includesStudentNotes: true,
  },
  {
    email: 'priya.raman@firstbell.example',
    displayName: 'Priya Raman',
    lessons: (day) => courseOn(MATH, day),
    invited: 'revoked',
    invites: 'waiting',
  },
  {
    email: 'tom.becker@firstbell.example',
    displayName: 'Tom Becker',
    lessons: (day) => courseOn(GYM, day),
    invited: 'waiting',
    invites: 'declined',
  },
]

const NOTES = {
  substituteInstructions: '<p>The class list and the keys are in the top drawer. Ms. Alvarez next door knows the routines.</p>',
  emergencyProcedures: '<p>Fire: out by the east door to the flagpole. The red folder by the door has the class list.</p>',
  studentNotes: '<p>Ana has an inhaler in the front office. Jonah goes to the speech room on Tuesdays at 8:45.</p>',
}

const addWeeks = async (db: Db, userId: string, { lessons }: Colleague, { monday, now }: { monday: string; now: Date }): Promise<void> => {
  const calendar = await calendarOf(db, userId)
  // The others teach one subject to several grades.
  const classes = lessons === sampleLessons ? await seedClasses(db, userId, now) : []
  const taught = new Map<string, number>()
  const edits: DayEdit[] = []
  for (let offset = -WEEKS_BEFORE * 7; offset < (WEEKS_AFTER + 1) * 7; offset++) {
    const date = addDays(monday, offset)
    if (!isSchoolDay(date)) continue
    const blocks = await cleanBlocks(
      lessons(date, taught, classes).map((lesson) => ({ ...lesson, id: `block_${date.replaceAll('-', '')}_${lesson.order}` })),
    )
    const marks = offset === 1 ? { hasNote: true, noteText: 'Principal observation, second period.' } : {}
    edits.push({ date, to: () => ({ ...EMPTY_DAY, ...marks, blocks }) })
  }
  await changeDays(db, { calendar, actor: userId, kind: 'bulk', edits, now, quota: AMPLE })
}

type Seeded = { keys: KeyRing; userId: string; password: string; timezone: string; now: Date }

/** Adds the colleagues that don't exist yet. They all have the seeded teacher's password. */
export const seedColleagues = async (db: Db, { keys, userId, password, timezone, now }: Seeded): Promise<void> => {
  const began = new Date(now.getTime() - 2 * DAY_MS)
  const monday = mondayOf(todayIn(timezone, now.getTime()))
  for (const [place, colleague] of COLLEAGUES.entries()) {
    const { email, displayName, invited, invites, includesStudentNotes } = colleague
    if (await credentialsByEmail(db, email)) continue
    const other = await aTeacher(db, { email, displayName, password, now: began, timezone })
    await updateUser(db, other.userId, { showTutorial: false, ...sealNotes(keys, other.userId, NOTES) })
    await addWeeks(db, other.userId, colleague, { monday, now })
    const at = new Date(began.getTime() + place * 3_600_000)
    await anInvite(db, { inviter: userId, invitee: other.userId, status: invited, now: at })
    await anInvite(db, {
      inviter: other.userId,
      invitee: userId,
      status: invites,
      now: at,
      ...(includesStudentNotes && { includesStudentNotes }),
    })
  }
}
