import { CalendarPlus, GripVertical } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { formatDay, formatNearDay, isDay } from '#shared/dates.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { dragLesson } from './drag-lesson.ts'
import { deleteLesson, placeLesson } from './unplaced-saves.ts'
import type { Place } from './ways-out.ts'

type UnplacedCardProps = {
  calendar: CalendarRef
  lesson: UnplacedLesson
  today: string
  hue: string
  /** The next free lesson of its class. */
  next: Place | undefined
  /** The day it was on, if there is room. */
  back: Place | undefined
  /** Called when the lesson is placed or deleted. */
  onGone: () => void
}

type DayFormProps = { today: string; busy: boolean; onPlace: (place: Place) => void; onCancel: () => void }

const DayForm = ({ today, busy, onPlace, onCancel }: DayFormProps) => {
  const [date, setDate] = useState(today)
  const [error, setError] = useState<string>()
  return (
    <form
      className="mt-2.5 grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isDay(date)) onPlace({ date })
        else setError('Choose a day.')
      }}
    >
      <DateField label="Day" value={date} error={error} autoFocus onChange={setDate} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="solid" busy={busy}>
          Put on this day
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** An unplaced lesson in full, where it was and why it has no day, with the buttons that put it on a day or delete it. */
export const UnplacedCard = ({ calendar, lesson, today, hue, next, back, onGone }: UnplacedCardProps) => {
  const [isChoosing, setIsChoosing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { title, description, date, reason } = lesson
  const act = async (call: () => Promise<boolean>) => {
    setIsBusy(true)
    const isDone = await call().finally(() => setIsBusy(false))
    if (isDone) onGone()
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (calendar.mayEdit && !isBusy) dragLesson(event, { calendar, lesson, hue, onPlace: place })
  }
  const place = (where: Place) => void act(() => placeLesson(calendar, lesson, where))
  const day = `${formatDay(date, 'weekday')}, ${formatNearDay(date, today)}`
  const about = `${title}, was on ${day}`
  return (
    <section
      aria-label={about}
      className={`${hue} relative min-w-0 rounded-card border border-dashed border-line-strong bg-[length:3px_calc(100%-20px)] bg-[position:6px_10px] bg-no-repeat p-3 pl-5`}
    >
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-2 ${calendar.mayEdit ? 'cursor-grab pl-4 select-none' : ''}`}
        onPointerDown={(event) => event.pointerType !== 'touch' && drag(event)}
      >
        {calendar.mayEdit && (
          <span
            aria-hidden="true"
            className="absolute top-1.5 left-2.5 grid size-7 touch-none place-items-center text-ink-soft touch:top-0 touch:left-1 touch:size-11"
            onPointerDown={(event) => event.pointerType === 'touch' && drag(event)}
          >
            <GripVertical className="size-4" />
          </span>
        )}
        <h3 className="min-w-0 font-text text-control font-semibold break-words">{title}</h3>
        <span className="text-small text-ink-soft tabular">was on {day}</span>
      </div>
      <RichText html={description} />
      <p className="mt-1 text-small text-ink-soft">{reason}</p>
      {!calendar.mayEdit ? null : isChoosing ? (
        <DayForm today={today} busy={isBusy} onPlace={place} onCancel={() => setIsChoosing(false)} />
      ) : (
        <div className="mt-2.5 flex flex-wrap gap-2">
          {next && (
            <Button size="sm" busy={isBusy} onClick={() => place(next)}>
              Next free: {formatNearDay(next.date, today)}
            </Button>
          )}
          {back && back.date !== next?.date && (
            <Button size="sm" busy={isBusy} onClick={() => place(back)}>
              Back to {formatNearDay(back.date, today)}
            </Button>
          )}
          <Button size="sm" icon={<CalendarPlus className="size-4" />} onClick={() => setIsChoosing(true)}>
            Put on a day…
          </Button>
          <Button size="sm" variant="ghost" busy={isBusy} onClick={() => void act(() => deleteLesson(calendar, lesson))}>
            Delete
          </Button>
        </div>
      )}
    </section>
  )
}
