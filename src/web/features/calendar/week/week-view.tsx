import { type MouseEvent, type SyntheticEvent, useId, useRef } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, stepSchoolDay } from '#shared/dates.ts'
import { useCardsRest } from '#web/features/calendar/cards-part.ts'
import { useClosedDays } from '#web/features/calendar/closing/closures.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { useCycleDays } from '#web/features/calendar/navigation/cycle-day.tsx'
import { lessonsWithFoot } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { threeDaysAround } from '#web/features/calendar/navigation/planner-url.ts'
import { useMarkedBlocks } from '#web/features/calendar/time-block/draft-sign.tsx'
import { PREVIEW_LENGTH, type Room } from '#web/features/rich-text/preview.ts'
import { useStore } from '#web/lib/store.ts'
import { LOW_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { DayColumn } from './day-column.tsx'
import { movePreview } from './move-preview.ts'
import { slotOf } from './pressed-slot.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

/** More text than fits in the three lines of a narrow column (`LOW_ROOM`) or in a tablet's eight. block-card.css sets the numbers of lines. */
const LOW_ROOM: Room = { length: 150, lines: 4 }
const ROOM: Room = { length: PREVIEW_LENGTH, lines: 9 }

type WeekViewProps = {
  week: PlannedWeek
  today: string
  chosenDate: string
  timeFormat: Preferences['timeFormat']
  timezone: string
  onOpenDay: (date: string) => void
  onOpenBlock: (date: string, blockId: string) => void
  /** `slot` is the dashed lesson or hour that was pressed. */
  onAddBlock: (date: string, slot?: Slot) => void
  /** Called when a dialog is likely to open soon, because the pointer or focus is on the button that opens it. */
  onApproach: () => void
}

const dateOf = (element: Element): string | undefined => element.closest<HTMLElement>('[data-date]')?.dataset['date']

/** Returns what cards show besides their lessons. Read once for a week, which has hundreds of cards. */
const useCardSigns = (calendarId: string) => ({
  drafts: useMarkedBlocks(calendarId),
  drawn: useStore(movePreview),
  withFoot: useStore(lessonsWithFoot),
  room: useMedia(LOW_SCREEN) ? LOW_ROOM : ROOM,
})

/** The five school days side by side, or three on a tablet and one on a phone. One listener serves all cards. For keys, see card-focus.tsx. */
export const WeekView = ({
  week,
  today,
  chosenDate,
  timeFormat,
  timezone,
  onOpenDay,
  onOpenBlock,
  onAddBlock,
  onApproach,
}: WeekViewProps) => {
  const near = threeDaysAround(chosenDate)
  const soon = stepSchoolDay(today, 1)
  const calendar = useCalendar()
  const signs = useCardSigns(calendar.id)
  const cycleDayOf = useCycleDays()
  const { closureOf, cameFrom } = useClosedDays(week.monday)
  const press = (event: MouseEvent) => {
    const target = event.target as Element
    const date = dateOf(target)
    if (!date) return
    const blockId = target.closest<HTMLElement>('[data-block-id]')?.dataset['blockId']
    if (blockId) return onOpenBlock(date, blockId)
    if (target.closest('[data-add-block]')) return onAddBlock(date, slotOf(target))
    // With a modifier key, the browser opens the link to the day in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Selecting text, such as a note to copy, doesn't open the day.
    if (window.getSelection()?.isCollapsed === false && !target.closest('a')) return
    onOpenDay(date)
  }
  const approach = (event: SyntheticEvent) => {
    if ((event.target as Element).closest('[data-block-id], [data-add-block]')) onApproach()
  }
  const place = useRef<HTMLDivElement>(null)
  const { CardFocus } = useCardsRest()
  const hint = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more heading
    // biome-ignore lint/a11y/useKeyWithClickEvents: CardFocus handles keys
    <div
      ref={place}
      className="week"
      role="group"
      tabIndex={-1}
      aria-label={`Week of ${formatDay(week.monday, 'full').split(', ').slice(1).join(', ')}`}
      aria-describedby={hint}
      onClick={press}
      onPointerOver={approach}
      onFocus={approach}
    >
      {week.days.map((day, position) => (
        <DayColumn
          key={WEEKDAYS[position]}
          day={day}
          weekday={WEEKDAYS[position] ?? ''}
          isToday={day.date === today}
          isChosen={day.date === chosenDate}
          isNear={near.includes(day.date)}
          isSoon={day.date === today || day.date === soon}
          cycleDay={cycleDayOf(day.date)}
          {...signs}
          closure={closureOf(day.date)}
          cameFrom={cameFrom}
          timeFormat={timeFormat}
          timezone={timezone}
        />
      ))}
      {CardFocus && <CardFocus {...{ place, week, chosenDate, hint }} />}
    </div>
  )
}
