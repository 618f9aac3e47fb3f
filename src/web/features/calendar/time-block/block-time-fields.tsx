import { useRef, useState } from 'react'
import {
  type BlockDraft,
  type DraftProblems,
  minutesLong,
  withClass,
  withStart,
  withTitle,
} from '#web/features/calendar/model/block-draft.ts'
import { ClassField } from '#web/features/calendar/time-block/class-field.tsx'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useClasses } from '#web/features/classes/data.ts'
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

/**
 * The class, title, start, and end of a time block. Changing the start keeps the length. The class follows the title until the teacher
 * chooses one.
 */
export const BlockTimeFields = ({ date, draft, problems, duration, isNew, onChange }: BlockTimeFieldsProps) => {
  const { timeFormat } = useUser().preferences
  /** Preserves the length while the teacher types the start digit by digit. */
  const minutes = useRef(minutesLong(draft, duration))
  const classes = useClasses()
  const [initial] = useState(draft.classId)
  const [isChosen, setIsChosen] = useState(false)
  const changeEnd = (endTime: string) => {
    minutes.current = minutesLong({ ...draft, endTime }, minutes.current)
    onChange({ ...draft, endTime })
  }
  return (
    <div className="grid grid-cols-10 gap-3 sm:grid-cols-[1.5fr_2.2fr_1fr_1fr]">
      {/* Before the title, from which one Tab leads to the start. */}
      <ClassField
        classId={draft.classId}
        title={draft.title}
        className="max-sm:col-span-4"
        onChange={(chosen) => {
          setIsChosen(true)
          onChange(withClass(draft, chosen, classes))
        }}
      />
      <TitleField
        date={date}
        lesson={draft}
        problem={problems.title}
        isNew={isNew}
        onChange={(title) => onChange(withTitle(draft, title, { classes, initial, isChosen }))}
      >
        <Field label="Start" error={problems.startTime} className="max-sm:col-span-5">
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
        <Field label="End" error={problems.endTime} className="max-sm:col-span-5">
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
