import { type KeyboardEvent, useState } from 'react'
import { NOTE_MISSING } from '#shared/calendar/rules.ts'
import { MAX } from '#shared/limits.ts'
import { type CalendarRef, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'

type MarkFieldProps = {
  kind: MarkKind
  value: string
  onChange: (text: string) => void
  /** True to allow multiple lines, even for a block-out. */
  isArea?: boolean
  autoFocus?: boolean
}

const PLACEHOLDERS: Record<MarkKind, string> = {
  'block-out': 'FALL BREAK',
  note: 'Picture day, assembly at 2, bring permission slips',
}

/** Says what is missing before a block-out or a note can be saved. */
export const MISSING: Record<MarkKind, string> = { 'block-out': 'Write a reason first.', note: 'Write a note first.' }

/** Number of characters from which the count of a reason appears. A note always has one. */
const COUNTED_LENGTH = MAX.markText - 200

/** Tells the teacher which people see a day's note, by kind of calendar. */
const SEEN_BY: Partial<Record<CalendarRef['kind'], string>> = {
  own: 'Shown in sub plans and shared schedules',
  school: 'Shown on every teacher’s calendar',
}

/** The input for a block-out's reason (one line) or a note. Enter saves. In a text area, Ctrl+Enter or ⌘+Enter saves. */
export const MarkField = ({ kind, value, onChange, isArea = kind === 'note', autoFocus = false }: MarkFieldProps) => {
  const { kind: calendarKind } = useCalendar()
  const [wasTyped, setWasTyped] = useState(false)
  const isBlank = value.trim() === ''
  const isCounted = kind === 'note' || value.length >= COUNTED_LENGTH
  const seenBy = kind === 'note' && SEEN_BY[calendarKind]
  const handleKey = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || (isArea && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    if (!isBlank) return event.currentTarget.form?.requestSubmit()
    setWasTyped(true)
    showToast({ title: NOTE_MISSING, tone: 'destructive' })
  }
  const Input = (isArea ? TextArea : TextInput) as typeof TextArea
  return (
    <Field
      label={kind === 'note' ? 'Note' : 'Reason'}
      error={wasTyped && isBlank ? NOTE_MISSING : undefined}
      hint={
        (seenBy || isCounted) && (
          <span className="flex justify-between gap-3">
            <span>{seenBy}</span>
            {isCounted && (
              <span className="shrink-0 tabular">{`${value.length.toLocaleString('en-US')} of ${MAX.markText.toLocaleString('en-US')}`}</span>
            )}
          </span>
        )
      }
    >
      {(wiring) => (
        <Input
          {...wiring}
          value={value}
          maxLength={MAX.markText}
          placeholder={PLACEHOLDERS[kind]}
          autoComplete="off"
          autoFocus={autoFocus}
          required
          onKeyDown={handleKey}
          onChange={(event) => {
            setWasTyped(true)
            onChange(event.target.value)
          }}
        />
      )}
    </Field>
  )
}
