import { clsx } from 'clsx'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTime, formatTimes, isDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, isNoMove, lengthOf, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { likelyDays } from './next-days.ts'

type MoveDialogProps = {
  date: string
  block: TimeBlock
  isCopy: boolean
  timeFormat: Preferences['timeFormat']
  onMove: (move: BlockMove) => void
  onClose: () => void
}

type DayChipsProps = { days: readonly string[]; chosen: string; onChoose: (day: string) => void }

/** One row of likely days, each on two lines. */
const DayChips = ({ days, chosen, onChoose }: DayChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: these aren't fields
  <div role="group" aria-label="Day" className="mb-3.5 grid grid-cols-4 gap-2">
    {days.map((day, position) => (
      <Button
        key={day}
        data-first={position === 0 || undefined}
        aria-pressed={chosen === day}
        className={clsx('h-[52px]! flex-col gap-0! px-1!', chosen === day && '!border-brand !bg-brand-soft !text-brand')}
        onClick={() => onChoose(day)}
      >
        <span className={clsx('text-caption', chosen !== day && 'text-ink-soft')}>
          {formatDay(day, 'weekday')}
          <span className="sr-only">, </span>
        </span>
        <span className="leading-tight">{formatDay(day, 'monthDay')}</span>
      </Button>
    ))}
  </div>
)

/** Names what a move changes, as in 'Move to Tue, Nov 24' or 'Move to 9:00 AM'. */
const moveWords = ({ block, from, to, startTime, isCopy }: BlockMove, timeFormat: MoveDialogProps['timeFormat']): string => {
  const day = to !== from && isDay(to) && formatDay(to, 'short')
  const time = startTime !== '' && startTime !== block.startTime && formatTime(startTime, timeFormat)
  const target = [day, time].filter(Boolean).join(', ')
  return [isCopy ? 'Copy' : 'Move', target && `to ${target}`].filter(Boolean).join(' ')
}

/** Asks for a new day and start time for a block to move or copy. The block's length doesn't change. */
export const MoveDialog = ({ date, block, isCopy, timeFormat, onMove, onClose }: MoveDialogProps) => {
  const calendar = useCalendar()
  const [days] = useState(() => likelyDays(calendar, date))
  const [to, setTo] = useState(date)
  const [startTime, setStartTime] = useState(block.startTime)
  const [problem, setProblem] = useState<string | null>(null)
  const move = { block, from: date, to, startTime, isCopy }
  const moved = startTime === '' ? block : blockAt(block, startTime)
  const isWhole = startTime !== '' && lengthOf(moved) === lengthOf(block)

  const submit = () => {
    const found = moveProblem(move, shownDay(calendar, to))
    setProblem(found)
    if (!found) onMove(move)
  }
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
        </>
      }
      submitLabel={moveWords(move, timeFormat)}
      isReady={!isNoMove({ ...move, isCopy: false })}
      onSubmit={submit}
      onClose={onClose}
    >
      <DayChips days={days} chosen={to} onChoose={choose} />
      <div className="grid grid-cols-2 gap-3 max-[360px]:grid-cols-1">
        <Field label="Date">
          {(wiring) => <TextInput {...wiring} type="date" required value={to} onChange={(event) => choose(event.target.value)} />}
        </Field>
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
      </div>
      {problem && (
        <p role="alert" className="mt-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}
