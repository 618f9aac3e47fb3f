import type { Box } from './toasts/toast-spot.ts'

/** Selector for every element that a teacher can click or type into. */
const CONTROLS =
  'a[href], button, input, select, textarea, label, summary, iframe, [contenteditable="true"], [role="button"], [role^="menuitem"], [role="option"], [data-block-id]'

const meet = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

/** Visually hidden elements for screen readers are one pixel wide. */
const isEmpty = ({ left, top, right, bottom }: Box): boolean => right - left <= 1 || bottom - top <= 1

/** Returns the box that an element clips its content to, or undefined if the element doesn't clip. */
const clipOf = (element: Element): Box | undefined =>
  getComputedStyle(element).overflowY === 'visible' ? undefined : element.getBoundingClientRect()

/** Returns the visible part of each control in the window. Excludes inert controls and those inside `except`. */
export const controlBoxes = (except: Element): Box[] => {
  const clips = new Map<Element, Box | undefined>()
  const clip = (element: Element): Box | undefined => {
    if (!clips.has(element)) clips.set(element, clipOf(element))
    return clips.get(element)
  }
  const page = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  const visiblePart = (control: Element): Box => {
    let box = meet(control.getBoundingClientRect(), page)
    for (let around = control.parentElement; around && around !== document.body && !isEmpty(box); around = around.parentElement) {
      const limits = clip(around)
      if (limits) box = meet(box, limits)
    }
    return box
  }
  return [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !except.contains(control) && !control.closest('[inert]'))
    .map((control) => ({ control, box: visiblePart(control) }))
    .filter(({ control, box }) => !isEmpty(box) && control.checkVisibility({ visibilityProperty: true }))
    .map(({ box }) => box)
}
