import { type RefObject, useEffect, useState } from 'react'
import { stepsOnScreen, type TutorialStep, targetOf } from './steps.ts'

/** Pixels between the target and its frame. */
const MARGIN = 6

/** Minimum distance from the edge of the window, in pixels. Any closer, and the outline wouldn't be visible. */
const EDGE = 3

/** Height of the area at the top that sticky bars may cover, in pixels. */
const BARS = 56

const bringIntoView = (target: Element): void => {
  const { top, bottom } = target.getBoundingClientRect()
  if (top < BARS || bottom > innerHeight) target.scrollIntoView({ block: 'center' })
}

/** Positions the frame around the step's target. Without a target, shrinks the frame to a point at the center of the window. */
const lay = (frame: HTMLElement, target: Element | undefined): void => {
  const box = target?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2)
  const margin = target ? MARGIN : 0
  const left = Math.max(EDGE, box.left - margin)
  const top = Math.max(EDGE, box.top - margin)
  frame.style.left = `${left}px`
  frame.style.top = `${top}px`
  frame.style.width = `${Math.min(innerWidth - EDGE, box.right + margin) - left}px`
  frame.style.height = `${Math.min(innerHeight - EDGE, box.bottom + margin) - top}px`
}

const isSame = (some: readonly TutorialStep[], others: readonly TutorialStep[]): boolean =>
  some.length === others.length && some.every((step, at) => step === others[at])

/**
 * Scrolls a step's target into view and keeps the frame around it. Checks on every animation frame, because the target may scroll, resize,
 * load late or disappear. This is cheap while the layout doesn't change.
 *
 * Returns whether the step has a visible target, the name of the button that opens the target if that button is highlighted instead, and
 * the steps whose target is currently available.
 */
export const useSpotlight = (frame: RefObject<HTMLElement | null>, step: TutorialStep) => {
  const [hasTarget, setHasTarget] = useState(false)
  const [leader, setLeader] = useState('')
  const [steps, setSteps] = useState(stepsOnScreen)
  useEffect(() => {
    let seen: Element | undefined
    let handle = 0
    const follow = () => {
      const target = targetOf(step)
      if (target && target !== seen) bringIntoView(target)
      seen = target
      setHasTarget(target !== undefined)
      setLeader(target?.matches('[data-opens]') ? (target.getAttribute('aria-label') ?? target.textContent) : '')
      const now = stepsOnScreen()
      setSteps((before) => (isSame(before, now) ? before : now))
      if (frame.current) lay(frame.current, target)
      handle = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(handle)
  }, [frame, step])
  return { hasTarget, leader, steps }
}
