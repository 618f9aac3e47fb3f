/**
 * Drags an unplaced lesson from the panel onto a day or a lesson. The panel and the shade behind it make room while the drag lasts. Escape
 * cancels. The card's buttons do the same without dragging.
 */
import type { PointerEvent as ReactPointerEvent } from 'react'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import { openDragLayer } from '#web/features/calendar/block-actions/drag-layer.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { swallowClick } from '#web/lib/input/swallow-click.ts'
import { type LessonDrop, lessonDrop } from './drop-lesson.ts'
import type { Place } from './ways-out.ts'

const SLACK_PX = 5

const isInside = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean => x >= left && x < right && y >= top && y < bottom

/** Returns the elements at a point, without those that aren't visible. The open panel makes the page inert, so the browser can't be asked. */
const elementsAt = (selector: string, inside: ParentNode, x: number, y: number): HTMLElement[] =>
  [...inside.querySelectorAll<HTMLElement>(selector)].filter((element) => isInside(element.getBoundingClientRect(), x, y))

type Target = LessonDrop & { zone: HTMLElement | null }

const targetAt = (calendar: CalendarRef, lesson: UnplacedLesson, x: number, y: number): Target => {
  const [day] = elementsAt('[data-date], [data-day]', document, x, y).slice(-1)
  const date = day?.dataset['date'] ?? day?.dataset['day'] ?? ''
  const [card] = day ? elementsAt('[data-block-id]', day, x, y).slice(-1) : []
  const id = card?.dataset['blockId'] ?? day?.dataset['blockId']
  const drop = lessonDrop(lesson, date === '' ? undefined : shownDay(calendar, date), id)
  const landing = drop.place?.blockId
  const zone = landing ? day?.querySelector<HTMLElement>(`[data-block-id="${CSS.escape(landing)}"]`) : undefined
  return { ...drop, zone: zone ?? day ?? null }
}

type Dragged = { calendar: CalendarRef; lesson: UnplacedLesson; hue: string; onPlace: (place: Place) => void }

/** Starts a drag on pointerdown. With a finger, only the handle drags, because the rest of the card scrolls. */
export const dragLesson = (event: ReactPointerEvent<HTMLElement>, { calendar, lesson, hue, onPlace }: Dragged): void => {
  const isTouch = event.pointerType === 'touch'
  if (!event.isPrimary || event.button !== 0) return
  const { pointerId, clientX, clientY } = event
  let [x, y] = [clientX, clientY]
  let layer: ReturnType<typeof openDragLayer> | undefined
  const draw = () => {
    if (!layer) return
    const { message, place, zone } = targetAt(calendar, lesson, x, y)
    layer.draw({ x, y, message, isRefused: !place && zone !== null, zone: zone?.getBoundingClientRect() ?? null, line: null })
    requestAnimationFrame(draw)
  }
  const end = () => {
    layer?.close()
    layer = undefined
    document.documentElement.classList.remove('is-leaving-panel')
    for (const [type, listener] of listeners) window.removeEventListener(type, listener as EventListener, true)
  }
  const leave = ({ target }: Event) => {
    if (target === window) end()
  }
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return
    x = moved.clientX
    y = moved.clientY
    if (layer || Math.hypot(x - clientX, y - clientY) <= SLACK_PX) return
    layer = openDragLayer({ title: lesson.title, hue, isTouch })
    document.documentElement.classList.add('is-leaving-panel')
    window.getSelection()?.removeAllRanges()
    draw()
  }
  const release = (released: PointerEvent) => {
    if (released.pointerId !== pointerId) return
    const place = layer ? targetAt(calendar, lesson, x, y).place : undefined
    if (layer && !isTouch) swallowClick()
    end()
    if (place) onPlace(place)
  }
  const key = (pressed: KeyboardEvent) => {
    if (!layer || pressed.key !== 'Escape') return
    end()
    // Otherwise, it would also close the panel.
    pressed.preventDefault()
    pressed.stopPropagation()
  }
  const listeners = [
    ['pointermove', move],
    ['pointerup', release],
    ['pointercancel', end],
    ['keydown', key],
    ['blur', leave],
  ] as const
  for (const [type, listener] of listeners) window.addEventListener(type, listener as EventListener, true)
}
