import { useRef } from 'react'
import { type BlockDraft, type DraftProblems, minutesLong, withStart } from '#web/features/calendar/model/block-draft.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type BlockTimeFieldsProps = {
  draft: BlockDraft
  problems: DraftProblems
  /** Default length of a lesson, in minutes. */
  duration: number
  /** Whether the title takes the focus when it appears. */
  takesFocus: boolean
  onChange: (draft: BlockDraft) => void
}

/** The title, start, and end of a time block. Changing the start keeps the length. */
export const BlockTimeFields = ({ draft, problems, duration, takesFocus, onChange }: BlockTimeFieldsProps) => {
  const { timeFormat } = useUser().preferences
  /** Preserves the length while the teacher types the start digit by digit. */
  const minutes = useRef(minutesLong(draft, duration))
  const changeEnd = (endTime: string) => {
    minutes.current = minutesLong({ ...draft, endTime }, minutes.current)
    onChange({ ...draft, endTime })
  }
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
      <Field label="Title" error={problems.title} className="max-sm:col-span-2">
        {(wiring) => (
          <TextInput
            {...wiring}
            autoFocus={takesFocus}
            name="title"
            maxLength={200}
            autoComplete="off"
            required
            value={draft.title}
            onChange={(event) => onChange({ ...draft, title: event.target.value })}
          />
        )}
      </Field>
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
    </div>
  )
}
