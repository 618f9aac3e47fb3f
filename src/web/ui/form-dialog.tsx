import { type ReactNode, useEffect, useId } from 'react'
import { usePending } from '#web/lib/use-pending.ts'
import { BackButton } from './back-button.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { CloseButton, Dialog } from './dialog.tsx'
import { type Messages, report } from './report.ts'

type FormDialogProps = {
  title: string
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  submitLabel?: string
  submitLook?: Pick<ButtonProps, 'icon' | 'variant'>
  cancelLabel?: string
  /** The name of the dialog that opened this one. Adds a button that leads back there, in place of Cancel. */
  back?: string
  /** Whether the form can be submitted yet. */
  isReady?: boolean
  /** Says what is missing before the form can be submitted. */
  missing?: string | undefined
  /** Returns whether closing would lose input. If so, the dialog asks for confirmation. Omit if closing never loses input. */
  isChanged?: () => boolean
  /** Whether the form is being submitted. */
  busy?: boolean
  /** Called on submit: by the submit button, Enter in a field, or Ctrl or ⌘ + Enter anywhere. */
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

/** Closes the surrounding dialog. Hidden on phones, where a sheet's X cancels. */
export const CancelButton = ({ label = 'Cancel' }: { label?: string }) => (
  <div className="contents phone:hidden">
    <CloseButton>{label}</CloseButton>
  </div>
)

/**
 * A form in a dialog, with a Save button and a Cancel or Back button. On phones, Save is as wide as the dialog, and the X cancels. Focus starts in the first
 * field, or on the control marked with `data-first`.
 */
export const FormDialog = ({
  title,
  description,
  size = 'md',
  submitLabel = 'Save',
  submitLook,
  cancelLabel,
  back,
  isReady = true,
  missing,
  isChanged,
  busy = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) => {
  const id = useId()
  useEffect(() => {
    // Deferred, because a dialog underneath keeps reclaiming focus until Radix has registered this one.
    const frame = requestAnimationFrame(() =>
      document.getElementById(id)?.querySelector<HTMLElement>('[data-first], input, select, textarea')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [id])
  const submit = () => {
    if (isReady && !busy) onSubmit()
  }
  return (
    <Dialog
      onClose={onClose}
      unsaved={isChanged && { isChanged, onSave: isReady ? submit : undefined }}
      size={size}
      isSheet={size !== 'lg'}
      title={title}
      description={description}
      back={back !== undefined && <BackButton to={back} />}
      footer={
        <>
          <p id={`${id}-missing`} className="flex-1 text-caption text-ink-soft phone:flex-none phone:w-full phone:empty:hidden">
            {!isReady && missing}
          </p>
          {back === undefined && <CancelButton {...(cancelLabel && { label: cancelLabel })} />}
          <Button
            variant="solid"
            {...submitLook}
            type="submit"
            form={id}
            busy={busy}
            disabled={!isReady}
            aria-describedby={missing && `${id}-missing`}
            className="phone:h-[50px] phone:w-full"
          >
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
          event.stopPropagation()
          submit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          // React also passes events on to a form whose field opened this dialog.
          event.stopPropagation()
          submit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

type ActionDialogProps<Result> = Omit<FormDialogProps, 'busy' | 'onSubmit'> & {
  call: () => Promise<Result>
  messages: Messages<Result>
  /** Runs after the call has succeeded. Closes the dialog if omitted. */
  onDone?: () => void
}

/** A form in a dialog that makes one call, and shows the outcome in a toast. Stays open if the call fails. */
export const ActionDialog = <Result,>({ call, messages, onDone, ...form }: ActionDialogProps<Result>) => {
  const [isPending, whilePending] = usePending()
  const submit = async () => {
    if (await report(() => whilePending(call), messages)) (onDone ?? form.onClose)()
  }
  return <FormDialog size="sm" {...form} busy={isPending} onSubmit={() => void submit()} />
}
