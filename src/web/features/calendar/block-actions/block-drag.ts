/**
 * Dragging a lesson to another time or day, with the mouse, a pen or a finger.
 *
 * 1. A mouse lifts a card by moving it a little; a finger by resting on it, so that swiping still scrolls the page.
 *    A finger that rests and leaves opens the card's menu.
 * 2. Until it is dropped nothing is changed. Escape, a lost pointer and leaving the window put it back.
 * 3. With Alt or Ctrl held at the drop it is a copy.
 * 4. Every element with a date accepts a lesson: a day of the week, one of the strip on a small screen, one of the month.
 */
import type { Preferences } from '#shared/accounts/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { isNoMove } from '#web/features/calendar/model/block-move.ts'
import { swallowClick } from '#web/lib/swallow-click.ts'
import { swallowTouch } from '#web/lib/swallow-touch.ts'
import { blockPlaceOf } from './block-place.ts'
import { type DragLayer, openDragLayer } from './drag-layer.ts'
import { type Carried, type Drop, dropMessage, dropOf } from './drop-target.ts'
import { moveBlock } from './move-saves.ts'

const MOUSE_SLACK_PX = 5
const FINGER_SLACK_PX = 10
const REST_MS = 400
/** How near the edge the page begins to scroll, and how fast at most (px a frame). */
const EDGE_PX = 72
const SCROLL_PX = 14

type Gesture = Carried & {
  pointerId: number
  isTouch: boolean
  card: HTMLElement
  /** Where the pointer went down. */
  from: { x: number; y: number }
  /** Runs until a finger has rested long enough. */
  rest: ReturnType<typeof setTimeout> | undefined
  /** What follows the pointer, once the card is lifted. */
  layer?: DragLayer
}

export type DragContext = { calendar: CalendarRef; timeFormat: Preferences['timeFormat'] }

/** How fast to scroll when the pointer is at `y`, px a frame; negative is up. */
const scrollAt = (y: number): number => {
  const upper = Math.max(0, EDGE_PX - y)
  const lower = Math.max(0, y - (window.innerHeight - EDGE_PX))
  return Math.round(((lower - upper) / EDGE_PX) * SCROLL_PX)
}

/** The class of a card's hue. */
const hueClass = (card: Element): string => /\bh[0-7]\b/.exec((card.querySelector('[data-block-id]') ?? card).className)?.[0] ?? ''

/** One gesture at a time over the cards inside a place, from the press to the drop. */
class CardDragging {
  #gesture: Gesture | null = null
  readonly #context: DragContext

  constructor(context: DragContext) {
    this.#context = context
  }

  readonly press = (event: PointerEvent): void => {
    const target = event.target as Element
    if (this.#gesture || !event.isPrimary || event.button !== 0 || !target.closest('.lesson-card, [data-drag-handle]')) return
    const pressed = blockPlaceOf(target)
    const day = pressed && shownDay(this.#context.calendar, pressed.date)
    const block = day?.lessons.find((lesson) => lesson.block.id === pressed?.blockId)?.block
    if (!pressed || !block) return
    const [x, y, isTouch] = [event.clientX, event.clientY, event.pointerType === 'touch']
    const rest = isTouch ? setTimeout(this.#lift, REST_MS) : undefined
    const { card, date } = pressed
    this.#gesture = { pointerId: event.pointerId, isTouch, card, block, date, from: { x, y }, x, y, isCopy: false, rest }
    for (const [type, listener] of this.#listeners) window.addEventListener(type, listener as EventListener, true)
  }

  /** Moves a lifted card with the finger instead of the page. */
  readonly hold = (event: TouchEvent): void => {
    if (this.#gesture?.layer && event.cancelable) event.preventDefault()
  }

  /** Keeps the browser's own long press away. */
  readonly contextMenu = (event: MouseEvent): void => {
    if (!this.#gesture?.isTouch) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Puts the card back. */
  readonly end = (): void => {
    if (!this.#gesture) return
    clearTimeout(this.#gesture.rest)
    this.#gesture.layer?.close()
    delete this.#gesture.card.dataset['dragged']
    this.#gesture = null
    for (const [type, listener] of this.#listeners) window.removeEventListener(type, listener as EventListener, true)
  }

  readonly #lift = (): void => {
    if (!this.#gesture) return
    const { card, block, isTouch } = this.#gesture
    this.#gesture.layer = openDragLayer({ title: block.title, hue: hueClass(card), isTouch })
    card.dataset['dragged'] = ''
    window.getSelection()?.removeAllRanges()
    // The press gave the card the focus, and with it its button for more.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    this.#frame()
  }

  readonly #frame = (): void => {
    const gesture = this.#gesture
    if (!gesture?.layer) return
    const speed = scrollAt(gesture.y)
    if (speed !== 0) window.scrollBy(0, speed)
    const drop = dropOf(this.#context.calendar, gesture)
    gesture.layer.draw({
      x: gesture.x,
      y: gesture.y,
      ...dropMessage(drop, this.#context),
      zone: drop?.zone.getBoundingClientRect() ?? null,
      line: drop?.line ?? null,
    })
    requestAnimationFrame(this.#frame)
  }

  readonly #move = (event: PointerEvent): void => {
    const gesture = this.#gesture
    if (!gesture || event.pointerId !== gesture.pointerId) return
    gesture.x = event.clientX
    gesture.y = event.clientY
    gesture.isCopy = event.altKey || event.ctrlKey
    if (gesture.layer) return
    const way = Math.hypot(gesture.x - gesture.from.x, gesture.y - gesture.from.y)
    if (gesture.isTouch && way > FINGER_SLACK_PX) this.end()
    else if (!gesture.isTouch && way > MOUSE_SLACK_PX) this.#lift()
  }

  readonly #release = (event: PointerEvent): void => {
    const gesture = this.#gesture
    if (!gesture || event.pointerId !== gesture.pointerId) return
    const { layer, isTouch, card, from } = gesture
    const way = Math.hypot(event.clientX - from.x, event.clientY - from.y)
    const drop: Drop | null = layer ? dropOf(this.#context.calendar, gesture) : null
    this.end()
    if (!layer) return
    if (isTouch) swallowTouch()
    else swallowClick()
    const { clientX, clientY } = event
    if (isTouch && way <= FINGER_SLACK_PX)
      card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }))
    else if (drop && !isNoMove(drop.move)) void moveBlock(this.#context.calendar, drop.move, this.#context.timeFormat)
  }

  readonly #key = (event: KeyboardEvent): void => {
    const gesture = this.#gesture
    if (!gesture?.layer) return
    if (event.key === 'Escape' && event.type === 'keydown') {
      this.end()
      // The button is still down: letting it go is no press.
      window.addEventListener('pointerup', () => swallowClick(), { capture: true, once: true })
    } else if (event.key === 'Alt' || event.key === 'Control') gesture.isCopy = event.altKey || event.ctrlKey
    else return
    // Alt alone opens the browser's menu, and Escape what else listens for it.
    event.preventDefault()
    event.stopPropagation()
  }

  readonly #leave = (event: Event): void => {
    if (event.target === window) this.end()
  }

  /** On the window, for as long as a gesture lasts. */
  readonly #listeners = [
    ['pointermove', this.#move],
    ['pointerup', this.#release],
    ['pointercancel', this.end],
    ['keydown', this.#key],
    ['keyup', this.#key],
    ['blur', this.#leave],
  ] as const
}

/** Lets the cards inside `place` be dragged. Returns how to stop. */
export const listenForDrags = (place: HTMLElement, context: DragContext): (() => void) => {
  const { press, hold, contextMenu, end } = new CardDragging(context)
  place.addEventListener('pointerdown', press)
  place.addEventListener('touchmove', hold, { passive: false })
  place.addEventListener('contextmenu', contextMenu, true)
  place.dataset['draggable'] = ''
  return () => {
    end()
    delete place.dataset['draggable']
    place.removeEventListener('pointerdown', press)
    place.removeEventListener('touchmove', hold)
    place.removeEventListener('contextmenu', contextMenu, true)
  }
}
