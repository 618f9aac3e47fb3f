/**
 * The tips of whatever carries `data-tip`: over it, 700 ms after the mouse rests there; at once where another tip was
 * shown within the last 300 ms, and on what the keyboard reaches. Touch shows none. Escape, a press and scrolling take a
 * tip away, and the mouse may move onto it (WCAG 1.4.13).
 *
 * A tip is for eyes only: what it says must also be in the name or the description of its element.
 */
const DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** How long the mouse may take from an element to its tip. */
const GRACE_MS = 120
/** Pixels between an element and its tip, and between a tip and the edge of the window. */
const GAP = 6

const tip = document.createElement('div')
tip.className =
  'pointer-events-auto fixed m-0 max-w-[280px] rounded-lg border-0 bg-ink px-2.5 py-1.5 text-label whitespace-pre-line text-paper shadow-float'
tip.role = 'tooltip'
// Shown in the top layer, above every dialog and out of reach of what clips or scrolls.
tip.popover = 'manual'
// A press on a tip is no press outside of the dialog that it belongs to.
tip.addEventListener('pointerdown', (event) => event.stopPropagation())

let shownFor: Element | undefined
let waitingFor: Element | undefined
let hiddenAt = Number.NEGATIVE_INFINITY
let timer: number | undefined

/**
 * Puts the tip under its element, or over it where there is no room below, within the window. Where icons stand one below
 * the other (inside `data-tips`, 'left' or 'right') it stands on that side, so that it covers none of them.
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

const show = (element: Element): void => {
  const text = element.getAttribute('data-tip')
  hide()
  if (!text || !element.isConnected) return
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
  // Calls off the hiding too, where the mouse is back or on the tip itself.
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

/** Shows tips on this page from here on. */
export const startTooltips = (): void => {
  document.addEventListener('pointerover', entered)
  document.addEventListener('pointerout', left)
  document.addEventListener('focusin', ({ target }) => {
    const element = tipped(target)
    if (element?.matches(':focus-visible')) show(element)
  })
  document.addEventListener('focusout', hide)
  // Capturing: what is pressed or scrolled may keep the event to itself.
  document.addEventListener('pointerdown', hide, { capture: true })
  document.addEventListener('scroll', hide, { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { capture: true })
}
