import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Alert from 'radix-ui/alert-dialog'
import * as Radix from 'radix-ui/dialog'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonProps, IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { keepInView, useReturnFocus } from './opener.ts'
import { keepForToasts, toastPlace } from './toasts/toast-store.ts'
import { aboveKeyboard, useSheetDrag } from './use-sheet.ts'

const sizes = {
  sm: 'h-fit max-w-[440px]',
  md: 'h-fit max-w-[600px]',
  lg: 'h-fit max-w-[820px]',
  xl: 'h-fit max-w-[960px]',
  wide: 'h-fit max-w-[1130px]',
  full: 'h-full max-w-[1100px]',
} as const
/** On phones, a sheet is as tall as its content, at the bottom of the screen or on top of the keyboard. The page stays in view above it. */
const sheetOnPhone =
  'phone:motion-sheet phone:top-auto phone:bottom-(--keyboard,0px) phone:m-0 phone:h-fit phone:max-h-[calc(100dvh-min(56px,10dvh)-var(--keyboard,0px))] phone:w-full phone:max-w-none phone:rounded-b-none'
const fullOnPhone =
  'phone:h-[calc(100dvh-var(--keyboard,0px))] phone:mt-0 phone:max-h-none phone:w-full phone:max-w-none phone:rounded-none'
/** The bar at the top of a sheet, which shows that it can be dragged down. */
const grip =
  'phone:relative phone:touch-none phone:select-none phone:pt-6 phone:before:absolute phone:before:top-2 phone:before:left-1/2 phone:before:h-[5px] phone:before:w-[38px] phone:before:-translate-x-1/2 phone:before:rounded-full phone:before:bg-line'
/** Only the topmost scrim dims, so that a question about a dialog doesn't make the page behind both nearly black. */
const scrim = 'scrim motion-fade fixed inset-0 z-40 bg-(--scrim) transition-colors duration-150 has-[~.scrim]:bg-transparent'
const panel =
  'motion-rise fixed inset-0 z-40 m-auto flex max-h-[calc(100dvh-48px)] w-[calc(100%-48px)] rounded-dialog bg-surface text-ink shadow-float short:block short:overflow-y-auto not-phone:short:max-h-[calc(100dvh-16px)]'

/** Puts the dialog and its aside side by side from 1100 px on. The left edge of a dialog 820 px wide stays, and so does the text in it. */
const withAside =
  'has-[[data-aside]]:h-full min-[1100px]:has-[[data-aside]]:mx-0 min-[1100px]:has-[[data-aside]]:left-[max(24px,calc(50vw-410px))] min-[1100px]:has-[[data-aside]]:max-h-[min(760px,100dvh-48px)] min-[1100px]:has-[[data-aside]]:w-[min(1244px,calc(100vw-24px-max(24px,50vw-410px)))] min-[1100px]:has-[[data-aside]]:max-w-none'
const besideAside = 'max-[1100px]:group-has-[[data-aside]]/dialog:hidden'

/** How to handle unsaved changes when the dialog closes. */
type Unsaved = {
  /** Called when the dialog is about to close. If it returns true, the dialog asks for confirmation. */
  isChanged: () => boolean
  /** A sentence that describes the unsaved changes. */
  message?: string
  /** Called for 'Discard changes' instead of `onClose`. */
  onDiscard?: () => void
  /** Called for 'Save', which is the default choice. Omit if the changes can't be saved from here. */
  onSave?: (() => void) | undefined
}

type DialogProps = {
  /** Called for Escape, a click outside the dialog, its close button and every {@link CloseButton} inside it. */
  onClose: () => void
  /** Called after the dialog has closed and focus has returned to the opener. */
  onClosed?: () => void
  /** Omit if closing the dialog loses no changes. */
  unsaved?: Unsaved | undefined
  title: string
  /** True if the body begins with a heading that matters more than the title. */
  isTitleQuiet?: boolean | undefined
  description?: ReactNode
  /** Shown above the title. */
  back?: ReactNode
  /** Shown to the right of the title, before the actions, or on phones below the title. */
  status?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  /** Stays visible while the body scrolls, except on short screens. */
  footer?: ReactNode
  size?: keyof typeof sizes
  /** True for a dialog that is a bottom sheet on phones, not full-screen. Small dialogs are sheets. */
  isSheet?: boolean
  /** Shown next to the dialog: a component that renders a {@link DialogAside}, or nothing. */
  aside?: ReactNode
  children: ReactNode
}

type HeadProps = Pick<DialogProps, 'title' | 'isTitleQuiet' | 'description' | 'back' | 'status' | 'actions'> & {
  /** Called when a sheet is dragged down. */
  onDragAway?: () => void
}

const Head = ({ title, isTitleQuiet, description, back, status, actions, onDragAway }: HeadProps) => {
  const drag = useSheetDrag(onDragAway)
  return (
    <header
      className={clsx(
        'flex items-start gap-2 px-[22px] pt-[22px] pb-3.5 small:px-4 small:pt-4',
        status && 'phone:flex-wrap phone:gap-y-0 phone:pb-1',
        onDragAway && grip,
      )}
      {...drag}
    >
      <div className="min-w-0 flex-1">
        {back}
        <Radix.Title className={clsx('leading-tight', isTitleQuiet ? 'font-text font-semibold' : 'text-heading-large')}>
          {title}
        </Radix.Title>
        {description && <Radix.Description className="mt-0.5 text-ink-soft">{description}</Radix.Description>}
      </div>
      {status}
      {actions}
      <Radix.Close asChild>
        <IconButton label="Close">
          <X className="size-4" />
        </IconButton>
      </Radix.Close>
    </header>
  )
}

type LeaveQuestionProps = { unsaved: Unsaved; onDiscard: () => void; onClose: () => void }

/** Asks what to do with unsaved changes. */
const LeaveQuestion = ({ unsaved: { message = 'You have unsaved changes.', onSave }, onDiscard, onClose }: LeaveQuestionProps) => {
  const closeThen = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <ConfirmDialog
      open
      title="Leave without saving?"
      description={message}
      confirmLabel="Discard changes"
      cancelLabel={onSave ? 'Keep editing' : null}
      onConfirm={closeThen(onDiscard)}
      onCancel={onClose}
      safe={onSave ? { label: 'Save', onPress: closeThen(onSave) } : { label: 'Keep editing', onPress: onClose }}
    />
  )
}

/**
 * A modal dialog, full-screen or a bottom sheet on phones. On short screens, all of it scrolls. Open while mounted. Traps focus and returns
 * it to the opener on close.
 */
export const Dialog = ({
  onClose,
  onClosed,
  unsaved,
  footer,
  size = 'md',
  isSheet = size === 'sm',
  aside,
  children,
  ...head
}: DialogProps) => {
  useInertRoot(true)
  const returnFocus = useReturnFocus(onClosed)
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => (unsaved?.isChanged() ? setIsAsking(true) : onClose())
  return (
    <Radix.Root open onOpenChange={leave}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          ref={aboveKeyboard}
          data-sheet={isSheet || undefined}
          {...(head.description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={keepForToasts}
          onOpenAutoFocus={(event) => {
            // If no child requests focus, the dialog itself gets it. Focusing the X would make closing look like the main action.
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyUp={keepInView}
          className={clsx(panel, sizes[size], withAside, 'group/dialog outline-none', isSheet ? sheetOnPhone : fullOnPhone)}
        >
          <div className={clsx('flex min-h-0 min-w-0 flex-1 flex-col short:min-h-full', aside !== undefined && besideAside)}>
            <Head {...head} {...(isSheet && { onDragAway: leave })} />
            <div ref={toastPlace} className="px-[22px] small:px-4" />
            <div
              className={clsx(
                'min-h-0 flex-1 overflow-y-auto px-[22px] pt-0.5 small:px-4 short:overflow-visible',
                isSheet && footer && 'phone:scroll-pb-2.5 phone:pb-2.5 phone:not-short:mask-b-from-[calc(100%-10px)]',
                footer ? 'pb-5' : 'pb-7 scroll-pb-7 not-short:mask-b-from-[calc(100%-28px)]',
              )}
            >
              {children}
            </div>
            {footer && (
              <footer
                className={clsx(
                  'flex flex-wrap items-center gap-2 border-t border-line px-[22px] py-4 small:px-4 small:py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]',
                  isSheet && 'phone:border-0 phone:pt-2.5',
                )}
              >
                {footer}
              </footer>
            )}
          </div>
          {aside}
          {unsaved && isAsking && (
            <LeaveQuestion unsaved={unsaved} onDiscard={unsaved.onDiscard ?? onClose} onClose={() => setIsAsking(false)} />
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
export const CloseButton = ({ children, ...look }: Pick<ButtonProps, 'variant' | 'className'> & { children: string }) => (
  <Radix.Close asChild>
    <Button {...look}>{children}</Button>
  </Radix.Close>
)

type ConfirmDialogProps = {
  title: string
  description: ReactNode
  confirmLabel: string
  /** Null if `safe` cancels. */
  cancelLabel?: string | null
  destructive?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** A choice that loses nothing. It becomes the solid button and gets the focus. The button for `onConfirm` is then in plain red. */
  safe?: { label: string; onPress: () => void } | undefined
}

/**
 * A modal confirmation dialog, a bottom sheet on phones. Focus starts on the safe choice, and returns to where it was. Escape cancels.
 * Mounts each time it opens, so that it knows which element had the focus.
 */
export const ConfirmDialog = ({ open, ...question }: ConfirmDialogProps & { open: boolean }) => open && <OpenQuestion {...question} />

const OpenQuestion = ({ title, description, confirmLabel, onConfirm, onCancel, safe, ...more }: ConfirmDialogProps) => {
  const { cancelLabel = 'Cancel', destructive = false } = more
  useInertRoot(true)
  const returnFocus = useReturnFocus(undefined)
  const safeButton = useRef<HTMLButtonElement>(null)
  return (
    <Alert.Root open onOpenChange={onCancel}>
      <Alert.Portal>
        <Alert.Overlay className={scrim} />
        <Alert.Content
          ref={aboveKeyboard}
          className={clsx(
            panel,
            sizes.sm,
            sheetOnPhone,
            'flex-col overflow-y-auto p-[22px] phone:px-4 phone:pb-[calc(12px+env(safe-area-inset-bottom))]',
          )}
          onOpenAutoFocus={(event) => {
            if (!safeButton.current) return
            event.preventDefault()
            safeButton.current.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyUp={keepInView}
        >
          <Alert.Title className="text-heading-medium leading-tight">{title}</Alert.Title>
          <Alert.Description asChild>
            <div className="mt-2 text-ink-soft">{description}</div>
          </Alert.Description>
          <div ref={toastPlace} />
          <div className="mt-5 flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:items-stretch">
            {/* Not Alert.Action, which would also trigger `onCancel` through `onOpenChange`. */}
            {safe && (
              <Button variant="danger" className="not-phone:mr-auto not-phone:-ml-3.5" onClick={onConfirm}>
                {confirmLabel}
              </Button>
            )}
            {cancelLabel !== null && (
              <Alert.Cancel asChild>
                <Button>{cancelLabel}</Button>
              </Alert.Cancel>
            )}
            {safe ? (
              <Button ref={safeButton} variant="solid" onClick={safe.onPress}>
                {safe.label}
              </Button>
            ) : (
              <Button variant={destructive ? 'danger-solid' : 'solid'} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            )}
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
