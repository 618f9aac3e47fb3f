import { NOTE_GUIDE, type NoteName } from '#shared/sub-plans/rules.ts'

type SpecialNote = {
  name: NoteName
  title: string
  about: string
  failure: string
}

/** The three notes of a teacher that do not belong to a day. */
export const SPECIAL_NOTES: readonly SpecialNote[] = [
  {
    name: 'substituteInstructions',
    title: 'Substitute Instructions',
    about: 'How the room works, for someone who has never been in it.',
    failure: 'Failed to save substitute instructions',
  },
  {
    name: 'emergencyProcedures',
    title: 'Emergency Procedures',
    about: 'Printed first, in a box of its own. Short lines are read fastest.',
    failure: 'Failed to update emergency procedures',
  },
  {
    name: 'studentNotes',
    title: 'Student Notes',
    about: 'Only what a substitute must know. Write what to do, not a diagnosis.',
    failure: 'Failed to update student notes',
  },
]

/** Returns the text written here followed by the text saved elsewhere, so that neither is lost. */
export const withTheirs = (mine: string, theirs: string): string => `${mine}<h3>Saved elsewhere in the meantime</h3>${theirs}`

/** The note's text with the headings of its guide after it, each with a line to write on. */
export const withHeadings = (text: string, name: NoteName): string =>
  text + NOTE_GUIDE[name].map((heading) => `<h3>${heading}</h3><p></p>`).join('')
