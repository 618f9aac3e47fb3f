import { Suspense, useState } from 'react'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const ChangesDialogPart = lazyPart(async () => (await import('./changes-dialog.tsx')).ChangesDialog)

/** Opens the last changes from a command. */
export const ChangesCommand = () => {
  const [isOpen, setIsOpen] = useState(false)
  const commands: Command[] = [
    {
      id: 'changes',
      label: 'Changes',
      group: 'Plan',
      words: 'undo list history of changes last recent revert',
      run: () => setIsOpen(true),
    },
  ]
  useCommands(commands)
  return <Suspense>{isOpen && <ChangesDialogPart onClose={() => setIsOpen(false)} />}</Suspense>
}
