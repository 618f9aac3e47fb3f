import { type ReactNode, useEffect, useState } from 'react'
import { PlacedMenu } from '#web/ui/placed-menu.tsx'
import type { BlockTool } from './block-place.ts'

type BlockMenuProps = { tool: BlockTool; onClose: () => void; children: ReactNode }

/** A block's menu, placed where it was opened. */
export const BlockMenu = ({ tool, onClose, children }: BlockMenuProps) => {
  const { block, opener } = tool
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card shows its button only while it has the pointer or focus. Both are in the menu now.
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
