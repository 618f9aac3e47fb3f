import { type PointerEvent, useEffect, useRef } from 'react'
import { swallowTouch } from './swallow-touch.ts'

const LONG_PRESS_MS = 550
/** A finger that moves further than this many pixels scrolls. */
const PRESS_SLACK = 10

/**
 * Returns what an element listens with to tell fingers that rest on it, each with what they rest on and where, in pixels of
 * the window; and whether one is down. A finger that did so presses nothing as it leaves.
 */
export const useLongPress = (onLongPress: (target: Element, x: number, y: number) => void) => {
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean } | null>(null)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const end = () => {
    clearTimeout(press.current?.timer)
    // The press that comes of it would take the focus from the menu, which closes then.
    if (press.current?.isLong) swallowTouch()
    press.current = null
  }
  const begin = (event: PointerEvent) => {
    end()
    if (event.pointerType === 'mouse') return
    const { clientX: x, clientY: y, target } = event
    const timer = window.setTimeout(() => {
      if (press.current) press.current.isLong = true
      onLongPress(target as Element, x, y)
    }, LONG_PRESS_MS)
    press.current = { timer, x, y, isLong: false }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const start = press.current
    if (start && Math.hypot(clientX - start.x, clientY - start.y) > PRESS_SLACK) end()
  }
  return {
    isDown: () => press.current !== null,
    listeners: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  }
}
