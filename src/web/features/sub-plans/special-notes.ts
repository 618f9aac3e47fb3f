import type { NoteName } from '#shared/accounts/rules.ts'
import { NOTE_GUIDE } from '#shared/sub-plans/rules.ts'

type SpecialNote = {
  name: NoteName
  title: string
  about: string
  failure: string
}

/** The teacher's three notes that don't belong to a day. */
export const SPECIAL_NOTES: readonly SpecialNote[] = [
  {
    name: 'substituteInstructions',
    title: 'Substitute Instructions',
    about: 'How your classroom works, for someone new to it.',
    failure: 'Failed to save substitute instructions',
  },
  {
    name: 'emergencyProcedures',
    title: 'Emergency Procedures',
    about: 'Prints first, in its own box. Keep it short and easy to scan.',
    failure: 'Failed to update emergency procedures',
  },
  {
    name: 'studentNotes',
    title: 'Student Notes',
    about: 'What a sub should do, not a diagnosis. Use initials. Colleagues print these for you only if you allow it.',
    failure: 'Failed to update student notes',
  },
]

/** Returns this window's text followed by the text saved in another window, so that neither is lost. */
export const withTheirs = (mine: string, theirs: string): string => `${mine}<h3>Saved in another window</h3>${theirs}`

/** Returns the note's text followed by the headings from the note's guide, each with an empty paragraph. */
export const withHeadings = (text: string, name: NoteName): string =>
  text + NOTE_GUIDE[name].map((heading) => `<h3>${heading}</h3><p></p>`).join('')
