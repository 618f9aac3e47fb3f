import { useRef } from 'react'
import { type BlockDraft, type DraftProblems, minutesLong, withStart } from '#web/features/calendar/model/block-draft.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { Field } from '#web/ui/field.tsx'
import { TitleField } from './title-field.tsx'

type BlockTimeFieldsProps = {
  date: string
  draft: BlockDraft
  problems: DraftProblems
  /** Default length of a lesson, in minutes. */
  duration: number
  /** Whether the block is new. If so, its title takes the focus. */
  isNew: boolean
  onChange: (draft: BlockDraft) => void
}

/** The title, start, and end of a time block. Changing the start keeps the length. */
export const BlockTimeFields = ({ date, draft, problems, duration, isNew, onChange }: BlockTimeFieldsProps) => {
  const { timeFormat } = useUser().preferences
  /** Preserves the length while the teacher types the start digit by digit. */
  const minutes = useRef(minutesLong(draft, duration))
  const changeEnd = (endTime: string) => {
    minutes.current = minutesLong({ ...draft, endTime }, minutes.current)
    onChange({ ...draft, endTime })
  }
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <TitleField
        date={date}
        title={draft.title}
        problem={problems.title}
        isNew={isNew}
        onChange={(title) => onChange({ ...draft, title })}
      >
        <Field label="Start" error={problems.startTime}>
          {(wiring) => (
            <TimeInput
              {...wiring}
              name="startTime"
              required
              timeFormat={timeFormat}
              value={draft.startTime}
              onChange={(startTime) => onChange(withStart(draft, startTime, minutes.current))}
            />
          )}
        </Field>
        <Field label="End" error={problems.endTime}>
          {(wiring) => (
            <TimeInput
              {...wiring}
              name="endTime"
              required
              timeFormat={timeFormat}
              after={draft.startTime}
              value={draft.endTime}
              onChange={changeEnd}
            />
          )}
        </Field>
      </TitleField>
    </div>
  )
}
