import { type Command, runCommand } from '#web/lib/input/commands.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Says why templates can't be applied to another teacher's schedule. */
export const NO_TEMPLATES = "Read-Only Mode: You cannot apply templates while viewing another teacher's schedule."

type Answer = Pick<Command, 'id' | 'label' | 'key' | 'words'> & { act: string }

/** Commands that change a schedule. */
const CHANGES: readonly Answer[] = [
  { act: 'add lessons', id: 'add-block', label: 'Add lesson', key: 'n', words: 'new create time block' },
  { act: 'undo changes', id: 'undo', label: 'Undo', key: 'Mod+z', words: 'take back revert' },
  { act: 'redo changes', id: 'redo', label: 'Redo', key: 'Mod+Shift+z', words: 'again' },
  { act: 'block out days', id: 'block-out', label: 'Block out this day', words: 'non-instructional day off holiday' },
  { act: 'add notes', id: 'add-note', label: 'Add note to this day', words: 'write reminder' },
  { act: 'repeat lessons', id: 'repeat-week', label: 'Repeat this week…', key: 'r', words: 'until copy every weekly' },
  { act: 'repeat lessons', id: 'repeat-day', label: 'Repeat this day…', words: 'until copy every daily' },
]
/** Commands that still open a read-only dialog in the user's own calendar, but not in another user's. */
const MANAGERS: readonly Answer[] = [
  {
    act: 'change days off and notes',
    id: 'manage-marks',
    label: 'Manage Blockouts and Notes',
    words: 'non-instructional holiday break',
  },
  {
    act: 'apply templates',
    id: 'manage-templates',
    label: 'Manage templates',
    words: 'manager bell schedule daily weekly time block',
  },
]

/** The way back from a read-only schedule, which its banner also has. */
const BACK = {
  own: { label: 'Choose a Plan', onPress: () => runCommand('choose-plan') },
  viewed: { label: 'Return to My Schedule', onPress: () => runCommand('return') },
} as const

const answersOf = (answers: readonly Answer[], isOwn: boolean): Command[] =>
  answers.map(({ act, ...command }) => ({
    ...command,
    group: 'Plan',
    run: () => {
      const why = isOwn ? `Choose a plan to ${act}.` : `You can’t ${act} in another teacher’s schedule.`
      const words = command.id === 'manage-templates' ? { title: NO_TEMPLATES } : { title: 'Read-only', description: why }
      showToast({ ...words, action: isOwn ? BACK.own : BACK.viewed })
    },
  }))

/** Commands that explain why another user's schedule can't be changed. */
export const VIEWING_ANSWERS = answersOf([...CHANGES, ...MANAGERS], false)
/** Commands that explain why the user's own schedule can't be changed. */
export const READING_ANSWERS = answersOf(CHANGES, true)
