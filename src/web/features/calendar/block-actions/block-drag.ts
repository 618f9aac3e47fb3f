/**
 * Dragging a lesson to another time or day, with the mouse, a pen or a finger.
 *
 * 1. A mouse lifts a card by moving it a little; a finger by resting on it, so that swiping still scrolls the page.
 *    A finger that rests and leaves opens the card's menu.
 * 2. Until it is dropped nothing is changed. Escape, a lost pointer and leaving the window put it back.
 * 3. With Alt or Ctrl held at the drop it is a copy.
 * 4. Whatever bears a date takes a lesson: a day of the week, one of the strip on a small screen, one of the month.
 */
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { dayOfMonth, formatDay, formatTime, isDay, mondayOf } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { hueOf } from '#web/features/calendar/model/hue.ts'
import { swallowTouch } from '#web/lib/swallow-touch.ts'
import { blockPlaceOf } from './block-place.ts'
import { type DragLayer, openDragLayer } from './drag-layer.ts'
import { type CardBox, dropPlace } from './drop-place.ts'
import { moveBlock } from './move-saves.ts'

const MOUSE_SLACK_PX = 5
const FINGER_SLACK_PX = 10
const REST_MS = 400
/** So near to the upper or lower edge the page scrolls, at most so many px a frame. */
const EDGE_PX = 72
const SCROLL_PX = 14
/** A click that ends a drag comes within this time of it, and before the next press. */
const CLICK_MS = 300

type Gesture = {
  pointerId: number
  isTouch: boolean
  card: HTMLElement
  block: TimeBlock
  date: string
  from: { x: number; y: number }
  x: number
  y: number
  isCopy: boolean
  rest: ReturnType<typeof setTimeout> | undefined
  layer?: DragLayer
}

type Drop = { move: BlockMove; zone: HTMLElement; line: number | null }

export type DragContext = { calendar: CalendarRef; timeFormat: Preferences['timeFormat'] }

/** How fast to scroll when the pointer is at `y`, px a frame; negative is up. */
const scrollAt = (y: number): number => {
  const upper = Math.max(0, EDGE_PX - y)
  const lower = Math.max(0, y - (window.innerHeight - EDGE_PX))
  return Math.round(((lower - upper) / EDGE_PX) * SCROLL_PX)
}

const swallowClick = (): void => {
  const over = new AbortController()
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  window.addEventListener('click', swallow, { capture: true, signal: over.signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal })
  setTimeout(() => over.abort(), CLICK_MS)
}

/** Lets the cards inside `place` be dragged. Returns how to stop. */
export const listenForDrags = (place: HTMLElement, { calendar, timeFormat }: DragContext): (() => void) => {
  let gesture: Gesture | null = null

  const dropOf = ({ block, date, x, y, isCopy }: Gesture): Drop | null => {
    // A toast may lie over the day.
    const [zone] = document.elementsFromPoint(x, y).flatMap((element) => element.closest<HTMLElement>('[data-date], [data-day]') ?? [])
    const to = zone?.dataset['date'] ?? zone?.dataset['day'] ?? ''
    if (!zone || !isDay(to)) return null
    const lessons = new Map(shownDay(calendar, to)?.lessons.map((lesson) => [lesson.block.id, lesson.block]))
    const cards = [...zone.querySelectorAll<HTMLElement>('[data-block-id]')].flatMap((card): CardBox[] => {
      const { top, bottom } = card.getBoundingClientRect()
      const there = lessons.get(card.dataset['blockId'] ?? '')
      return there ? [{ block: there, top, bottom }] : []
    })
    const { startTime, line } = dropPlace(cards, block, to === date, y)
    return { move: { block, from: date, to, startTime, isCopy }, zone, line }
  }

  const isNowhereNew = ({ move: { block, from, to, startTime, isCopy } }: Drop): boolean =>
    !isCopy && from === to && startTime === block.startTime

  const wordsFor = (drop: Drop | null): { words: string; isRefused: boolean } => {
    if (!drop) return { words: 'Drop it on a day', isRefused: false }
    if (isNowhereNew(drop)) return { words: 'Stays where it is', isRefused: false }
    const { to, startTime, block, isCopy } = drop.move
    const problem = moveProblem(drop.move, shownDay(calendar, to))
    if (problem) return { words: problem, isRefused: true }
    const there = mondayOf(to) === mondayOf(drop.move.from) ? `${formatDay(to, 'weekday')} ${dayOfMonth(to)}` : formatDay(to, 'short')
    const day = `${isCopy ? 'Copy to' : 'Move to'} ${there}`
    const times = [startTime, blockAt(block, startTime).endTime].map((time) => formatTime(time, timeFormat)).join(' – ')
    return { words: `${day}, ${times}`, isRefused: false }
  }

  const frame = () => {
    if (!gesture?.layer) return
    const speed = scrollAt(gesture.y)
    if (speed !== 0) window.scrollBy(0, speed)
    const drop = dropOf(gesture)
    gesture.layer.draw({
      x: gesture.x,
      y: gesture.y,
      ...wordsFor(drop),
      zone: drop?.zone.getBoundingClientRect() ?? null,
      line: drop?.line ?? null,
    })
    requestAnimationFrame(frame)
  }

  const lift = () => {
    if (!gesture) return
    const { card, block, isTouch } = gesture
    gesture.layer = openDragLayer({ title: block.title, hue: hueOf(block.title), isTouch })
    card.dataset['dragged'] = ''
    window.getSelection()?.removeAllRanges()
    // The press gave the card the focus, and with it its button for more.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    frame()
  }

  const end = (): void => {
    if (!gesture) return
    clearTimeout(gesture.rest)
    gesture.layer?.close()
    delete gesture.card.dataset['dragged']
    gesture = null
    for (const [type, hear] of heard) window.removeEventListener(type, hear as EventListener, true)
  }

  const move = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return
    gesture.x = event.clientX
    gesture.y = event.clientY
    gesture.isCopy = event.altKey || event.ctrlKey
    if (gesture.layer) return
    const way = Math.hypot(gesture.x - gesture.from.x, gesture.y - gesture.from.y)
    if (gesture.isTouch && way > FINGER_SLACK_PX) end()
    else if (!gesture.isTouch && way > MOUSE_SLACK_PX) lift()
  }

  const release = (event: PointerEvent) => {
    if (!gesture || event.pointerId !== gesture.pointerId) return
    const { layer, isTouch, card, from } = gesture
    const way = Math.hypot(event.clientX - from.x, event.clientY - from.y)
    const drop = layer && dropOf(gesture)
    end()
    if (!layer) return
    if (isTouch) swallowTouch()
    else swallowClick()
    if (isTouch && way <= FINGER_SLACK_PX)
      card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: event.clientX, clientY: event.clientY }))
    else if (drop && !isNowhereNew(drop)) void moveBlock(calendar, drop.move, timeFormat)
  }

  const key = (event: KeyboardEvent) => {
    if (!gesture?.layer) return
    if (event.key === 'Escape' && event.type === 'keydown') {
      end()
      // The button is still down: letting it go is no press.
      window.addEventListener('pointerup', swallowClick, { capture: true, once: true })
    } else if (event.key === 'Alt' || event.key === 'Control') gesture.isCopy = event.altKey || event.ctrlKey
    else return
    // Alt alone opens the browser's menu, and Escape what else listens for it.
    event.preventDefault()
    event.stopPropagation()
  }

  const leave = (event: Event) => {
    if (event.target === window) end()
  }

  const heard = [
    ['pointermove', move],
    ['pointerup', release],
    ['pointercancel', end],
    ['keydown', key],
    ['keyup', key],
    ['blur', leave],
  ] as const

  const press = (event: PointerEvent) => {
    const target = event.target as Element
    if (gesture || !event.isPrimary || event.button !== 0 || !target.closest('.lesson-card, [data-drag-handle]')) return
    const pressed = blockPlaceOf(target)
    const block = pressed && shownDay(calendar, pressed.date)?.lessons.find((lesson) => lesson.block.id === pressed.blockId)?.block
    if (!pressed || !block) return
    const [x, y, isTouch] = [event.clientX, event.clientY, event.pointerType === 'touch']
    const rest = isTouch ? setTimeout(lift, REST_MS) : undefined
    const { card, date } = pressed
    gesture = { pointerId: event.pointerId, isTouch, card, block, date, from: { x, y }, x, y, isCopy: false, rest }
    for (const [type, hear] of heard) window.addEventListener(type, hear as EventListener, true)
  }

  /** A lifted card is moved by the finger, and the page is not. */
  const hold = (event: TouchEvent) => {
    if (gesture?.layer && event.cancelable) event.preventDefault()
  }
  /** The browser's own long press. */
  const context = (event: MouseEvent) => {
    if (!gesture?.isTouch) return
    event.preventDefault()
    event.stopPropagation()
  }

  place.addEventListener('pointerdown', press)
  place.addEventListener('touchmove', hold, { passive: false })
  place.addEventListener('contextmenu', context, true)
  place.dataset['draggable'] = ''
  return () => {
    end()
    delete place.dataset['draggable']
    place.removeEventListener('pointerdown', press)
    place.removeEventListener('touchmove', hold)
    place.removeEventListener('contextmenu', context, true)
  }
}
