import { type ReactNode, useEffect, useState } from 'react'
import { PlacedMenu } from '#web/ui/placed-menu.tsx'
import type { BlockTool } from './block-place.ts'

type BlockMenuProps = {
  tool: BlockTool
  className?: string
  /** True if the menu should leave the later days free, where its commands draw what they do. */
  isBeside?: boolean
  onClose: () => void
  children: ReactNode
}

/** The width that a menu beside a card needs, in pixels. */
const BESIDE_PX = 360

/** A block's menu, positioned where the user opened it. */
export const BlockMenu = ({ tool, className, isBeside = false, onClose, children }: BlockMenuProps) => {
  const { block, opener, at } = tool
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card shows its button only while the card is hovered or focused, but the pointer and the focus are now in the menu.
  useEffect(() => {
    const card = opener.closest('.lesson')
    card?.setAttribute('data-menu-open', '')
    return () => card?.removeAttribute('data-menu-open')
  }, [opener])
  return (
    <PlacedMenu
      place={tool}
      label={`More for ${block.title}`}
      near={() => day?.querySelector<HTMLElement>('a, button')}
      side={isBeside && at.left > BESIDE_PX ? 'left' : 'bottom'}
      {...(className !== undefined && { className })}
      onClose={onClose}
    >
      {children}
    </PlacedMenu>
  )
}
