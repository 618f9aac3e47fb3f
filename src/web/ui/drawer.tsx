import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { createContext, type ReactNode, useContext, useRef } from 'react'
import { IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { keepInView, useReturnFocus } from './opener.ts'
import { keepForToasts, toastPlace } from './toasts/toast-store.ts'

type DrawerProps = {
  title: string
  /** The number of items inside, next to the title. */
  count?: number | undefined
  side?: 'left' | 'right'
  onClose: () => void
  children: ReactNode
}

const LeaveDrawer = createContext<(act: () => void) => void>((act) => act())

/**
 * Returns a function that closes the surrounding drawer, returns focus to its opener, and then acts, because the drawer would cover the
 * result. Without a drawer, it acts right away.
 */
export const useLeaveDrawer = () => useContext(LeaveDrawer)

/** A sidebar that slides over the page if there isn't room next to it. Open while mounted. */
export const Drawer = ({ title, count, side = 'left', onClose, children }: DrawerProps) => {
  useInertRoot(true)
  const next = useRef<() => void>(undefined)
  const returnFocus = useReturnFocus(() => next.current?.())
  const leave = (act: () => void) => {
    next.current = act
    onClose()
  }
  return (
    <Radix.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay data-makes-room="" className="motion-fade fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          aria-describedby={undefined}
          data-makes-room=""
          onInteractOutside={keepForToasts}
          onCloseAutoFocus={returnFocus}
          onKeyUp={keepInView}
          className={clsx(
            'fixed inset-y-0 z-40 w-[356px] max-w-[calc(100%-16px)] overflow-y-auto bg-surface text-ink shadow-float',
            side === 'left' ? 'motion-drawer left-0' : 'motion-drawer-right right-0',
          )}
        >
          <div ref={toastPlace} className="sticky top-0 z-10" />
          <div className="flex items-center justify-between gap-2 py-1.5 pr-2 pl-4">
            <div className="flex min-w-0 items-center gap-2">
              <Radix.Title className="text-heading">{title}</Radix.Title>
              {count !== undefined && count > 0 && (
                <span className="grid h-6 min-w-6 place-items-center rounded-full bg-sunken px-2 text-caption font-semibold tabular">
                  {count}
                </span>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" variant="ghost" size="lg">
                <X className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
          <LeaveDrawer value={leave}>{children}</LeaveDrawer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
