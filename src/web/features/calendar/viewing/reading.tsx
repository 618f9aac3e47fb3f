import { statusAt } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { isReading } from './is-reading.ts'
import { READING_ANSWERS } from './read-only.ts'
import { ReadOnlyBanner } from './read-only-banner.tsx'

const BACK = 'Choose a Plan'
const leave = () => isReading.set(false)
const COMMANDS: readonly Command[] = [
  { id: 'choose-plan', label: BACK, group: 'Go to', words: 'subscribe billing back', run: leave },
  ...READING_ANSWERS,
]

/**
 * The banner above the user's own schedule after the trial or plan has ended. Explains why the schedule is read-only and has a button back
 * to the gate.
 */
export const Reading = () => {
  const ended = statusAt(useUser(), useNow()) === 'TRIALEXPIRED' ? 'Your trial has ended' : 'Your plan has ended'
  useCommands(COMMANDS)
  return (
    <ReadOnlyBanner
      title={`${ended}. You can still view, print, and export your lessons.`}
      short={ended}
      back={BACK}
      isReturn={false}
      onBack={leave}
    />
  )
}
