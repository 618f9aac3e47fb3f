import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, formatTime } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { addUsualDay } from './first-week-saves.ts'
import { type LineProblem, type UsualLesson, usualDay } from './usual-day.ts'

const EXAMPLE =
  '8:00 Morning Meeting\n8:20 Reading Workshop\n9:30-10:15 Writing\n10:30-11:30 Math\n11:30-12:15 Lunch\n12:15 Science\n1:15 pm Music'
/** Enough for 60 lines with the longest titles. */
const MOST_CHARACTERS = 20_000

const counted = (count: number): string => `${count} ${count === 1 ? 'lesson' : 'lessons'}`

type PreviewProps = { lessons: readonly UsualLesson[]; problems: readonly LineProblem[]; timeFormat: Preferences['timeFormat'] }

/** Previews the lessons that the typed lines produce. */
const Preview = ({ lessons, problems, timeFormat }: PreviewProps) => (
  <section aria-label="Preview" className="grid content-start gap-1.5">
    <h3 className="font-(family-name:--text) text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
    <ol className="grid max-h-[290px] content-start gap-1.5 overflow-y-auto rounded-control bg-sunken p-2.5 wide:min-h-[220px]">
      {lessons.map(({ title, startTime, endTime }, place) => (
        <li key={place} className="grid rounded-small border border-line bg-surface px-3 py-1.5">
          <span className="text-small text-ink-soft tabular-nums">
            {formatTime(startTime, timeFormat)} – {formatTime(endTime, timeFormat)}
          </span>
          <span className="font-semibold break-words">{title}</span>
        </li>
      ))}
      {lessons.length === 0 && <li className="p-1 text-ink-soft">Your lessons appear here as you type.</li>}
    </ol>
    <div role="alert" className="grid gap-1 text-label font-medium text-blocked">
      {problems.map(({ line, message }) => (
        <p key={line}>
          Line {line}: {message}
        </p>
      ))}
    </div>
  </section>
)

type UsualDayDialogProps = {
  /** The school days of the week on screen. */
  days: readonly string[]
  preferences: Preferences
  text: string
  onText: (text: string) => void
  /** Called when the save fails. The typed text is preserved. */
  onFailed: () => void
  onClose: () => void
}

/** Asks for a typical day, one lesson per line, and the weekdays it applies to. Shows a preview of the lessons. */
export const UsualDayDialog = ({ days, preferences, text, onText, onFailed, onClose }: UsualDayDialogProps) => {
  const calendar = useCalendar()
  const [chosen, setChosen] = useState(days)
  const [isInText, setIsInText] = useState(true)
  const { lessons, problems } = usualDay(text, preferences.defaultBlockDuration)
  // Don't report the last line as invalid while the teacher is still typing it.
  const lastLine = text.split('\n').length
  const shownProblems = isInText ? problems.filter(({ line }) => line !== lastLine) : problems
  const choose = (day: string, isChosen: boolean) => setChosen(days.filter((one) => (one === day ? isChosen : chosen.includes(one))))

  const submit = async () => {
    onClose()
    if (await addUsualDay(calendar, chosen, lessons)) onText('')
    else onFailed()
  }

  return (
    <FormDialog
      size="lg"
      title="Type my usual day"
      description="One lesson per line: start time, then title. Each lesson runs until the next one starts. To leave a gap, add an end time: 10:30-11:30 Math."
      submitLabel={lessons.length > 0 && chosen.length > 0 ? `Add ${counted(lessons.length * chosen.length)}` : 'Add lessons'}
      isReady={lessons.length > 0 && chosen.length > 0 && problems.length === 0}
      isChanged={() => text.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
        <Field label="Lessons (one per line)">
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={12}
              maxLength={MOST_CHARACTERS}
              placeholder={EXAMPLE}
              spellCheck
              value={text}
              onChange={(event) => onText(event.target.value)}
              onFocus={() => setIsInText(true)}
              onBlur={() => setIsInText(false)}
              className="resize-none"
            />
          )}
        </Field>
        <Preview lessons={lessons} problems={shownProblems} timeFormat={preferences.timeFormat} />
      </div>
      <fieldset className="mt-4">
        <legend className="text-caption font-semibold text-ink-soft">Days</legend>
        <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
          {days.map((day) => (
            <Checkbox
              key={day}
              checked={chosen.includes(day)}
              onChange={(event) => choose(day, event.target.checked)}
              label={formatDay(day, 'short')}
            />
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
