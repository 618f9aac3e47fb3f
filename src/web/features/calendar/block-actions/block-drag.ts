/**
 * Drags a lesson to another time or day with a mouse, a pen, or a finger.
 *
 * 1. With a mouse, a slight movement picks up a card. With a finger, a long press picks it up, so swiping still scrolls the page. A long
 *    press without movement opens the card's menu.
 * 2. Nothing changes until the drop. Pressing Escape, losing the pointer, or leaving the window cancels the drag.
 * 3. Holding Alt or Ctrl at the drop copies the lesson.
 * 4. Every element with a date accepts a lesson: a day in the week view, in the day strip on small screens, or in the month view.
 */
import type { Preferences } from '#shared/accounts/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { isNoMove } from '#web/features/calendar/model/block-move.ts'
import { swallowClick } from '#web/lib/input/swallow-click.ts'
import { swallowTouch } from '#web/lib/input/swallow-touch.ts'
import { blockPlaceOf, isPlanCard } from './block-place.ts'
import { type DragLayer, openDragLayer } from './drag-layer.ts'
import { type Carried, type Drop, dropMessage, dropOf } from './drop-target.ts'
import { moveBlock } from './move-saves.ts'

const MOUSE_SLACK_PX = 5
const FINGER_SLACK_PX = 10
const REST_MS = 400
/** Distance from the window's edge at which scrolling starts (px), and the maximum scroll speed (px per frame). */
const EDGE_PX = 72
const SCROLL_PX = 14

type Gesture = Carried & {
  pointerId: number
  isTouch: boolean
  card: HTMLElement
  /** The pointer's position at pointerdown. */
  from: { x: number; y: number }
  /** Timer that lifts the card after a long press with a finger. */
  rest: ReturnType<typeof setTimeout> | undefined
  /** The drag preview, once the card is lifted. */
  layer?: DragLayer
}

export type DragContext = { calendar: CalendarRef; timeFormat: Preferences['timeFormat'] }

/** Returns the scroll speed for a pointer at `y`, in px per frame. Negative values scroll up. */
const scrollAt = (y: number): number => {
  const upper = Math.max(0, EDGE_PX - y)
  const lower = Math.max(0, y - (window.innerHeight - EDGE_PX))
  return Math.round(((lower - upper) / EDGE_PX) * SCROLL_PX)
}

/** Returns the card's hue class, or '' if it has none. */
const hueClass = (card: Element): string => /\bh\d+\b/.exec((card.querySelector('[data-block-id]') ?? card).className)?.[0] ?? ''

/** Handles one drag at a time for the cards inside an element, from pointerdown to drop. */
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
    this.#gesture = {
      pointerId: event.pointerId,
      isTouch,
      card,
      block,
      date,
      from: { x, y },
      x,
      y,
      isCopy: false,
      isPlan: isPlanCard(card),
      rest,
    }
    for (const [type, listener] of this.#listeners) window.addEventListener(type, listener as EventListener, true)
  }

  /** Prevents the page from scrolling while a finger drags a card. */
  readonly hold = (event: TouchEvent): void => {
    if (this.#gesture?.layer && event.cancelable) event.preventDefault()
  }

  /** Suppresses the browser's own long-press menu. */
  readonly contextMenu = (event: MouseEvent): void => {
    if (!this.#gesture?.isTouch) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Ends the gesture and puts the card back. */
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
    // Pressing the card focused it, and its menu button is visible while the card has focus.
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
      // The mouse button is still down. Releasing it must not count as a click.
      window.addEventListener('pointerup', () => swallowClick(), { capture: true, once: true })
    } else if (event.key === 'Alt' || event.key === 'Control') gesture.isCopy = event.altKey || event.ctrlKey
    else return
    // Otherwise, Alt would open the browser's menu, and Escape would reach other listeners.
    event.preventDefault()
    event.stopPropagation()
  }

  readonly #leave = (event: Event): void => {
    if (event.target === window) this.end()
  }

  /** Window listeners that are attached while a gesture is in progress. */
  readonly #listeners = [
    ['pointermove', this.#move],
    ['pointerup', this.#release],
    ['pointercancel', this.end],
    ['keydown', this.#key],
    ['keyup', this.#key],
    ['blur', this.#leave],
  ] as const
}

/** Makes the cards inside `place` draggable. Returns a function that removes the listeners. */
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
