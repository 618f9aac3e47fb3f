import { describe, expect, test } from 'vitest'
import type { ShownDay, StoredBlock } from '#server/features/calendar/tables.ts'
import { cleanLessonHtml } from '#server/lib/html/lesson-html.ts'
import { Classroom } from '#shared/accounts/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { PRINT_STYLE } from '#shared/print-style.ts'
import { type SubPlan, subPlanDocument } from '#shared/sub-plans/document/rules.ts'

const block = (title: string, startTime: string, endTime: string, description: string, alertMessage = ''): StoredBlock => ({
  id: title,
  title,
  startTime,
  endTime,
  description: cleanLessonHtml(description),
  hasAlert: alertMessage !== '',
  alertMessage,
  order: 0,
})
const entry = (date: string, day: Partial<ShownDay>): ShownDay => ({
  id: date,
  userId: 'ann',
  date,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks: [],
  version: 1,
  operationId: 'o',
  ...day,
})
const WEDNESDAY = entry('2026-11-18', {
  hasNote: true,
  noteText: 'Picture day <9:40>',
  blocks: [
    block('Math & More', '10:30', '11:30', '<p><b>Goal:</b> fractions</p><ol><li>Quiz 4A</li></ol>', 'Quiz papers are in the blue tray'),
    block('Morning Meeting', '08:00', '08:20', '<p>Birthday song for Theo.</p>'),
    block('Lunch', '11:30', '12:00', ''),
    block('Science', '12:15', '13:00', '<p></p>'),
  ],
})
const FRIDAY = entry('2026-11-20', { isBlocked: true, blockedText: 'Snow day', blocks: WEDNESDAY.blocks })
const ALL = {
  emergencyProcedures: true,
  substituteInstructions: true,
  studentNotes: true,
  alerts: true,
  lessons: 'full',
  message: '',
} as const
const notes = (emergencyProcedures: string, substituteInstructions: string, studentNotes: string): SubPlan['notes'] => ({
  emergencyProcedures: cleanLessonHtml(emergencyProcedures),
  substituteInstructions: cleanLessonHtml(substituteInstructions),
  studentNotes: cleanLessonHtml(studentNotes),
})
const dayOf = (date: string, cycleDay: string, entry: ShownDay | undefined): SubPlan['days'][number] => ({
  date,
  cycleDay,
  entry,
  blocks: entry && !entry.isBlocked ? inDayOrder(entry.blocks as StoredBlock[]) : [],
})
const plan = (change: Partial<SubPlan> = {}): SubPlan => ({
  teacher: 'Maya Rivera',
  timeFormat: '12',
  timezone: 'America/New_York',
  classroom: Classroom.parse({}),
  notes: notes('<p>Fire: out the east door.</p>', '<p>The signal for quiet is a raised hand.</p>', ''),
  choices: { ...ALL, message: 'They know that I am away.\nThank you!' },
  days: [dayOf('2026-11-18', '', WEDNESDAY)],
  classes: [],
  ...change,
})
const body = (of: SubPlan): string => subPlanDocument(of).split('<body>')[1] ?? ''
/** Returns the text of each sheet. */
const sheetsOf = (of: SubPlan): string[] =>
  body(of)
    .split('<table class="sheet"')
    .slice(1)
    .map((text) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))

const CLASSROOM = {
  schoolName: 'Lincoln Elementary',
  officeEmail: 'office@lincoln.example',
  officePhone: '555-0100',
  nursePhone: '555-0102',
  nextDoor: 'Ms. Kim, Room 112',
  room: 'Room 114',
  grade: 'Grade 3',
  students: '24',
}
const LINK = 'https://plan.school.example/s/AbCdEfGhIjKlMnOpQrStUv'

test('a plan of one day, with the lines about the classroom and a link, reads as it was last approved', async () => {
  const page = subPlanDocument(plan({ classroom: CLASSROOM, linkUrl: LINK }))
  await expect(page.replace(PRINT_STYLE, '')).toMatchFileSnapshot('../../../../test/golden/sub-plan-of-one-day.html')
})

test('several days, one of them blocked and one empty, read as they were last approved', async () => {
  const days = [...plan().days, dayOf('2026-11-19', '', undefined), dayOf('2026-11-20', '', FRIDAY)]
  await expect(subPlanDocument(plan({ days })).replace(PRINT_STYLE, '')).toMatchFileSnapshot(
    '../../../../test/golden/sub-plan-of-several-days.html',
  )
})

test('days with school entries read as they were last approved', async () => {
  const school = { schoolId: 'lincoln', userBlocked: false }
  const noted = entry('2026-11-18', { ...WEDNESDAY, ...school, schoolNote: 'Buses leave at <noon>' })
  const days = [
    dayOf('2026-11-18', '', noted),
    dayOf(
      '2026-11-19',
      '',
      entry('2026-11-19', { ...school, isBlocked: true, blockedText: 'Snow day', schoolNote: 'Office open until ten' }),
    ),
    dayOf(
      '2026-11-20',
      '',
      entry('2026-11-20', {
        ...FRIDAY,
        ...school,
        userBlocked: true,
        userBlockedText: 'At a workshop',
        hasNote: true,
        noteText: 'Call home',
      }),
    ),
  ]
  await expect(subPlanDocument(plan({ days })).replace(PRINT_STYLE, '')).toMatchFileSnapshot(
    '../../../../test/golden/sub-plan-under-a-school.html',
  )
})

describe('the lines about the classroom', () => {
  test('name whom to call before the emergency procedures, and never the office’s email', () => {
    const text = body(plan({ classroom: CLASSROOM }))
    expect(text.indexOf('Who to call')).toBeLessThan(text.indexOf('Emergency procedures'))
    expect(text).toMatch(/Office.*555-0100.*Nurse.*555-0102.*Next door.*Ms\. Kim, Room 112/s)
    expect(text).not.toContain('office@')
  })

  test('stay in a plan without the emergency procedures', () => {
    const text = body(plan({ classroom: CLASSROOM, choices: { ...ALL, emergencyProcedures: false } }))
    expect(text).toContain('555-0100')
    expect(text).not.toContain('Emergency procedures')
  })

  test('are left out as far as nobody typed them', () => {
    const text = body(plan({ classroom: { ...Classroom.parse({}), room: 'Room 114' } }))
    expect(text).toContain('<dt>Room</dt><dd>114</dd>')
    expect(text).not.toMatch(/School<|Grade|Students<|Who to call|<svg/)
  })
})

test('each lesson names its room, and its class if the title doesn’t, and days their number', () => {
  const math = { id: 'math', name: 'Math', room: 'Room 12' }
  const lessons = [block('Fractions', '08:00', '08:45', ''), block('Math', '09:00', '09:45', ''), block('Art', '10:00', '10:45', '')]
  const blocks = lessons.map((one) => ({ ...one, classId: one.title === 'Art' ? 'gone' : 'math' }))
  const day = dayOf('2026-11-18', 'Day 3', entry('2026-11-18', { blocks }))
  const page = subPlanDocument(plan({ days: [day], classes: [math] }))
  expect(page).toContain('<strong>Fractions</strong><br>Math, Room 12</td>')
  expect(page).toContain('<h3>Math</h3><p class="plain">Room 12</p>')
  expect(page).toContain('<strong>Art</strong></td>')
  expect(page).toContain('Wednesday, November 18, 2026 · Day 3')
})

describe('a substitute who reads it', () => {
  test('finds safety information before any lesson, even if none was provided', () => {
    const text = body(plan({ notes: notes('<p><br></p>', '', '&nbsp;') }))
    const places = [
      'Emergency procedures',
      'Student notes',
      'Message for the substitute',
      'Day at a glance',
      'Substitute instructions',
      'How did it go?',
    ]
    expect([...places].sort((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(places)
    expect(text.match(/None provided/g)).toHaveLength(3)
  })

  test('sees the lessons in the order of the day, and which of them lack instructions', () => {
    const titles = [...body(plan()).matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)
    expect(titles).toEqual(['Morning Meeting', 'Math &amp; More', 'Lunch', 'Science'])
    expect(body(plan()).match(/No instructions provided/g)).toHaveLength(1)
  })

  test('sees lessons with the same start time in the teacher’s order, whichever ends first', () => {
    const long = { ...block('Lab', '08:00', '09:30', '<p>x</p>'), order: 0 }
    const short = { ...block('Roll call', '08:00', '08:05', '<p>x</p>'), order: 1 }
    const days = [dayOf('2026-11-18', '', entry('2026-11-18', { blocks: [short, long] }))]
    const titles = [...body(plan({ days })).matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)
    expect(titles).toEqual(['Lab', 'Roll call'])
  })

  test('gets a new page for each of several days, and a report to fill in for each day that was taught', () => {
    const days = [...plan().days, dayOf('2026-11-19', '', undefined), dayOf('2026-11-20', '', FRIDAY)]
    const [cover, wednesday, thursday, friday, report, ...rest] = sheetsOf(plan({ days }))
    expect(cover).toContain('Maya Rivera · Nov 18, 2026 – Nov 20, 2026')
    expect(wednesday).toContain('Maya Rivera · Wednesday, November 18, 2026')
    expect(thursday).toContain('No lessons scheduled')
    expect(friday).toContain('Non-instructional Day Snow day')
    expect(friday).not.toContain('Math')
    expect(report).toContain('How did it go? Wednesday, November 18, 2026')
    expect(rest).toEqual([])
  })

  test('reads times in the teacher’s format', () => {
    expect(body(plan())).toContain('12:15 PM – 1:00 PM')
    expect(body(plan({ timeFormat: '24' }))).toContain('12:15 – 13:00')
  })
})

describe('a teacher who leaves something out', () => {
  test.each([
    ['emergencyProcedures', 'east door'],
    ['substituteInstructions', 'raised hand'],
    ['studentNotes', 'Student notes'],
    ['alerts', 'blue tray'],
  ] as const)('%s: it is not in the plan', (choice, words) => {
    expect(body(plan())).toContain(words)
    expect(body(plan({ choices: { ...ALL, [choice]: false } }))).not.toContain(words)
  })

  test('the lessons’ text: the day at a glance stays', () => {
    const text = body(plan({ choices: { ...ALL, lessons: 'glance' } }))
    expect(text).toContain('Morning Meeting')
    expect(text).not.toContain('Birthday song')
  })
})

test('nothing a teacher typed can become more than text', () => {
  const evil = '</style></title><script>x()</script><img src=x onerror=x()>'
  const text = subPlanDocument(
    plan({
      teacher: evil,
      classroom: { ...CLASSROOM, schoolName: evil, room: evil, officePhone: evil, nextDoor: evil },
      linkUrl: `${LINK}${evil}`,
      notes: notes(evil, evil, evil),
      choices: { ...ALL, message: evil },
      days: [
        dayOf(
          '2026-11-18',
          '',
          entry('2026-11-18', { hasNote: true, noteText: evil, blocks: [block(evil, '08:00', '09:00', `<p>a</p>${evil}`, evil)] }),
        ),
        dayOf('2026-11-20', '', entry('2026-11-20', { isBlocked: true, blockedText: evil })),
      ],
    }),
  )
  expect(text).not.toMatch(/<(?:script|img)/i)
  expect(text.match(/<style>/g)).toHaveLength(1)
})
