import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  submitLabel?: string
  /** Whether there is something to submit yet. */
  isReady?: boolean
  /** Whether something was entered that closing would lose; asked at closing. Left out where there is nothing to lose. */
  isChanged?: () => boolean
  /** What was entered is on its way. */
  busy?: boolean
  /** Called for the button, Enter in a field, and Ctrl or ⌘ + Enter anywhere. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form in a window, with Cancel and Save. The focus begins in its first field. */
export const FormDialog = ({
  title,
  description,
  size = 'md',
  submitLabel = 'Save',
  isReady = true,
  isChanged,
  busy = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const id = useId()
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    // Not at once: a dialog below would fetch the focus back until Radix has told it of this one.
    const frame = requestAnimationFrame(() => document.getElementById(id)?.querySelector<HTMLElement>('input, select, textarea')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [id])
  const leave = () => (isChanged?.() ? setIsAsking(true) : onClose())
  const submit = () => {
    if (isReady && !busy) onSubmit()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      size={size}
      title={title}
      description={description}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={leave}>Cancel</Button>
          <Button variant="solid" type="submit" form={id} busy={busy} disabled={!isReady}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {children}
      </form>
      <ConfirmDialog
        open={isAsking}
        title="Leave without saving?"
        description="What you changed here has not been saved."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        destructive
        onConfirm={onClose}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
