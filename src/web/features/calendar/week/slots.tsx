import { Plus } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTime, formatTimes } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUsualLessons } from '#web/features/calendar/days/usual.ts'
import { type ColoredSlot, openHours } from '#web/features/calendar/model/usual-lessons.ts'
import { useUser } from '#web/features/people/data.ts'

const PLUS = <Plus className="size-[15px]" />

type SlotButtonProps = {
  slot: ColoredSlot
  timeFormat: Preferences['timeFormat']
  /** -1 in the week, whose cards are one tab stop together (card-focus.tsx). */
  tabIndex?: -1
}

/** A lesson or an hour that isn't planned yet. The view around it handles clicks by `data-add-block`, like those on other add buttons. */
export const SlotButton = ({ slot: { title, startTime, endTime, classId, hue }, timeFormat, tabIndex }: SlotButtonProps) => (
  <button
    type="button"
    tabIndex={tabIndex}
    className="slot"
    data-add-block=""
    data-slot-start={startTime}
    data-slot-end={endTime}
    data-slot-title={title}
    data-slot-class={classId ?? undefined}
  >
    <span className="slot-time">{title ? formatTimes({ startTime, endTime }, timeFormat) : formatTime(startTime, timeFormat)}</span>
    {hue && <span aria-hidden="true" className="slot-hue" style={{ background: `var(--hue-${hue.slice(1)})` }} />}
    {title && <strong className="slot-title">{title}</strong>}
    <span className="slot-act">
      {PLUS}
      {title ? 'Write' : 'Add here'}
    </span>
  </button>
)

/** Dashed boxes on an empty day: the teacher's usual lessons on that weekday, or the hours of a school day. */
export const EmptySlots = ({ date }: { date: string }) => {
  const { preferences, hasPlanned } = useUser()
  const usual = useUsualLessons(useCalendar(), date, hasPlanned ? 1 : 0)
  const slots = usual?.length === 0 ? openHours(preferences.defaultBlockDuration) : usual
  return slots?.map((slot) => (
    <SlotButton key={`${slot.startTime} ${slot.title}`} slot={slot} timeFormat={preferences.timeFormat} tabIndex={-1} />
  ))
}
