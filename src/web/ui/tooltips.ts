/**
 * Shows tooltips for all elements with `data-tip`. A tooltip appears 700 ms after the mouse stops on the element. It appears immediately if
 * another tooltip was visible within the last 300 ms or keyboard focus moves to the element. Touch never shows a tooltip. Escape, pressing
 * a mouse button and scrolling hide it, and the mouse can move onto it (WCAG 1.4.13). An element that shows the same text doesn't get one,
 * and neither does the button of an open menu, whose heading the tooltip would cover.
 *
 * Tooltips are visual only. Their text must also be in the element's accessible name or description.
 */
const DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** How long the mouse may take to move from an element to its tooltip. */
const GRACE_MS = 120
/** Gap in pixels between an element and its tooltip, and between a tooltip and the edge of the window. */
const GAP = 6

const tip = document.createElement('div')
tip.className =
  'pointer-events-auto fixed m-0 max-w-[280px] rounded-lg border-0 bg-ink px-2.5 py-1.5 text-label whitespace-pre-line text-paper shadow-float'
tip.role = 'tooltip'
tip.ariaHidden = 'true'
// Uses the top layer so that the tooltip appears above every dialog and no ancestor clips or scrolls it.
tip.popover = 'manual'
// Pressing a tooltip must not count as a click outside the dialog that contains its element.
tip.addEventListener('pointerdown', (event) => event.stopPropagation())

let shownFor: Element | undefined
let waitingFor: Element | undefined
let hiddenAt = Number.NEGATIVE_INFINITY
let timer: number | undefined

/**
 * Positions the tooltip inside the window, below its element or above if there isn't room. For vertical rows of icons (inside `data-tips`,
 * 'left' or 'right'), positions the tooltip on that side so that it doesn't cover any of the icons.
 */
const place = (element: Element): void => {
  const { left, right, width, top, bottom } = element.getBoundingClientRect()
  const side = element.closest<HTMLElement>('[data-tips]')?.dataset['tips']
  if (side) {
    tip.style.left = `${side === 'left' ? left - GAP - tip.offsetWidth : right + GAP}px`
    tip.style.top = `${(top + bottom - tip.offsetHeight) / 2}px`
    return
  }
  const below = bottom + GAP
  const fitsBelow = below + tip.offsetHeight + GAP <= window.innerHeight
  const furthest = window.innerWidth - tip.offsetWidth - GAP
  tip.style.left = `${Math.max(GAP, Math.min(left + (width - tip.offsetWidth) / 2, furthest))}px`
  tip.style.top = `${fitsBelow ? below : Math.max(GAP, top - GAP - tip.offsetHeight)}px`
}

const hide = (): void => {
  window.clearTimeout(timer)
  waitingFor = undefined
  if (!shownFor) return
  shownFor = undefined
  hiddenAt = performance.now()
  tip.hidePopover()
}

/** Whether the element already shows this text, not only to screen readers. */
const showsText = (element: Element, text: string): boolean =>
  [...element.children].some((child) => child.textContent.trim() === text && child.getBoundingClientRect().width > 1)

const show = (element: Element): void => {
  const text = element.getAttribute('data-tip')
  hide()
  if (!text || !element.isConnected || element.matches('[aria-haspopup][aria-expanded="true"]') || showsText(element, text)) return
  shownFor = element
  tip.textContent = text
  document.body.append(tip)
  tip.showPopover()
  place(element)
}

const tipped = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest('[data-tip]') : null)

const entered = ({ target, pointerType }: PointerEvent): void => {
  if (pointerType !== 'mouse') return
  const element = target === tip ? shownFor : tipped(target)
  if (!element || element === waitingFor) return
  // Also cancels a pending hide if the mouse returned to the element or is on the tooltip.
  window.clearTimeout(timer)
  if (element === shownFor) return
  waitingFor = element
  const wasJustShown = shownFor !== undefined || performance.now() - hiddenAt < SKIP_DELAY_MS
  timer = window.setTimeout(() => show(element), wasJustShown ? 0 : DELAY_MS)
}

const left = ({ target, relatedTarget }: PointerEvent): void => {
  const from = target === tip ? shownFor : tipped(target)
  if (!from || relatedTarget === tip || (relatedTarget instanceof Node && from.contains(relatedTarget))) return
  window.clearTimeout(timer)
  waitingFor = undefined
  timer = window.setTimeout(hide, GRACE_MS)
}

/** Enables tooltips on this page. */
export const startTooltips = (): void => {
  document.addEventListener('pointerover', entered)
  document.addEventListener('pointerout', left)
  document.addEventListener('focusin', ({ target }) => {
    const element = tipped(target)
    if (element?.matches(':focus-visible')) show(element)
  })
  document.addEventListener('focusout', hide)
  // Listens in the capture phase, because the target may stop propagation.
  document.addEventListener('pointerdown', hide, { capture: true })
  document.addEventListener('scroll', hide, { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { capture: true })
}
