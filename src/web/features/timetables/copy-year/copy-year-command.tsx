import { Suspense, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const DialogPart = lazyPart(async () => (await import('./copy-year-dialog.tsx')).CopyYearDialog)

const NONE: readonly Command[] = []

/** Registers the command that copies last year's plans, and shows its dialog. Only in a calendar that the user can change. */
export const CopyYearCommand = () => {
  const { mayAddLessons } = useCalendar()
  const [isOpen, setIsOpen] = useState(false)
  const command: Command = {
    id: 'copy-year',
    label: 'Copy last year’s plans…',
    group: 'Plan',
    words: 'previous year earlier bring back roll over reuse class',
    run: () => setIsOpen(true),
  }
  useCommands(mayAddLessons ? [command] : NONE)
  return (
    isOpen && (
      <Suspense>
        <DialogPart onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}
