import { ArrowRightLeft, Layers2 } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, formatTimes, isDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay, useWeek } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, isNoMove, lengthOf, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { likelyDays } from './next-days.ts'
import { landingInWords, landingOn } from './plan-landing.ts'

const SWAP = <ArrowRightLeft className="mt-0.5 size-4 shrink-0 text-ink-soft" />
const BOTH = <Layers2 className="mt-0.5 size-4 shrink-0 text-ink-soft" />

type MoveDialogProps = {
  date: string
  block: TimeBlock
  isCopy: boolean
  /** Whether the plan moves to its class's lesson, if the day has one. */
  isPlan: boolean
  timeFormat: Preferences['timeFormat']
  onMove: (move: BlockMove) => void
  onClose: () => void
}

type DayChipsProps = {
  days: readonly string[]
  today: string
  chosen: string
  lessonOn: (day: string) => string | undefined
  onChoose: (day: string) => void
}

/** One row of likely days, which says whether each is free at that time. */
const DayChips = ({ days, today, chosen, lessonOn, onChoose }: DayChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: these aren't fields
  <div role="group" aria-label="Day" className="mb-3.5 grid grid-cols-4 rounded-control bg-sunken p-[3px]">
    {days.map((day, position) => {
      const lesson = lessonOn(day)
      return (
        <button
          key={day}
          type="button"
          data-first={position === 0 || undefined}
          aria-pressed={chosen === day}
          className="min-h-[52px] min-w-0 self-stretch rounded-lg p-1 text-control font-semibold text-ink-soft transition-colors duration-150 hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-card"
          onClick={() => onChoose(day)}
        >
          <span className="block text-caption">
            {day === today ? 'Today' : formatDay(day, 'weekday')}
            <span className="sr-only">, </span>
          </span>
          <span className="block leading-tight">{formatDay(day, 'monthDay')}</span>
          {lesson === '' && (
            <span className="block text-small leading-tight font-medium text-note">
              <span className="sr-only">, </span>
              Free
            </span>
          )}
        </button>
      )
    })}
  </div>
)

/** Names what a move changes, as in 'Move to Tue, Nov 24' or 'Move to 9:00 AM'. If nothing, asks for it. */
const moveWords = ({ block, from, to, startTime, isCopy }: BlockMove, timeFormat: MoveDialogProps['timeFormat']): string => {
  const day = to !== from && isDay(to) && formatDay(to, 'short')
  const time = startTime !== '' && startTime !== block.startTime && formatTime(startTime, timeFormat)
  const target = [day, time].filter(Boolean).join(', ')
  return target ? `${isCopy ? 'Copy' : 'Move'} to ${target}` : 'Choose a day or time'
}

type OutcomeProps = {
  to: string
  /** Where a plan lands, in words. */
  landing: string | undefined
  /** The title of the lesson that is there at that time. */
  there: string | undefined
  problem: string | null
}

/** Says why the move isn't possible, or what else it affects. */
const Outcome = ({ to, landing, there, problem }: OutcomeProps) => {
  if (problem)
    return (
      <p role="alert" className="mt-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
        {problem}
      </p>
    )
  if (!landing && !there) return null
  return (
    <p className="mt-3 flex gap-2.5 rounded-control bg-sunken px-3 py-2">
      {landing ? SWAP : BOTH}
      <span>{landing ?? `${formatDay(to, 'weekdayLong')} has ${there} at that time. It stays, next to this one.`}</span>
    </p>
  )
}

/** Asks for a new day and start time for a block to move or copy. The block's length doesn't change. */
export const MoveDialog = ({ date, block, isCopy, isPlan, timeFormat, onMove, onClose }: MoveDialogProps) => {
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const [days] = useState(() => likelyDays(calendar, date, today))
  const [to, setTo] = useState(days[0] ?? date)
  const [startTime, setStartTime] = useState(block.startTime)
  const [problem, setProblem] = useState<string | null>(null)
  const move = { block, from: date, to, startTime, isCopy, isPlan }
  // Loads the week, so that the dialog can say what is there.
  useWeek(calendar, mondayOf(isDay(to) ? to : date))
  const landing = isDay(to) ? landingOn(calendar, move) : undefined
  const moved = startTime === '' ? block : blockAt(block, startTime)
  const isWhole = startTime !== '' && lengthOf(moved) === lengthOf(block)

  const submit = () => {
    const found = moveProblem(move, shownDay(calendar, to))
    setProblem(found)
    if (!found) onMove(move)
  }
  /** Returns the title of the lesson that is there at that time, '' if there is none, or undefined while that isn't known. */
  const lessonOn = (day: string): string | undefined => {
    const planned = isDay(day) ? shownDay(calendar, day) : undefined
    if (!planned || planned.marks.isBlocked) return
    const isSame = (other: TimeBlock) => !isCopy && day === date && other.id === block.id
    const found = planned.lessons.find(
      (there) => there.block.startTime < moved.endTime && there.block.endTime > moved.startTime && !isSame(there.block),
    )
    return found?.block.title ?? ''
  }
  const there = landing ? undefined : lessonOn(to)
  const choose = (day: string) => {
    setTo(day)
    setProblem(null)
  }

  return (
    <FormDialog
      size="sm"
      title={isCopy ? 'Copy lesson' : 'Move lesson'}
      description={
        <>
          {`${block.title}, ${formatDay(date, 'short')}, `}
          <span className="whitespace-nowrap">{formatTimes(block, timeFormat)}</span>
          {isCopy && <span className="block">{`The original stays on ${formatDay(date, 'weekdayLong')}.`}</span>}
        </>
      }
      submitLabel={moveWords(move, timeFormat)}
      isReady={isDay(to) && !isNoMove({ ...move, isCopy: false })}
      onSubmit={submit}
      onClose={onClose}
    >
      <DayChips days={days} today={today} chosen={to} lessonOn={lessonOn} onChoose={choose} />
      <div className="grid grid-cols-2 gap-3 max-[360px]:grid-cols-1">
        <DateField label="Date" required value={to} onChange={choose} />
        {!landing && (
          <Field label="Start" hint={isWhole && `Ends at ${formatTime(moved.endTime, timeFormat)}`}>
            {(wiring) => (
              <TimeInput
                {...wiring}
                required
                timeFormat={timeFormat}
                value={startTime}
                onChange={(time) => {
                  setStartTime(time)
                  setProblem(null)
                }}
              />
            )}
          </Field>
        )}
      </div>
      <Outcome to={to} landing={landing && landingInWords(landing, move)} there={there} problem={problem} />
    </FormDialog>
  )
}
