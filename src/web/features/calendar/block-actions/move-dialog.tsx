import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, formatDay, formatTime, stepSchoolDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockMove, blockAt, lengthOf, moveProblem } from '#web/features/calendar/model/block-move.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

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
      description={`${block.title}, ${formatDay(date, 'full')}, ${formatTime(block.startTime, timeFormat)} – ${formatTime(block.endTime, timeFormat)}`}
      submitLabel={act}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
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
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => choose(stepSchoolDay(date, 1))}>
          Next school day
        </Button>
        <Button size="sm" onClick={() => choose(addDays(date, 7))}>
          One week later
        </Button>
      </div>
      {problem && (
        <p role="alert" className="mt-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}
