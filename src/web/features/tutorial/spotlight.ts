import { type RefObject, useEffect, useState } from 'react'
import { stepsOnScreen, type TutorialStep, targetOf } from './steps.ts'

/** Pixels around the target. */
const MARGIN = 6

/** Pixels that it stays off the window's edge, where its line would not be seen. */
const EDGE = 3

/** Pixels at the top that bars may cover which stay while the page scrolls. */
const BARS = 56

const bringIntoView = (target: Element): void => {
  const { top, bottom } = target.getBoundingClientRect()
  if (top < BARS || bottom > innerHeight) target.scrollIntoView({ block: 'center' })
}

/** Lays the frame around what the step is about; without a target, as a point in the middle of the window. */
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
 * Brings what a step is about into view and keeps the frame around it, whatever scrolls, resizes, comes late or goes
 * meanwhile: looked at once a frame, which costs next to nothing while the layout stands. Returns whether it is there,
 * the name of the button that leads to it where that one is in the light, and the steps that there is a place for now.
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
