import { clsx } from 'clsx'
import * as Radix from 'radix-ui/popover'
import { type ReactNode, useState } from 'react'
import { placeOf } from './menu.tsx'
import { keepForToasts } from './toasts/toast-store.ts'

type PopoverProps = {
  /** The button that opens the popover. Must forward refs and props, like our Button. */
  trigger: ReactNode
  /** Accessible name. */
  label: string
  side?: 'bottom' | 'left'
  /** Which edges of the popover and the button are in line. */
  align?: 'start' | 'end'
  open: boolean
  onOpenChange: (open: boolean) => void
  className?: string
  children: ReactNode
}

/**
 * A popover next to its button, for content that doesn't fit in a menu. Escape or a click outside closes the popover and returns focus to
 * the button.
 */
export const Popover = ({ trigger, label, side = 'bottom', align = 'start', open, onOpenChange, className, children }: PopoverProps) => {
  const [button, setButton] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild ref={setButton}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={placeOf(button)}>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={keepForToasts}
          className={clsx(
            'motion-rise z-50 flex max-h-(--radix-popover-content-available-height) flex-col rounded-card border border-line bg-surface p-2 text-ink shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
