/**
 * Detects horizontal swipes over the planner that navigate to the previous or next days.
 *
 * 1. A swipe must move sideways right away. A resting finger picks up a lesson (block-drag.ts), and a finger that moves down scrolls.
 * 2. The content doesn't follow the finger. The new days appear when the finger lifts, even with reduced motion.
 */

const SLACK_PX = 10
const WAY_PX = 56
/** Shorter than the long press that picks up a lesson. */
const AT_ONCE_MS = 350

type Swipe = { x: number; y: number; at: number; isAcross: boolean }

/** Returns whether the gesture would scroll an overflowing element, such as a wide table in a lesson. */
const scrollsAcross = (target: Element, place: Element): boolean => {
  for (let element: Element | null = target; element && element !== place; element = element.parentElement)
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true
  return false
}

/** Calls `onSwipe` for each swipe over `place`: 1 for next, -1 for previous. Returns a function that stops listening. */
export const listenForSwipes = (place: HTMLElement, onSwipe: (direction: 1 | -1) => void): (() => void) => {
  let swipe: Swipe | null = null
  const begin = ({ touches, target, timeStamp }: TouchEvent) => {
    const [touch] = touches
    const isOne = touch && touches.length === 1 && !scrollsAcross(target as Element, place)
    swipe = isOne ? { x: touch.clientX, y: touch.clientY, at: timeStamp, isAcross: false } : null
  }
  const move = ({ touches, timeStamp }: TouchEvent) => {
    const [touch] = touches
    if (!swipe || !touch || swipe.isAcross) return
    const [across, down] = [Math.abs(touch.clientX - swipe.x), Math.abs(touch.clientY - swipe.y)]
    if (Math.max(across, down) < SLACK_PX) return
    if (across > 1.5 * down && timeStamp - swipe.at < AT_ONCE_MS) swipe.isAcross = true
    else swipe = null
  }
  const end = ({ changedTouches }: TouchEvent) => {
    const way = swipe?.isAcross && changedTouches[0] ? changedTouches[0].clientX - swipe.x : 0
    swipe = null
    if (Math.abs(way) >= WAY_PX) onSwipe(way < 0 ? 1 : -1)
  }
  const cancel = () => {
    swipe = null
  }
  const over = new AbortController()
  const options = { passive: true, signal: over.signal }
  place.addEventListener('touchstart', begin, options)
  place.addEventListener('touchmove', move, options)
  place.addEventListener('touchend', end, options)
  place.addEventListener('touchcancel', cancel, options)
  return () => over.abort()
}
