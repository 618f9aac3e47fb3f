import { Suspense, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const TakePart = lazyPart(async () => (await import('./take-dialog.tsx')).TakeDialog)
const ImportPart = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

/**
 * Registers the commands that bring lessons in and take them out, and shows their dialogs. Only in the user's own calendar, and bringing in
 * only while the user can change it.
 */
export const InAndOut = () => {
  const { kind, mayAddLessons } = useCalendar()
  const [open, setOpen] = useState<'import' | 'take'>()
  const close = () => setOpen(undefined)
  const commands: Command[] = [
    ...(mayAddLessons
      ? ([
          {
            id: 'import',
            label: 'Bring in what you have…',
            group: 'Plan',
            words: 'import upload file csv ics calendar spreadsheet excel sheets word docs docx paste planbook archive move',
            run: () => setOpen('import'),
          },
        ] as const)
      : []),
    ...(kind === 'own'
      ? ([
          {
            id: 'take-with-you',
            label: 'Take it with you…',
            group: 'Plan',
            words: 'export download save file word docx pdf csv spreadsheet excel sheets markdown md ics calendar leave',
            run: () => setOpen('take'),
          },
        ] as const)
      : []),
  ]
  useCommands(commands)
  return (
    <Suspense>
      {open === 'import' && <ImportPart onClose={close} />}
      {open === 'take' && <TakePart onClose={close} />}
    </Suspense>
  )
}
