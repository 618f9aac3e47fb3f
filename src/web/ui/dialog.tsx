import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Alert from 'radix-ui/alert-dialog'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { keepForToasts, toastPlace } from './toast-store.ts'

const sizes = {
  sm: 'h-fit max-w-[440px]',
  md: 'h-fit max-w-[600px]',
  lg: 'h-fit max-w-[820px]',
  xl: 'h-fit max-w-[960px]',
  /** Nearly the whole screen, whatever is in it. */
  full: 'h-full max-w-[1100px]',
} as const
const scrim = 'motion-fade fixed inset-0 z-40 bg-(--scrim)'
const panel =
  'motion-rise fixed inset-0 z-40 m-auto flex max-h-[calc(100dvh-48px)] w-[calc(100%-48px)] rounded-dialog bg-surface text-ink shadow-float'

/** Beside each other from 1100 px on. */
const withAside =
  'has-[[data-aside]]:h-full min-[1100px]:has-[[data-aside]]:max-h-[min(760px,100dvh-48px)] min-[1100px]:has-[[data-aside]]:max-w-[1240px]'
const besideAside = 'max-[1100px]:group-has-[[data-aside]]/dialog:hidden'

/** Where toasts stand that would cover the dialog. */
const place = 'px-[22px] small:px-4'

/** What closing a dialog would lose. */
type Unsaved = {
  /** Called when the dialog is about to close; true asks first. */
  isChanged: () => boolean
  /** What is not saved, as a sentence. */
  message?: string
  /** What 'Discard changes' does instead of closing. */
  onDiscard?: () => void
}

type DialogProps = {
  /** Called for Escape, a press beside the dialog, its close button and every {@link CloseButton} in it. */
  onClose: () => void
  /** Called when it has gone and the focus is back where it was. */
  onClosed?: () => void
  /** Omitted where there is nothing to lose. */
  unsaved?: Unsaved | undefined
  title: string
  description?: ReactNode
  /** Right of the title. */
  actions?: ReactNode
  /** Stays in sight while the body scrolls. */
  footer?: ReactNode
  size?: keyof typeof sizes
  /** Beside it: what draws a {@link DialogAside}, or nothing. */
  aside?: ReactNode
  children: ReactNode
}

/** Returns what has the focus; for a row of a menu, which is gone by then, the button that opened the menu. */
const openerNow = (): Element | null => {
  const buttonId = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || document.activeElement
}

/** A window over the page; on a phone a full-height sheet. It is open for as long as it is drawn. Focus goes in, stays in, and returns. */
export const Dialog = ({ onClose, onClosed, unsaved, title, description, actions, footer, size = 'md', aside, children }: DialogProps) => {
  useInertRoot(true)
  // Noted while it is drawn: an `autoFocus` inside it comes before Radix looks, which then gave the focus back to nothing.
  const [opener] = useState(openerNow)
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => (unsaved?.isChanged() ? setIsAsking(true) : onClose())
  const discard = () => {
    setIsAsking(false)
    if (unsaved?.onDiscard) unsaved.onDiscard()
    else onClose()
  }
  return (
    <Radix.Root open onOpenChange={leave}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={keepForToasts}
          onOpenAutoFocus={(event) => {
            // Where nothing in it asks for the focus the dialog has it: on the X it would look like the thing to do.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
            if (onClosed) setTimeout(onClosed)
          }}
          className={clsx(
            panel,
            sizes[size],
            withAside,
            'group/dialog outline-none phone:h-dvh phone:max-h-none phone:w-full phone:max-w-none phone:rounded-none',
          )}
        >
          <div className={clsx('flex min-h-0 min-w-0 flex-1 flex-col', aside !== undefined && besideAside)}>
            <header className="flex items-start gap-2 px-[22px] pt-[22px] pb-3.5 small:px-4 small:pt-4">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-heading-large leading-tight">{title}</Radix.Title>
                {description && <Radix.Description className="mt-0.5 text-ink-soft">{description}</Radix.Description>}
              </div>
              {actions}
              <Radix.Close asChild>
                <IconButton label="Close">
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              </Radix.Close>
            </header>
            <div ref={toastPlace} className={place} />
            <div className="min-h-0 flex-1 overflow-y-auto px-[22px] pt-0.5 pb-5 small:px-4">{children}</div>
            {footer && (
              <footer className="flex flex-wrap items-center gap-2 border-t border-line px-[22px] py-4 small:px-4 small:py-3">
                {footer}
              </footer>
            )}
          </div>
          {aside}
          {unsaved && (
            <ConfirmDialog
              open={isAsking}
              title="Leave without saving?"
              description={unsaved.message ?? 'What you changed here has not been saved.'}
              confirmLabel="Discard changes"
              cancelLabel="Keep editing"
              destructive
              onConfirm={discard}
              onCancel={() => setIsAsking(false)}
            />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Stands beside the dialog around it; where there is no room for both, in its place. */
export const DialogAside = ({ className, ...rest }: ComponentProps<'aside'>) => (
  <aside
    {...rest}
    data-aside
    className={clsx(
      'min-h-0 overflow-y-auto rounded-dialog bg-paper max-[1100px]:flex-1 phone:rounded-none min-[1100px]:w-[424px] min-[1100px]:shrink-0 min-[1100px]:rounded-l-none min-[1100px]:border-l min-[1100px]:border-line',
      className,
    )}
  />
)

/** Closes the dialog around it, as Escape does: what is not saved is asked about. */
export const CloseButton = ({ children }: { children: string }) => (
  <Radix.Close asChild>
    <Button>{children}</Button>
  </Radix.Close>
)

type ConfirmDialogProps = {
  open: boolean
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  destructive?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question that must be answered: focus starts on the harmless answer, Escape is that answer. */
export const ConfirmDialog = ({
  open,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => {
  useInertRoot(open)
  return (
    <Alert.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel()
      }}
    >
      <Alert.Portal>
        <Alert.Overlay className={scrim} />
        <Alert.Content className={clsx(panel, sizes.sm, 'flex-col overflow-y-auto p-[22px]')}>
          <Alert.Title className="text-heading-medium leading-tight">{title}</Alert.Title>
          <Alert.Description asChild>
            <div className="mt-2 text-ink-soft">{description}</div>
          </Alert.Description>
          <div ref={toastPlace} />
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Alert.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Alert.Cancel>
            {/* Not Alert.Action: that would also report a cancel through onOpenChange. */}
            <Button variant={destructive ? 'danger-solid' : 'solid'} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
