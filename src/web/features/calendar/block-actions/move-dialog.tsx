import { clsx } from 'clsx'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, formatDay, formatTime, formatTimes } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, lengthOf, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
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

/** Asks for a new day and start time for a block to move or copy. The block's length doesn't change. */
export const MoveDialog = ({ date, block, isCopy, timeFormat, onMove, onClose }: MoveDialogProps) => {
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const [days] = useState(() => likelyDays(calendar, date))
  const [to, setTo] = useState(date)
  const [startTime, setStartTime] = useState(block.startTime)
  const [problem, setProblem] = useState<string | null>(null)
  const act = isCopy ? 'Copy' : 'Move'
  const moved = startTime === '' ? block : blockAt(block, startTime)
  const isWhole = startTime !== '' && lengthOf(moved) === lengthOf(block)

  const submit = () => {
    const move = { block, from: date, to, startTime, isCopy }
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
      title={`${act} lesson`}
      description={`${block.title}, ${formatDay(date, 'short')}, ${formatTimes(block, timeFormat)}`}
      submitLabel={act}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: these aren't fields */}
      <div role="group" aria-label="Day" className="mb-3.5 grid grid-cols-2 gap-2">
        {days.map((day, position) => (
          <Button
            key={day}
            data-first={position === 0 || undefined}
            aria-pressed={to === day}
            className={clsx(to === day && '!border-brand !bg-brand-soft !text-brand')}
            onClick={() => choose(day)}
          >
            {day === addDays(today, 1) ? 'Tomorrow' : formatDay(day, 'short')}
          </Button>
        ))}
      </div>
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
