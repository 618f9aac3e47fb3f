import { CalendarArrowUp, Copy, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { BlockTool } from './block-place.ts'

const PENCIL = <Pencil aria-hidden="true" className="size-4" />
const MOVE = <CalendarArrowUp aria-hidden="true" className="size-4" />
const COPY = <Copy aria-hidden="true" className="size-4" />
const BIN = <Trash2 aria-hidden="true" className="size-4" />

type BlockMenuProps = {
  tool: BlockTool
  onEdit: () => void
  onAsk: (kind: 'move' | 'copy') => void
  onDelete: () => void
  onClose: () => void
}

/** What can be done with a block, where its card was pressed. */
export const BlockMenu = ({ tool: { block, opener, at, isByKey }, onEdit, onAsk, onDelete, onClose }: BlockMenuProps) => {
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card's button is shown only while the card has the pointer or the focus, which are now in the menu.
  useEffect(() => {
    const card = opener.closest('.lesson')
    card?.setAttribute('data-menu-open', '')
    return () => card?.removeAttribute('data-menu-open')
  }, [opener])
  // Radix would, had it been there to see the key.
  useEffect(() => {
    if (isByKey) requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=menu] [role=menuitem]')?.focus())
  }, [isByKey])
  const focusAgain = () => {
    // Not when a press elsewhere closed it, or what was chosen has taken the focus.
    if (document.activeElement !== document.body) return
    const near = opener.isConnected ? opener : day?.querySelector<HTMLElement>('a, button')
    near?.focus()
  }
  return (
    <Menu
      open
      onOpenChange={onClose}
      align="start"
      onClosed={focusAgain}
      trigger={
        // The place that the menu hangs on; the card's own button cannot be it, since one menu serves all cards.
        <button
          type="button"
          tabIndex={-1}
          aria-label={`More for ${block.title}`}
          className="pointer-events-none fixed opacity-0"
          style={at}
        />
      }
    >
      <MenuItem icon={PENCIL} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={MOVE} onSelect={() => onAsk('move')}>
        Move…
      </MenuItem>
      <MenuItem icon={COPY} onSelect={() => onAsk('copy')}>
        Copy to…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={BIN} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
