import { Suspense, useState } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useAiAccess } from './ai-access.ts'

const InstructionsPart = lazyPart(async () => (await import('./instructions-dialog.tsx')).InstructionsDialog)
const NONE: Command[] = []

/** Registers the custom instructions command for users with AI access, and renders its dialog. */
export const WritingDialogs = () => {
  const { aiFeatureFlag } = useUser()
  const { isThere } = useAiAccess()
  const [isOpen, setIsOpen] = useState(false)
  const commands: Command[] = [
    {
      id: 'ai-instructions',
      label: 'AI Custom Instructions',
      group: 'Settings',
      words: 'writing prompt artificial intelligence',
      run: () => setIsOpen(true),
    },
  ]
  useCommands(isThere && aiFeatureFlag ? commands : NONE)
  return (
    isOpen && (
      <Suspense>
        <InstructionsPart onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  )
}
