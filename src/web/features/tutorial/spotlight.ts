import { type RefObject, useEffect, useState } from 'react'
import { allOnScreen, stepsOnScreen, type TutorialStep, targetOf } from './steps.ts'

/** Pixels between the target and its frame. */
const MARGIN = 6

/** Minimum distance from the edge of the window, in pixels. Any closer, and the outline wouldn't be visible. */
const EDGE = 7

/** Radius of a frame's corners, in pixels, as in `--radius-card`. */
const RADIUS = 14

/** Height of the area at the top that sticky bars may cover, in pixels. */
const BARS = 56

const bringIntoView = (target: Element): void => {
  const { top, bottom } = target.getBoundingClientRect()
  if (top < BARS || bottom > innerHeight) target.scrollIntoView({ block: 'center' })
}

/** Returns the box around all the elements, with a margin, inside the window. Undefined without elements. */
const boxAround = (elements: readonly Element[]): DOMRect | undefined => {
  if (elements.length === 0) return undefined
  const boxes = elements.map((element) => element.getBoundingClientRect())
  const left = Math.max(EDGE, Math.min(...boxes.map((box) => box.left)) - MARGIN)
  const top = Math.max(EDGE, Math.min(...boxes.map((box) => box.top)) - MARGIN)
  const right = Math.min(innerWidth - EDGE, Math.max(...boxes.map((box) => box.right)) + MARGIN)
  const bottom = Math.min(innerHeight - EDGE, Math.max(...boxes.map((box) => box.bottom)) + MARGIN)
  return new DOMRect(left, top, right - left, bottom - top)
}

/** Positions a frame at the box, or hides it. */
const lay = (frame: HTMLElement, box: DOMRect | undefined): void => {
  frame.hidden = !box
  if (!box) return
  frame.style.left = `${box.left}px`
  frame.style.top = `${box.top}px`
  frame.style.width = `${box.width}px`
  frame.style.height = `${box.height}px`
}

/** Returns the path of a box with round corners. */
const roundPath = ({ left, top, right, bottom }: DOMRect): string => {
  const corner = (x: number, y: number) => `a${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}`
  return [
    `M${left + RADIUS} ${top}H${right - RADIUS}${corner(RADIUS, RADIUS)}V${bottom - RADIUS}${corner(-RADIUS, RADIUS)}`,
    `H${left + RADIUS}${corner(-RADIUS, -RADIUS)}V${top + RADIUS}${corner(RADIUS, -RADIUS)}Z`,
  ].join('')
}

/** Returns a clip path with a hole for each box. */
const clipAround = (boxes: readonly DOMRect[]): string =>
  `path(evenodd, "M0 0H${innerWidth}V${innerHeight}H0Z${boxes.map(roundPath).join('')}")`

/** Returns what the step explains besides its target. */
const alsoOf = ({ also = [] }: TutorialStep): readonly Element[] => also.map(allOnScreen).find((elements) => elements.length > 0) ?? []

const isSame = (some: readonly TutorialStep[], others: readonly TutorialStep[]): boolean =>
  some.length === others.length && some.every((step, at) => step === others[at])

type Layers = {
  /** Darkens everything else. */
  scrim: RefObject<HTMLElement | null>
  frame: RefObject<HTMLElement | null>
  /** The frame around what the step explains besides its target. */
  alsoFrame: RefObject<HTMLElement | null>
}

/**
 * Scrolls a step's target into view and keeps the frame around it. Checks on every animation frame, because the target may scroll, resize,
 * load late or disappear. This is cheap while the layout doesn't change.
 *
 * Returns whether the step has a visible target, the name of the button that opens the target if that button is highlighted instead, and
 * the steps whose target is currently available.
 */
export const useSpotlight = ({ scrim, frame, alsoFrame }: Layers, step: TutorialStep) => {
  const [hasTarget, setHasTarget] = useState(false)
  const [leader, setLeader] = useState('')
  const [steps, setSteps] = useState(stepsOnScreen)
  useEffect(() => {
    let seen: Element | undefined
    let clipped = ''
    let handle = 0
    const follow = () => {
      const target = targetOf(step)
      if (target && target !== seen) bringIntoView(target)
      seen = target
      setHasTarget(target !== undefined)
      setLeader(target?.matches('[data-opens]') ? (target.getAttribute('aria-label') ?? target.textContent) : '')
      const now = stepsOnScreen()
      setSteps((before) => (isSame(before, now) ? before : now))
      const box = boxAround(target ? [target] : [])
      const alsoBox = boxAround(alsoOf(step))
      if (frame.current) lay(frame.current, box ?? new DOMRect(innerWidth / 2, innerHeight / 2))
      if (alsoFrame.current) lay(alsoFrame.current, alsoBox)
      const clip = clipAround([box, alsoBox].filter((each) => each !== undefined))
      if (scrim.current && clip !== clipped) scrim.current.style.clipPath = clip
      clipped = clip
      handle = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(handle)
  }, [scrim, frame, alsoFrame, step])
  return { hasTarget, leader, steps }
}
