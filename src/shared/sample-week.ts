/**
 * A fourth-grade teacher's sample timetable and lessons. Offered to new teachers as a starting point, and also used by `npm run dev` and
 * the screenshots.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { schoolWeekOf, weekdayOf } from './dates.ts'

/** Maps weekdays (Monday is 1) to subjects with start and end times. */
export const TIMETABLE: Record<number, [subject: string, start: string, end: string][]> = {
  1: [
    ['Morning Meeting', '08:00', '08:20'],
    ['Reading Workshop', '08:20', '09:30'],
    ['Writing', '09:30', '10:15'],
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
    ['Music', '13:15', '14:00'],
  ],
  2: [
    ['Morning Meeting', '08:00', '08:20'],
    ['Reading Workshop', '08:20', '09:30'],
    ['Writing', '09:30', '10:15'],
    ['Math', '10:30', '11:30'],
    ['Social Studies', '12:15', '13:00'],
    ['Read Aloud', '13:15', '13:45'],
  ],
  3: [
    ['Morning Meeting', '08:00', '08:20'],
    ['Reading Workshop', '08:20', '09:30'],
    ['Library', '09:30', '10:15'],
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
    ['P.E.', '13:15', '14:00'],
  ],
  4: [
    ['Morning Meeting', '08:00', '08:20'],
    ['Reading Workshop', '08:20', '09:30'],
    ['Writing', '09:30', '10:15'],
    ['Math', '10:30', '11:30'],
    ['Social Studies', '12:15', '13:00'],
    ['Art', '13:15', '14:00'],
  ],
  5: [
    ['Morning Meeting', '08:00', '08:20'],
    ['Reading Workshop', '08:20', '09:30'],
    ['Word Study', '09:30', '10:15'],
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
    ['Class Meeting', '13:15', '14:00'],
  ],
}

type SampleClass = Pick<SchoolClass, 'name' | 'color' | 'room' | 'staysOnItsDay'>

/** The classes in order, each with a color of its own. The other subjects, which are rare, have no class. */
export const SAMPLE_CLASSES: readonly SampleClass[] = [
  { name: 'Morning Meeting', color: 0, room: 'Room 12', staysOnItsDay: false },
  { name: 'Reading Workshop', color: 2, room: 'Room 12', staysOnItsDay: false },
  { name: 'Writing', color: 5, room: 'Room 12', staysOnItsDay: false },
  { name: 'Math', color: 7, room: 'Room 12', staysOnItsDay: false },
  { name: 'Science', color: 1, room: 'Room 12', staysOnItsDay: false },
  { name: 'Social Studies', color: 3, room: 'Room 12', staysOnItsDay: false },
  { name: 'Library', color: 8, room: 'Library', staysOnItsDay: true },
  { name: 'Music', color: 6, room: 'Room 12', staysOnItsDay: false },
  { name: 'P.E.', color: 4, room: 'Gym', staysOnItsDay: false },
  { name: 'Art', color: 9, room: 'Room 12', staysOnItsDay: false },
]

/** Lessons by subject, taught in order and repeated when they run out. */
const LESSONS: Record<string, string[]> = {
  'Morning Meeting': [
    '<p>Greeting, share, and the week at a glance. New seating chart.</p>',
    '<p>Greeting and news. Assign new classroom jobs.</p>',
    '<p>Birthday song for Theo. Bus change for two students.</p>',
    '<p>Set goals for conferences.</p>',
    '<p>Compliment circle, then preview next week’s calendar.</p>',
  ],
  'Reading Workshop': [
    '<p><strong>Mini-lesson:</strong> inferring character traits from dialogue.</p><ul><li><p>Partner read pp. 41–48, two sticky notes each</p></li><li><p>Exit slip: one trait, one line that proves it</p></li></ul>',
    '<p>Guided groups A and C. Everyone else: independent reading log.</p><ol><li><p>Group A: <em>Because of Winn-Dixie</em>, ch. 5</p></li><li><p>Group C: leveled reader, running records</p></li></ol>',
    '<p>Theme across two texts; start the comparison chart together.</p><ul><li><p>Whole group 15 min</p></li><li><p>Partners fill rows 2–3 of the chart</p></li></ul>',
    '<p>Book clubs meet; roles: summarizer, connector, word finder.</p><p>Listen in on club 3 (new member).</p>',
    '<p>Reading conferences: Ana, Dev, Jonah, Priya.</p><p>Everyone else finishes the weekly response letter.</p>',
  ],
  Writing: [
    '<p>Draft opinion paragraph two; conference with table 3.</p>',
    '<p>Peer review with the two-stars-and-a-wish sheet.</p>',
    '<p>Publish opinion pieces; title and hook check.</p><p><a href="https://docs.google.com/document/d/example" target="_blank" rel="noopener noreferrer nofollow">Hook examples</a></p>',
    '<p>Mini-lesson: transitions that show <em>why</em>. Add two to your draft.</p>',
  ],
  Math: [
    '<p>Equivalent fractions with area models.</p><p>Problem set 4.2, questions 1–8.</p>',
    '<p>Comparing fractions with unlike denominators; number line race.</p>',
    '<p><strong>Goal:</strong> show that fractions with the same denominator can be compared by their numerators.</p><ol><li><p>Quiz 4A, silent, 20 minutes</p></li><li><p>Fraction war in pairs; winners record each comparison with &lt; &gt; =</p></li><li><p>Exit slip: order ⅔, ¾ and ½ on a number line</p></li></ol>',
    '<p>Adding fractions with like denominators; recipe problem.</p>',
    '<p>Review stations: models, number lines, word problems. Early finishers: challenge card 7.</p>',
  ],
  Science: [
    '<p>Erosion stream tables, day 1: set up and predict.</p><ul><li><p>Trays and sand are in the blue tub</p></li><li><p>Groups of four, one recorder</p></li></ul>',
    '<p>Erosion stream tables, day 2: run, measure, sketch the delta.</p>',
    '<p>Claim, evidence, reasoning: what moved the most sand?</p>',
    '<p>Landforms walk around the schoolyard. Clipboards, pencils, coats.</p>',
  ],
  'Social Studies': [
    '<p>Regions map: landforms key and legend.</p>',
    '<p>Guest: park ranger on the river region.</p>',
    '<p>Compare two regions: climate, work, food. Venn diagram in pairs.</p>',
  ],
  'Read Aloud': ['<p><em>The Wild Robot</em>, chapter 7. Stop at the storm: predict.</p>', '<p><em>The Wild Robot</em>, chapter 9.</p>'],
  Library: [
    '<p>Return all books. Research databases with Ms. Okafor.</p>',
    '<p>Book checkout; show and tell of the new graphic novels.</p>',
  ],
  'Word Study': [
    '<p>Sort: -tion, -sion, -cian. Write the rule in your own words.</p>',
    '<p>Spelling check, then Greek roots <em>bio</em> and <em>geo</em>.</p>',
  ],
  'Class Meeting': ['<p>Clean desks, pack folders, choose jobs. Read two compliments from the jar.</p>'],
  Music: [''],
  'P.E.': [''],
  Art: ['<p>Watercolor maps: second layer.</p>', ''],
}

/** Alerts by subject and weekday. */
const ALERTS: Record<string, string> = {
  'Reading Workshop 2': 'Send Ana to the speech room at 8:45',
  'Math 3': 'Quiz papers are in the blue tray',
}

type Lesson = Omit<TimeBlock, 'id'>
type Classes = readonly Pick<SchoolClass, 'id' | 'name'>[]

/**
 * Returns the lessons for a school day. Updates `taught`, which counts how many times each subject has been taught so far. Lessons belong to
 * those of the classes that they are named after.
 */
export const sampleLessons = (day: string, taught: Map<string, number>, classes: Classes = []): Lesson[] =>
  (TIMETABLE[weekdayOf(day)] ?? []).map(([title, startTime, endTime], order) => {
    const lessons = LESSONS[title] ?? ['']
    const lesson = taught.get(title) ?? 0
    taught.set(title, lesson + 1)
    const classId = classNamed(title, classes)?.id
    const alertMessage = ALERTS[`${title} ${weekdayOf(day)}`] ?? ''
    return {
      title,
      description: lessons[lesson % lessons.length] ?? '',
      startTime,
      endTime,
      hasAlert: alertMessage !== '',
      alertMessage,
      order,
      ...(classId && { classId }),
    }
  })

/** Returns the five school days of the week that starts on `monday`, with their lessons. */
export const sampleWeek = (monday: string, classes: Classes = []): { date: string; lessons: Lesson[] }[] => {
  const taught = new Map<string, number>()
  return schoolWeekOf(monday).map((date) => ({ date, lessons: sampleLessons(date, taught, classes) }))
}
