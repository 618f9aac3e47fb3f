import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Alert from 'radix-ui/alert-dialog'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { keepForToasts, toastPlace } from './toasts/toast-store.ts'

const sizes = {
  sm: 'h-fit max-w-[440px]',
  md: 'h-fit max-w-[600px]',
  lg: 'h-fit max-w-[820px]',
  xl: 'h-fit max-w-[960px]',
  /** Fills almost the whole screen, regardless of the content. */
  full: 'h-full max-w-[1100px]',
} as const
const scrim = 'motion-fade fixed inset-0 z-40 bg-(--scrim)'
const panel =
  'motion-rise fixed inset-0 z-40 m-auto flex max-h-[calc(100dvh-48px)] w-[calc(100%-48px)] rounded-dialog bg-surface text-ink shadow-float short:block short:overflow-y-auto not-phone:short:max-h-[calc(100dvh-16px)]'

/**
 * Puts the dialog and its aside side by side at widths of 1100 px and above. The left edge stays where it was without the aside (for a
 * dialog 820 px wide), so that opening the aside doesn't move the text someone is reading.
 */
const withAside =
  'has-[[data-aside]]:h-full min-[1100px]:has-[[data-aside]]:mx-0 min-[1100px]:has-[[data-aside]]:left-[max(24px,calc(50vw-410px))] min-[1100px]:has-[[data-aside]]:max-h-[min(760px,100dvh-48px)] min-[1100px]:has-[[data-aside]]:w-[min(1244px,calc(100vw-24px-max(24px,50vw-410px)))] min-[1100px]:has-[[data-aside]]:max-w-none'
const besideAside = 'max-[1100px]:group-has-[[data-aside]]/dialog:hidden'

/** Styles the element that holds toasts that would otherwise cover the dialog. */
const place = 'px-[22px] small:px-4'

/** How to handle unsaved changes when the dialog closes. */
type Unsaved = {
  /** Called when the dialog is about to close. If it returns true, the dialog asks for confirmation. */
  isChanged: () => boolean
  /** A sentence that describes the unsaved changes. */
  message?: string
  /** Called for 'Discard changes' instead of `onClose`. */
  onDiscard?: () => void
}

type DialogProps = {
  /** Called for Escape, a click outside the dialog, its close button and every {@link CloseButton} inside it. */
  onClose: () => void
  /** Called after the dialog has closed and focus has returned to the opener. */
  onClosed?: () => void
  /** Omit if closing the dialog loses no changes. */
  unsaved?: Unsaved | undefined
  title: string
  description?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  /** Stays visible while the body scrolls, except on short screens. */
  footer?: ReactNode
  size?: keyof typeof sizes
  /** Shown next to the dialog: a component that renders a {@link DialogAside}, or nothing. */
  aside?: ReactNode
  children: ReactNode
}

/** Returns the focused element. If that is a menu item, which is about to be removed, returns the button that opened the menu. */
const openerNow = (): Element | null => {
  const buttonId = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (buttonId && document.getElementById(buttonId)) || document.activeElement
}

/** A modal dialog, full-screen on phones. On short screens, all of it scrolls. Open while mounted. Traps focus and returns it to the opener on close. */
export const Dialog = ({ onClose, onClosed, unsaved, title, description, actions, footer, size = 'md', aside, children }: DialogProps) => {
  useInertRoot(true)
  // Captured during render. An `autoFocus` inside the dialog runs before Radix reads the focused element, so Radix couldn't restore focus
  // to the opener.
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
            // If no child requests focus, the dialog itself gets it. Focusing the X would make closing look like the main action.
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
          <div className={clsx('flex min-h-0 min-w-0 flex-1 flex-col short:min-h-full', aside !== undefined && besideAside)}>
            <header className="flex items-start gap-2 px-[22px] pt-[22px] pb-3.5 small:px-4 small:pt-4">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-heading-large leading-tight">{title}</Radix.Title>
                {description && <Radix.Description className="mt-0.5 text-ink-soft">{description}</Radix.Description>}
              </div>
              {actions}
              <Radix.Close asChild>
                <IconButton label="Close">
                  <X className="size-4" />
                </IconButton>
              </Radix.Close>
            </header>
            <div ref={toastPlace} className={place} />
            <div className="min-h-0 flex-1 overflow-y-auto px-[22px] pt-0.5 pb-5 small:px-4 short:overflow-visible">{children}</div>
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
              description={unsaved.message ?? 'You have unsaved changes.'}
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

/** A panel next to the surrounding dialog. Replaces the dialog's content if there isn't room for both. */
export const DialogAside = ({ className, ...rest }: ComponentProps<'aside'>) => (
  <aside
    {...rest}
    data-aside
    className={clsx(
      'min-h-0 overflow-y-auto rounded-dialog bg-paper short:min-h-full max-[1100px]:flex-1 phone:rounded-none min-[1100px]:w-[424px] min-[1100px]:shrink-0 min-[1100px]:rounded-l-none min-[1100px]:border-l min-[1100px]:border-line',
      className,
    )}
  />
)

/** Closes the surrounding dialog the way Escape does, including the prompt about unsaved changes. */
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

/** A modal confirmation dialog. Focus starts on the safe choice, which Escape also selects. */
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
            {/* Not Alert.Action, which would also trigger `onCancel` through `onOpenChange`. */}
            <Button variant={destructive ? 'danger-solid' : 'solid'} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
