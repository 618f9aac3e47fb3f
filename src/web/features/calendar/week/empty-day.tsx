import { ArrowLeft, CalendarOff, CalendarPlus, Copy, Keyboard, Plus, StickyNote } from 'lucide-react'
import { type MouseEvent, type ReactNode, Suspense, useId, useState } from 'react'
import { daysBetween, formatDay, formatTime, mondayOf, stepSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useUsualLessons } from '#web/features/calendar/days/usual.ts'
import { addUsualLessons } from '#web/features/calendar/first-week/first-week-saves.ts'
import { dayOfWeek, type PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { breaksBetween, type ColoredSlot, openHours, type Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { lineOf } from '#web/features/rich-text/preview.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { slotOf } from './pressed-slot.ts'
import { SlotButton } from './slots.tsx'
import './empty-day.css'

const CopyFromPart = lazyPart(async () => (await import('#web/features/calendar/day-actions/copy-from-dialog.tsx')).CopyFromDialog)

const TYPE = <Keyboard className="size-4" />
const PLUS = <Plus className="size-[17px]" />
const USUAL = <CalendarPlus className="size-4" />
const COPY = <Copy className="size-4" />
const BACK = <ArrowLeft className="size-[15px]" />
const NOTE = <StickyNote className="size-[15px]" />
const OFF = <CalendarOff className="size-[15px]" />
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Returns 'These are the six lessons of your usual Friday.' */
const usualWords = (count: number, weekday: string): string =>
  count === 1
    ? `This is the one lesson of your usual ${weekday}.`
    : `These are the ${NUMBERS[count] ?? count} lessons of your usual ${weekday}.`

type SlotsProps = { label: string; slots: readonly ColoredSlot[]; onAdd: (slot: Slot) => void; onApproach: () => void }

/** The dashed lessons or hours of an empty day, with the breaks between usual lessons. */
const Slots = ({ label, slots, onAdd, onApproach }: SlotsProps) => {
  const { timeFormat } = useUser().preferences
  const breaks = slots[0]?.title ? breaksBetween(slots) : undefined
  const press = ({ target }: MouseEvent) => {
    const slot = slotOf(target as Element)
    if (slot) onAdd(slot)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only handles clicks on the buttons inside it
    <ul aria-label={label} className="empty-slots" onClick={press} onPointerOver={onApproach} onFocus={onApproach}>
      {slots.map((slot, at) => {
        const pause = breaks?.get(at)
        return [
          pause && (
            <li key={`break ${at}`} className="empty-break">
              <span>{formatTime(pause.startTime, timeFormat)}</span>
              Break
            </li>
          ),
          <li key={`${slot.startTime} ${slot.title}`}>
            <SlotButton slot={slot} timeFormat={timeFormat} />
          </li>,
        ]
      })}
    </ul>
  )
}

const Card = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="empty-card">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** The lessons of the school day before, so that the teacher sees where the class is. */
const DayBefore = ({ date, today }: { date: string; today: string }) => {
  const before = stepSchoolDay(date, -1)
  const { data: week } = useWeek(useCalendar(), mondayOf(before))
  const day = week && dayOfWeek(week, before)
  const lessons = day?.marks.isBlocked ? [] : day?.lessons
  return (
    <Card title={daysBetween(before, date) === 1 ? 'The day before' : 'The school day before'}>
      {!day && <Skeleton className="h-40" />}
      {day?.marks.isBlocked && <p className="text-label text-ink-soft">No school: {day.marks.blockedText}</p>}
      {day && !day.marks.isBlocked && day.lessons.length === 0 && <p className="text-label text-ink-soft">Nothing planned.</p>}
      {lessons && lessons.length > 0 && (
        <ul className="empty-before">
          {lessons.map(({ block, hue }) => (
            <li key={block.id}>
              <span aria-hidden="true" style={{ background: `var(--hue-${hue.slice(1)})` }} />
              <strong>{block.title}</strong>
              {block.description !== '' && <p>{lineOf(block.description)}</p>}
            </li>
          ))}
        </ul>
      )}
      <Button size="sm" icon={BACK} onClick={() => goTo(today, (now) => ({ ...now, date: before }))}>
        Open {formatDay(before, 'short')}
      </Button>
    </Card>
  )
}

const ThisDay = ({ day: { date, own, school } }: { day: PlannedDay }) => (
  <Card title="This day">
    <p className="text-label text-ink-soft">
      {own.hasNote || school?.noteText ? 'Regular school day with a note.' : 'Regular school day.'}
    </p>
    <Button size="sm" icon={NOTE} aria-haspopup="dialog" onClick={() => runCommand('add-note', date)}>
      {own.hasNote ? 'Edit the note…' : 'Add a note…'}
    </Button>
    <Button size="sm" icon={OFF} aria-haspopup="dialog" onClick={() => runCommand('block-out', date)}>
      Block out this day…
    </Button>
  </Card>
)

type MoreProps = {
  day: PlannedDay
  onAdd: (slot?: Slot) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

/** The usual lessons that a day doesn't have yet, after the teacher wrote the first of them. */
export const MoreOfUsual = ({ day: { date, lessons }, onAdd, onApproach }: MoreProps) => {
  const weekday = formatDay(date, 'weekdayLong')
  const usual = useUsualLessons(useCalendar(), date, 4) ?? []
  const open = usual.filter(({ startTime, endTime }) =>
    lessons.every(({ block }) => block.endTime <= startTime || block.startTime >= endTime),
  )
  if (open.length === 0) return null
  return (
    <section aria-label={`More of your usual ${weekday}`} className="mt-2 grid gap-2">
      <h2 className="text-lead">More of your usual {weekday}</h2>
      <Slots label={`Your usual ${weekday}`} slots={open} onAdd={onAdd} onApproach={onApproach} />
    </section>
  )
}

type EmptyDayProps = MoreProps & {
  /** Called to type all lessons of the day at once. */
  onType: () => void
}

/** A day without lessons: the usual lessons of its weekday to add at once or one by one, and the day before. */
export const EmptyDay = ({ day, onAdd, onType, onApproach }: EmptyDayProps) => {
  const { date } = day
  const { preferences, hasPlanned, timezone } = useUser()
  const calendar = useCalendar()
  const today = useToday(timezone)
  const usual = useUsualLessons(calendar, date, hasPlanned ? 4 : 0)
  const [isBusy, whileBusy] = usePending()
  const [isCopying, setIsCopying] = useState(false)
  const weekday = formatDay(date, 'weekdayLong')
  const hasUsual = usual !== undefined && usual.length > 0
  const addAll = async () => {
    // The lessons replace this button.
    if (usual && (await whileBusy(() => addUsualLessons(calendar, date, usual)))) focusPlans()
  }
  return (
    <div className="empty-day">
      <div className="empty-main">
        <section className="empty-card empty-ask">
          <div>
            <h2>{hasUsual ? `Nothing planned for ${weekday} yet` : 'No lessons planned for this day'}</h2>
            <p>{hasUsual ? usualWords(usual.length, weekday) : 'Press an hour below.'}</p>
          </div>
          {hasPlanned && (
            <Button
              icon={COPY}
              aria-haspopup="dialog"
              onClick={() => setIsCopying(true)}
              onPointerEnter={() => void CopyFromPart.preload()}
            >
              Copy another day…
            </Button>
          )}
          {hasUsual ? (
            <Button variant="solid" icon={USUAL} busy={isBusy} data-tutorial="time-blocks" onClick={() => void addAll()}>
              Add my usual {weekday}
            </Button>
          ) : (
            <>
              <Button icon={TYPE} aria-haspopup="dialog" onClick={onType}>
                Type my usual day
              </Button>
              <Button
                variant="solid"
                icon={PLUS}
                data-tutorial="time-blocks"
                onClick={() => onAdd()}
                onPointerEnter={onApproach}
                onFocus={onApproach}
              >
                Add New Time Block
              </Button>
            </>
          )}
        </section>
        {usual === undefined ? (
          <Skeleton className="h-96" />
        ) : (
          <Slots
            label={hasUsual ? `Your usual ${weekday}` : 'Hours of the day'}
            slots={hasUsual ? usual : openHours(preferences.defaultBlockDuration)}
            onAdd={onAdd}
            onApproach={onApproach}
          />
        )}
      </div>
      <div className="empty-side">
        {hasPlanned && <DayBefore date={date} today={today} />}
        <ThisDay day={day} />
      </div>
      <Suspense>{isCopying && <CopyFromPart date={date} onClose={() => setIsCopying(false)} />}</Suspense>
    </div>
  )
}
