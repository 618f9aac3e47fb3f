import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { useInertRoot } from './inert-root.ts'
import { keepForToasts, toastPlace } from './toast-store.ts'

type DrawerProps = {
  /** Read out, not shown. */
  title: string
  onClose: () => void
  children: ReactNode
}

/** A sidebar that slides over the page from the left, where there is no room beside it. It is open as long as it is drawn. */
export const Drawer = ({ title, onClose, children }: DrawerProps) => {
  useInertRoot(true)
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
          className="motion-drawer fixed inset-y-0 left-0 z-40 w-[356px] max-w-[calc(100%-16px)] overflow-y-auto bg-surface text-ink shadow-float"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div ref={toastPlace} className="sticky top-0 z-10" />
          {children}
          <div className="flex justify-end px-4 pb-4">
            <Radix.Close asChild>
              <IconButton label="Close" size="lg">
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
