import { type ComponentProps, type ReactNode, useState } from 'react'
import { ConfirmDialog } from './dialog.tsx'

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onCancel'>

/** Returns `ask`, which opens a confirmation dialog, and the dialog to render. The dialog closes before the question's `onConfirm` runs. */
export const useQuestion = (): { ask: (question: Question) => void; question: ReactNode } => {
  const [asked, ask] = useState<Question>()
  const close = () => ask(undefined)
  const question = asked && (
    <ConfirmDialog
      {...asked}
      open
      onCancel={close}
      onConfirm={() => {
        close()
        asked.onConfirm()
      }}
    />
  )
  return { ask, question }
}
