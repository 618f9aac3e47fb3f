/**
 * Keyboard focus among the cards of a week, which are one tab stop together: its lessons, and the dashed lessons or hours of empty days.
 *
 * 1. Arrows up and down move within a day. Arrows left and right move to the card of the next day that is nearest in time, and stop at the
 *    edge of the week. Home and End move to the day's first and last card.
 * 2. Cards are keyed by position, so another week's lesson appears in the same element. Focus then leaves the card, so that it never stays on
 *    a lesson that the teacher didn't choose.
 */
import { type RefObject, useEffect, useRef } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { minutesOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { saveBlock } from '#web/features/calendar/days/save-block.ts'
import { dayOfWeek, type PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { isMac } from '#web/lib/platform.ts'

const LESSON = '.lesson-card'
const CARD = `:is(${LESSON}, .slot)`
const isDelete = (key: string): boolean => key === 'Delete' || (isMac && key === 'Backspace')

/** The card that has or had focus. */
type FocusedCard = { card: HTMLElement; monday: string; date: string; blockId: string; position: number }

const dateOf = (element: Element): string => element.closest<HTMLElement>('[data-date]')?.dataset['date'] ?? ''
const visibleColumns = (place: Element): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>('.day-column')].filter((column) => column.checkVisibility())
const cardsOf = (column: Element | null | undefined): HTMLElement[] => [...(column?.querySelectorAll<HTMLElement>(CARD) ?? [])]

const lessonOf = (card: HTMLElement, week: PlannedWeek): TimeBlock | undefined =>
  dayOfWeek(week, dateOf(card))?.lessons.find(({ block }) => block.id === card.dataset['blockId'])?.block

/** Returns when a card starts, in minutes after midnight. */
const startOf = (card: HTMLElement, week: PlannedWeek): number =>
  minutesOf(card.dataset['slotStart'] ?? lessonOf(card, week)?.startTime ?? '00:00')

/** Returns the card that starts nearest in time to another card. */
const nearestInTime = (cards: readonly HTMLElement[], card: HTMLElement, week: PlannedWeek): HTMLElement | undefined => {
  const distances = cards.map((other) => Math.abs(startOf(other, week) - startOf(card, week)))
  return cards[distances.indexOf(Math.min(...distances))]
}

/** Returns the card that an arrow, Home or End leads to from a card, or undefined if there is none. */
const cardAfter = (key: string, card: HTMLElement, place: Element, week: PlannedWeek): HTMLElement | undefined => {
  const column = card.closest<HTMLElement>('.day-column')
  const cards = cardsOf(column)
  const position = cards.indexOf(card)
  if (key === 'ArrowDown') return cards[position + 1]
  if (key === 'ArrowUp') return cards[position - 1]
  if (key === 'Home') return cards[0]
  if (key === 'End') return cards.at(-1)
  const columns = visibleColumns(place)
  const here = column ? columns.indexOf(column) : -1
  const others = key === 'ArrowRight' ? columns.slice(here + 1) : columns.slice(0, Math.max(here, 0)).reverse()
  const next = others.find((one) => one.querySelector(CARD))
  return next && nearestInTime(cardsOf(next), card, week)
}

const MOVES = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

/** Makes a card the week's only tab stop. */
const makeTabStop = (place: Element, card: HTMLElement): void => {
  for (const other of place.querySelectorAll<HTMLElement>(`${CARD}[tabindex="0"]`)) if (other !== card) other.tabIndex = -1
  card.tabIndex = 0
}

/** Focuses an element. If it has focus already, focuses it again, so that a screen reader reads its new content. */
const focusAnew = (element: HTMLElement): void => {
  element.blur()
  element.focus()
}

/** Moves the focus of a card whose lesson has changed: to the lesson's new place, to its neighbor if it's gone, or to the new week. */
const followLesson = (place: HTMLElement, { card, monday, date, blockId, position }: FocusedCard, week: PlannedWeek): void => {
  const hasFocus = document.activeElement === card
  const hasLostFocus = !card.isConnected && document.activeElement === document.body
  if (!hasFocus && !hasLostFocus) return
  if (week.monday !== monday) {
    place.focus({ preventScroll: true })
    return
  }
  if (hasFocus && (card.dataset['blockId'] ?? '') === blockId && dateOf(card) === date) return
  const moved = [...place.querySelectorAll<HTMLElement>(CARD)].find((one) => one.dataset['blockId'] === blockId)
  const column = place.querySelector(`.day-column[data-date="${date}"]`)
  const cards = cardsOf(column)
  const next = moved ?? cards[Math.min(position, cards.length - 1)] ?? column?.querySelector<HTMLElement>('h2 a')
  if (next) focusAnew(next)
}

/** Keeps one card of the week in the tab order: the last focused one, the running lesson's, the first lesson's, or the first. */
const keepTabStop = (place: Element): void => {
  const stop = place.querySelector<HTMLElement>(`${CARD}[tabindex="0"]`)
  if (stop?.checkVisibility()) return
  const columns = visibleColumns(place)
  const running = place.querySelector<HTMLElement>(`[data-phase="running"] ${CARD}`)
  const firstOf = (cards: string) => columns.map((column) => column.querySelector<HTMLElement>(cards)).find((card) => card !== null)
  const next = running?.checkVisibility() ? running : (firstOf(LESSON) ?? firstOf(CARD))
  if (next) makeTabStop(place, next)
}

/** Read to screen reader users who move into the week. */
const HINT_TO_READ = 'Arrow keys move between lessons. Shift+Enter opens a lesson’s menu.'
const HINT = `${HINT_TO_READ} Delete deletes the lesson.`

type CardFocusProps = {
  /** The element around the week's cards. */
  place: RefObject<HTMLElement | null>
  week: PlannedWeek
  /** The day that a phone shows. */
  chosenDate: string
  /** The ID of the hint that describes the week. */
  hint: string
}

/** Handles the focus and keys of a week's cards, and renders the hint about them. */
export const CardFocus = ({ place, week, chosenDate, hint }: CardFocusProps) => {
  const calendar = useCalendar()
  const focused = useRef<FocusedCard | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen day decides which cards a phone shows
  useEffect(() => {
    if (!place.current) return
    if (focused.current) followLesson(place.current, focused.current, week)
    keepTabStop(place.current)
  }, [place, week, chosenDate])

  // The dashed lessons of empty days arrive after the week.
  useEffect(() => {
    const cards = place.current
    if (!cards) return undefined
    const arrivals = new MutationObserver(() => keepTabStop(cards))
    arrivals.observe(cards, { childList: true, subtree: true })
    return () => arrivals.disconnect()
  }, [place])

  useEffect(() => {
    const cards = place.current
    if (!cards) return undefined
    const note = ({ target }: Pick<FocusEvent, 'target'>) => {
      const card = (target as Element).closest<HTMLElement>(CARD)
      if (!card) return
      makeTabStop(cards, card)
      const position = cardsOf(card.closest('.day-column')).indexOf(card)
      focused.current = { card, monday: week.monday, date: dateOf(card), blockId: card.dataset['blockId'] ?? '', position }
    }
    const forget = ({ relatedTarget }: FocusEvent) => {
      // A card that is removed loses focus to nothing. Its neighbor then gets it.
      if (relatedTarget) focused.current = null
    }
    const press = (event: KeyboardEvent) => {
      const { key, target, shiftKey } = event
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (target === cards && key === 'ArrowDown') {
        event.preventDefault()
        cards.querySelector<HTMLElement>(`${CARD}[tabindex="0"]`)?.focus()
      }
      const card = (target as Element).closest<HTMLElement>(CARD)
      if (!card) return
      if (MOVES.includes(key) && !shiftKey) {
        // At the edge, too: an arrow that turned the week would take the card's lesson away.
        event.preventDefault()
        cardAfter(key, card, cards, week)?.focus()
      } else if (key === 'Enter' && shiftKey) {
        event.preventDefault()
        card.parentElement?.querySelector<HTMLElement>('[data-block-menu=""]')?.click()
      } else if (isDelete(key) && calendar.mayAddLessons && !shiftKey) {
        event.preventDefault()
        const before = lessonOf(card, week)
        if (before) void saveBlock({ calendar, date: dateOf(card), edit: { before, after: null } })
      }
    }
    // This code loads after the week, and the teacher may have come to a card before.
    if (!focused.current && document.activeElement && cards.contains(document.activeElement)) note({ target: document.activeElement })
    cards.addEventListener('focusin', note)
    cards.addEventListener('focusout', forget)
    cards.addEventListener('keydown', press)
    return () => {
      cards.removeEventListener('focusin', note)
      cards.removeEventListener('focusout', forget)
      cards.removeEventListener('keydown', press)
    }
  }, [place, week, calendar])
  return (
    <p id={hint} hidden>
      {calendar.mayAddLessons ? HINT : HINT_TO_READ}
    </p>
  )
}
