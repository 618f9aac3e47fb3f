/**
 * Applies simple rules to the teacher's text to find gaps in a sub plan that would keep a substitute from teaching it. The dialog lists the
 * gaps, and the sub plan marks each one in place.
 */
import type { Classroom } from '#shared/accounts/contract.ts'
import type { NoteName, SpecialNotes } from '#shared/accounts/rules.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { isBlank, plainText } from '#shared/plain-text.ts'

/** The place to add missing information: a special note, perhaps under a heading of its guide, a day, or a block on that day. */
export type FixTarget = { note: NoteName; heading?: string } | { date: string; blockId?: string }
export type Gap = { message: string; place: FixTarget }

const ATTENDANCE_HEADING = 'Attendance: how to take it, and when to send it'
const DISMISSAL_HEADING = 'Dismissal and buses'

/** Suggested headings for each note. */
export const NOTE_GUIDE: Record<NoteName, readonly string[]> = {
  substituteInstructions: [
    ATTENDANCE_HEADING,
    'Where things are: roster, seating chart, materials',
    'Routines: quiet signal, restroom, transitions, devices',
    'Behavior: expectations, consequences, who to call',
    'Students who can help',
    'Lunch, recess, and duties',
    'If you finish early',
    'If technology fails (and where to find the guest login)',
    DISMISSAL_HEADING,
  ],
  emergencyProcedures: [
    'Who to call: office, nurse, teacher next door',
    'Fire',
    'Lockdown',
    'Severe weather',
    'Medical emergency',
    'Exit route and meeting spot',
    'Where to find the keys, roster, and emergency kit',
  ],
  studentNotes: [
    'Medical and allergy alerts, and where medication is kept',
    'Who can and can’t pick up',
    'Support: who needs what, and when',
    'Aides and pull-outs, with times',
    'How to say students’ names',
  ],
}

/** Earlier wordings of the headings, which teachers' notes may still contain, and their current ones. */
const FORMER_HEADINGS: Record<string, string> = {
  'Attendance: how, by when, to whom': 'Attendance: how to take it, and when to send it',
  'Behavior: expectations, consequences, who to send for': 'Behavior: expectations, consequences, who to call',
  'Lunch, recess and duties': 'Lunch, recess, and duties',
  'If a class finishes early': 'If you finish early',
  'If the technology fails (where the guest login is kept)': 'If technology fails (and where to find the guest login)',
  'Whom to call: office, nurse, teacher next door': 'Who to call: office, nurse, teacher next door',
  'Way out and meeting place': 'Exit route and meeting spot',
  'Where the keys, roster and kit hang': 'Where to find the keys, roster, and emergency kit',
  'Medical and allergy alerts, and where the medication is': 'Medical and allergy alerts, and where medication is kept',
  'Who may pick up, and who may not': 'Who can and can’t pick up',
  'Support: what to do, for whom, at what time': 'Support: who needs what, and when',
  'Aides and students who leave the room, with times': 'Aides and pull-outs, with times',
  'Names as they are said': 'How to say students’ names',
}
const NOTE_HEADINGS = new Set(Object.values(NOTE_GUIDE).flat())

/** Returns the guide's current wording of a note's heading. Returns other headings unchanged. */
export const currentHeading = (heading: string): string =>
  Object.hasOwn(FORMER_HEADINGS, heading) ? (FORMER_HEADINGS[heading] ?? heading) : heading
const HEADING = /^<h[1-4][^>]*>.*?<\/h[1-4]>/s

/** Removes guide headings that have no text below them. */
const withoutBareHeadings = (note: string): string =>
  note
    .split(/(?=<h[1-4][\s>])/)
    .filter((part) => {
      const [heading = ''] = HEADING.exec(part) ?? []
      return !NOTE_HEADINGS.has(currentHeading(plainText(heading))) || !isBlank(part.slice(heading.length))
    })
    .join('')

/** Returns whether a special note has no text, apart from the guide's headings. */
export const isNoteEmpty = (note: string): boolean => isBlank(withoutBareHeadings(note))

/** Titles of blocks that don't need instructions. */
const ROUTINE = /\b(?:lunch|recess|break|prep|planning|snack|dismissal|bus(?:es)?|arrival|pack[ -]?up|nap|rest|passing|duty)\b/i
const DISMISSAL = /\b(?:dismiss\w*|bus(?:es)?|pick[ -]?ups?|go(?:es|ing)? home|end of (?:the )?day)\b/i
const ATTENDANCE = /\b(?:attendance|roll[ -]?call|register|absent|absences)\b/i

/** True if a sub would have to teach this block without any instructions. */
export const lacksInstructions = ({ title, description }: TimeBlock): boolean => isBlank(description) && !ROUTINE.test(title)

const gapsOfDay = (date: string, day: CalendarDay | undefined): Gap[] => {
  if (day?.isBlocked) return []
  const blocks = inDayOrder(day?.blocks ?? [])
  const name = formatDay(date, 'medium')
  if (blocks.length === 0) return [{ message: `${name} has no lessons`, place: { date } }]
  return blocks
    .filter(lacksInstructions)
    .map((block) => ({ message: `${name}: ${block.title} has no instructions`, place: { date, blockId: block.id } }))
}

const writtenIn = (notes: SpecialNotes, days: readonly CalendarDay[]): string =>
  [
    ...[notes.substituteInstructions, notes.emergencyProcedures, notes.studentNotes].map((note) => plainText(note)),
    ...days.flatMap(({ noteText, blocks }) => [
      noteText ?? '',
      ...blocks.flatMap(({ title, description }) => [title, plainText(description)]),
    ]),
  ].join('\n')

/**
 * Returns the gaps in a sub plan for these dates, most serious first. `days` contains the days that aren't empty. Blocked days, and lessons
 * that a short day leaves out, have no gaps.
 */
export const gapsOf = (dates: readonly string[], days: readonly CalendarDay[], given: SpecialNotes): Gap[] => {
  const notes = {
    emergencyProcedures: withoutBareHeadings(given.emergencyProcedures),
    studentNotes: withoutBareHeadings(given.studentNotes),
    substituteInstructions: withoutBareHeadings(given.substituteInstructions),
  }
  const byDate = new Map(days.map((day) => [day.date, { ...day, blocks: day.blocks.filter(({ usual }) => !usual?.isLeftOut) }]))
  const taught = dates.filter((date) => !byDate.get(date)?.isBlocked)
  if (taught.length === 0) return []
  const written = writtenIn(
    notes,
    taught.flatMap((date) => byDate.get(date) ?? []),
  )
  const gaps: (Gap | false)[] = [
    isBlank(notes.emergencyProcedures) && { message: 'Emergency procedures are missing', place: { note: 'emergencyProcedures' } },
    isBlank(notes.studentNotes) && {
      message: 'Student notes are missing (medical alerts, support, pickup)',
      place: { note: 'studentNotes' },
    },
    isBlank(notes.substituteInstructions) && { message: 'Substitute instructions are missing', place: { note: 'substituteInstructions' } },
    !ATTENDANCE.test(written) && {
      message: 'Attendance directions are missing',
      place: { note: 'substituteInstructions', heading: ATTENDANCE_HEADING },
    },
    !DISMISSAL.test(written) && {
      message: 'Dismissal directions are missing (buses, pickup)',
      place: { note: 'substituteInstructions', heading: DISMISSAL_HEADING },
    },
    ...taught.flatMap((date) => gapsOfDay(date, byDate.get(date))),
  ]
  return gaps.filter((gap) => gap !== false)
}

/** A school's office, as its administrators entered it. Null where they left a line empty. */
export type SchoolOffice = { name: string; officeEmail: string | null; officePhone: string | null }

/** Returns the lines about a teacher's classroom, in which those of the school, if any, replace the teacher's. */
export const classroomWith = (own: Classroom, school: SchoolOffice | null): Classroom => ({
  ...own,
  schoolName: school?.name ?? own.schoolName,
  officeEmail: school?.officeEmail ?? own.officeEmail,
  officePhone: school?.officePhone ?? own.officePhone,
})
