import { type PointerEvent, useEffect, useRef } from 'react'
import { swallowTouch } from './swallow-touch.ts'

const LONG_PRESS_MS = 550
/** In pixels. A finger that moves farther is scrolling. */
const PRESS_SLACK = 10

/**
 * Detects long presses by touch or pen. Returns the listeners for an element, and whether a pointer is down on it. Calls `onLongPress` with
 * the target and the position in viewport pixels. Lifting the finger afterward doesn't trigger a click.
 */
export const useLongPress = (onLongPress: (target: Element, x: number, y: number) => void) => {
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean } | null>(null)
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const end = () => {
    clearTimeout(press.current?.timer)
    // The resulting click would take focus from the menu and close it.
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
