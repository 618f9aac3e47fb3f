import { CalendarArrowUp, Copy, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { PlacedMenu } from '#web/ui/placed-menu.tsx'
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
export const BlockMenu = ({ tool, onEdit, onAsk, onDelete, onClose }: BlockMenuProps) => {
  const { block, opener } = tool
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card's button is shown only while the card has the pointer or the focus, which are now in the menu.
  useEffect(() => {
    const card = opener.closest('.lesson')
    card?.setAttribute('data-menu-open', '')
    return () => card?.removeAttribute('data-menu-open')
  }, [opener])
  return (
    <PlacedMenu place={tool} label={`More for ${block.title}`} near={() => day?.querySelector<HTMLElement>('a, button')} onClose={onClose}>
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
    </PlacedMenu>
  )
}
