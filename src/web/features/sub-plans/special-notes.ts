import type { NoteName } from '#shared/sub-plans/rules.ts'

type SpecialNote = {
  name: NoteName
  title: string
  about: string
  failure: string
  /** What belongs there, as headings to write under. */
  headings: readonly string[]
}

/** The three notes of a teacher that do not belong to a day. */
export const SPECIAL_NOTES: readonly SpecialNote[] = [
  {
    name: 'substituteInstructions',
    title: 'Substitute Instructions',
    about: 'How the room works, for someone who has never been in it.',
    failure: 'Failed to save substitute instructions',
    headings: [
      'Attendance: how, by when, to whom',
      'Where things are: roster, seating chart, materials',
      'Routines: quiet signal, restroom, transitions, devices',
      'Behavior: expectations, consequences, who to send for',
      'Students who can help',
      'Lunch, recess and duties',
      'If a class finishes early',
      'If the technology fails (where the guest login is kept)',
      'Dismissal and buses',
    ],
  },
  {
    name: 'emergencyProcedures',
    title: 'Emergency Procedures',
    about: 'Printed first, in a box of its own. Short lines are read fastest.',
    failure: 'Failed to update emergency procedures',
    headings: [
      'Whom to call: office, nurse, teacher next door',
      'Fire',
      'Lockdown',
      'Severe weather',
      'Medical emergency',
      'Way out and meeting place',
      'Where the keys, roster and kit hang',
    ],
  },
  {
    name: 'studentNotes',
    title: 'Student Notes',
    about: 'Only what a substitute must know. Write what to do, not a diagnosis.',
    failure: 'Failed to update student notes',
    headings: [
      'Medical and allergy alerts, and where the medication is',
      'Who may pick up, and who may not',
      'Support: what to do, for whom, at what time',
      'Aides and students who leave the room, with times',
      'Names as they are said',
    ],
  },
]

/** What was written here with what the note has become elsewhere beneath it: nothing of either is lost. */
export const withTheirs = (mine: string, theirs: string): string => `${mine}<h3>Saved elsewhere in the meantime</h3>${theirs}`

/** The note's text with the headings of its guide after it, each with a line to write on. */
export const withHeadings = (text: string, { headings }: SpecialNote): string =>
  text + headings.map((heading) => `<h3>${heading}</h3><p></p>`).join('')
