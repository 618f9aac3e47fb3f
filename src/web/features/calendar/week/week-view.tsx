import type { MouseEvent, SyntheticEvent } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { threeDaysAround } from '#web/features/calendar/navigation/planner-url.ts'
import { useDraftedBlocks } from '#web/features/calendar/time-block/kept-drafts.ts'
import { useUser } from '#web/features/people/data.ts'
import { DayColumn } from './day-column.tsx'
import { slotOf } from './slots.tsx'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

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

/** The five school days side by side, or three on a tablet and one on a phone. One listener serves all cards. */
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
  const drafts = useDraftedBlocks(useUser().id)
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only handles clicks on the buttons and links inside it; a click between them repeats the day's link
    <div className="week" onClick={press} onPointerOver={approach} onFocus={approach}>
      {week.days.map((day, position) => (
        <DayColumn
          key={WEEKDAYS[position]}
          day={day}
          weekday={WEEKDAYS[position] ?? ''}
          isToday={day.date === today}
          isChosen={day.date === chosenDate}
          isNear={near.includes(day.date)}
          drafts={drafts}
          timeFormat={timeFormat}
          timezone={timezone}
        />
      ))}
    </div>
  )
}
