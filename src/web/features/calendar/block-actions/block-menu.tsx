import { type ReactNode, useEffect, useState } from 'react'
import { PlacedMenu } from '#web/ui/placed-menu.tsx'
import type { BlockTool } from './block-place.ts'

type BlockMenuProps = { tool: BlockTool; onClose: () => void; children: ReactNode }

/** A block's menu, positioned where the user opened it. */
export const BlockMenu = ({ tool, onClose, children }: BlockMenuProps) => {
  const { block, opener } = tool
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card shows its button only while the card is hovered or focused, but the pointer and the focus are now in the menu.
  useEffect(() => {
    const card = opener.closest('.lesson')
    card?.setAttribute('data-menu-open', '')
    return () => card?.removeAttribute('data-menu-open')
  }, [opener])
  return (
    <PlacedMenu place={tool} label={`More for ${block.title}`} near={() => day?.querySelector<HTMLElement>('a, button')} onClose={onClose}>
      {children}
    </PlacedMenu>
  )
}
