import { Suspense, useState } from 'react'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const PanelPart = lazyPart(async () => (await import('./unplaced-panel.tsx')).UnplacedPanel)

/** Registers the command that opens the unplaced lessons, and shows their panel. */
export const UnplacedDialog = () => {
  const [isOpen, setIsOpen] = useState(false)
  const commands: Command[] = [
    { id: 'unplaced', label: 'Unplaced lessons', group: 'Plan', words: 'lost displaced inbox without a day', run: () => setIsOpen(true) },
  ]
  useCommands(commands)
  return (
    isOpen && (
      <Suspense>
        <PanelPart onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}
