import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, monthOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { sketchesQuery } from '#web/features/calendar/days/repeat-calls.ts'
import { useDays } from '#web/features/calendar/days/use-days.ts'
import { DayPicker } from '#web/features/calendar/month/day-picker.tsx'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { copyTarget, planCopy, spansAfter } from './copy-plan.ts'
import { copyDay } from './copy-saves.ts'

const countOf = (dates: readonly string[]): string => (dates.length === 1 ? formatDay(dates[0] as string, 'short') : `${dates.length} days`)

type CopyDayDialogProps = {
  date: string
  lessons: readonly TimeBlock[]
  /**
   * Set if the lessons belong to another teacher. `what` is the name for the lessons in messages, `from` is the owner's name as a
   * possessive (“Amara’s”), and `isLesson` is true for a single lesson.
   */
  takenOver?: { what: string; from: string; isLesson: boolean }
  onClose: () => void
}

/** Scrolls to a message that would otherwise be partly behind the buttons. */
const scrollTo = (message: Element | null): void => message?.scrollIntoView({ block: 'nearest' })

type TakenDaysProps = { lines: readonly string[] /** True if the copy is one lesson, which is added to the others. */; isLesson: boolean }

const TakenDays = ({ lines, isLesson }: TakenDaysProps) => (
  <div ref={scrollTo} role="alert" className="mt-3.5 scroll-mb-2.5 rounded-control bg-sunken px-3.5 py-3">
    <p className="font-semibold">
      {lines.length === 1 ? 'This day already has lessons' : 'These days already have lessons'}
      {isLesson ? '. The copy joins them:' : ':'}
    </p>
    <ul className="mt-1 list-disc pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {!isLesson && <p className="mt-1.5 text-ink-soft">You can undo this. Each day’s history also keeps the old lessons for 30 days.</p>}
  </div>
)

type SpanButtonsProps = {
  spans: ReturnType<typeof spansAfter>
  isOpen: (day: string) => boolean
  wanted: readonly string[]
  onWanted: (days: readonly string[]) => void
  mayClear: boolean
}

/** Buttons that select multiple days at once. */
const SpanButtons = ({ spans, isOpen, wanted, onWanted, mayClear }: SpanButtonsProps) => (
  <div className="mb-3.5 flex flex-wrap gap-2">
    {spans.map(({ label, dates }) => {
      const open = dates.filter(isOpen)
      return (
        <Button
          key={label}
          size="sm"
          disabled={open.every((day) => wanted.includes(day))}
          onClick={() => onWanted([...new Set([...wanted, ...open])].sort())}
        >
          {label}
        </Button>
      )
    })}
    {mayClear && (
      <Button variant="ghost" size="sm" onClick={() => onWanted([])}>
        Clear
      </Button>
    )}
  </div>
)

type FooterProps = {
  asks: boolean
  /** The number of lessons to copy. */
  count: number
  isReady: boolean
  hasRoom: boolean
  chosen: readonly string[]
  onCopy: (mode: 'add' | 'replace') => void
}

const Footer = ({ asks, count, isReady, hasRoom, chosen, onCopy }: FooterProps) => (
  <div className="flex flex-1 justify-end gap-2 border-line phone:-mx-4 phone:-mt-2.5 phone:flex-col-reverse phone:border-t phone:px-4 phone:pt-3">
    {asks && (
      <Button variant="danger" className="not-phone:mr-auto not-phone:-ml-2" disabled={!isReady} onClick={() => onCopy('replace')}>
        Replace lessons
      </Button>
    )}
    <CancelButton />
    <Button variant="solid" disabled={!isReady || !hasRoom} onClick={() => onCopy('add')}>
      {chosen.length === 0 ? 'Choose a day' : asks ? `Add ${count} to ${countOf(chosen)}` : `Copy to ${countOf(chosen)}`}
    </Button>
  </div>
)

/**
 * Asks which days to copy a day's lessons to, and what to do with the lessons already there. Skips days off unless the teacher includes
 * them.
 */
export const CopyDayDialog = ({ date, lessons, takenOver, onClose }: CopyDayDialogProps) => {
  const { preferences, timezone } = useUser()
  const calendar = useCalendar()
  const today = useToday(timezone)
  const proposed = takenOver ? copyTarget(date, today) : date
  const spans = spansAfter(proposed)
  const [wanted, setWanted] = useState<readonly string[]>(takenOver ? [proposed] : [])
  const [areDaysOffOpen, setAreDaysOffOpen] = useState(false)
  const { data: lessonsOn } = useQuery(sketchesQuery(calendar, monthOf(date < today ? date : today)))
  const { days, error, isFetching, refetch } = useDays(calendar, [...wanted, ...spans.flatMap(({ dates }) => dates)])

  const isOpen = (day: string) => areDaysOffOpen || !days.get(day)?.marks.isBlocked
  const chosen = wanted.filter(isOpen)
  const targets = chosen.flatMap((day) => days.get(day) ?? [])
  const { taken, problem, noRoom } = planCopy(lessons.length, targets)
  // A single lesson never replaces a whole day.
  const asks = !takenOver?.isLesson && taken.length > 0
  const isReady = chosen.length > 0 && targets.length === chosen.length && problem === null

  const toggle = (day: string) =>
    setWanted(wanted.includes(day) && isOpen(day) ? wanted.filter((other) => other !== day) : [...new Set([...wanted, day])].sort())
  const copy = (mode: 'add' | 'replace') => {
    onClose()
    void copyDay(calendar, { from: date, lessons, dates: chosen, mode, what: takenOver?.what })
  }

  return (
    <Dialog
      onClose={onClose}
      isSheet
      title={takenOver ? 'Copy to my planner' : 'Copy day to…'}
      description={
        takenOver?.isLesson
          ? `${takenOver.from} ${takenOver.what}, ${formatDay(date, 'full')}`
          : `${takenOver ? `${takenOver.from} ` : ''}${formatDay(date, 'full')}: ${lessons.length} lesson${lessons.length === 1 ? '' : 's'}`
      }
      footer={<Footer asks={asks} count={lessons.length} isReady={isReady} hasRoom={noRoom === null} chosen={chosen} onCopy={copy} />}
    >
      <SpanButtons spans={spans} isOpen={isOpen} wanted={wanted} onWanted={setWanted} mayClear={chosen.length > 0} />
      <DayPicker
        calendar={calendar}
        label="Days to copy to"
        chosen={chosen}
        today={today}
        weekStartsOn={preferences.weekStartsOn}
        {...(!takenOver && { except: date })}
        areDaysOffOpen={areDaysOffOpen}
        lessonsOn={lessonsOn}
        onToggle={toggle}
      />
      <p className="sr-only" aria-live="polite">
        {chosen.length === 0 ? 'No days selected' : chosen.map((day) => formatDay(day, 'medium')).join(', ')}
      </p>
      <Checkbox
        className="mt-3.5"
        checked={areDaysOffOpen}
        onChange={(event) => setAreDaysOffOpen(event.target.checked)}
        label="Also copy to days off (lessons stay hidden)"
      />
      {error && <ErrorState title="Couldn’t load these days" description={error.message} busy={isFetching} onRetry={refetch} />}
      {taken.length > 0 && <TakenDays lines={taken} isLesson={takenOver?.isLesson === true} />}
      {[problem, noRoom].map(
        (reason) =>
          reason && (
            <p key={reason} role="status" className="mt-2 text-label text-ink-soft">
              {reason}
            </p>
          ),
      )}
    </Dialog>
  )
}
