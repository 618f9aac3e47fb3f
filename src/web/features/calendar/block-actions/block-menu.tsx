import { type ReactNode, useEffect, useState } from 'react'
import { PlacedMenu } from '#web/ui/placed-menu.tsx'
import { type BlockTool, blockPlaceOf } from './block-place.ts'

type BlockMenuProps = {
  tool: BlockTool
  className?: string
  /** True if the menu should leave the later days free, where its commands draw what they do. */
  isBeside?: boolean
  onClose: () => void
  children: ReactNode
}

/** The width that a menu beside a card needs, in pixels. */
const BESIDE_PX = 378

/** Returns the box of a card in the week if there is room for a menu on its left. */
const boxBeside = (opener: HTMLElement): BlockTool['at'] | undefined => {
  const { left, top, width, height } = opener.getBoundingClientRect()
  return left > BESIDE_PX && opener.matches('.lesson-card') ? { left, top, width, height } : undefined
}

/** A block's menu, positioned where the user opened it. */
export const BlockMenu = ({ tool, className, isBeside = false, onClose, children }: BlockMenuProps) => {
  const { block, opener } = tool
  const [beside] = useState(() => (isBeside ? boxBeside(opener) : undefined))
  const [day] = useState(() => opener.closest('[data-date]'))
  // The card shows its button only while the card is hovered or focused, but the pointer and the focus are now in the menu.
  useEffect(() => {
    const card = opener.closest('.lesson')
    card?.setAttribute('data-menu-open', '')
    return () => card?.removeAttribute('data-menu-open')
  }, [opener])
  // A card shows whichever lesson is at its position, and the chosen action may have moved this one before the menu closed.
  const focusAfter = () => {
    if (opener.isConnected && blockPlaceOf(opener)?.blockId === block.id) return opener
    const moved = document.querySelector<HTMLElement>(`.lesson-card[data-block-id="${CSS.escape(block.id)}"]`)
    return moved ?? (opener.isConnected ? opener : day?.querySelector<HTMLElement>('a, button'))
  }
  return (
    <PlacedMenu
      place={beside ? { ...tool, at: beside } : tool}
      label={`More for ${block.title}`}
      focusAfter={focusAfter}
      side={beside ? 'left' : 'bottom'}
      {...(className !== undefined && { className })}
      onClose={onClose}
    >
      {children}
    </PlacedMenu>
  )
}
