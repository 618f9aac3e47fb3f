import { clsx } from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { useReturnFocus } from './opener.ts'
import { keepForToasts, toastPlace } from './toasts/toast-store.ts'

type DrawerProps = {
  title: string
  side?: 'left' | 'right'
  onClose: () => void
  /** Called after the sheet has closed and focus has returned to the opener. */
  onClosed?: () => void
  children: ReactNode
}

/** A sidebar that slides over the page if there isn't room next to it. Open while mounted. */
export const Drawer = ({ title, side = 'left', onClose, onClosed, children }: DrawerProps) => {
  useInertRoot(true)
  const returnFocus = useReturnFocus(onClosed)
  return (
    <Radix.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="motion-fade fixed inset-0 z-40 bg-(--scrim)" />
        <Radix.Content
          aria-describedby={undefined}
          onInteractOutside={keepForToasts}
          onCloseAutoFocus={returnFocus}
          className={clsx(
            'fixed inset-y-0 z-40 w-[356px] max-w-[calc(100%-16px)] overflow-y-auto bg-surface text-ink shadow-float',
            side === 'left' ? 'motion-drawer left-0' : 'motion-drawer-right right-0',
          )}
        >
          <div ref={toastPlace} className="sticky top-0 z-10" />
          <div className="flex items-center justify-between gap-2 py-1.5 pr-2 pl-4">
            <Radix.Title className="text-heading">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close" variant="ghost" size="lg">
                <X className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
