import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, formatTime, formatTimes } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUser } from '#web/features/people/data.ts'
import { startHints } from '#web/features/tutorial/hint-memory.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { addUsualDay } from './first-week-saves.ts'
import { type Gap, gapsIn, type LineProblem, type UsualLesson, usualDay, withLonger, withLunch } from './usual-day.ts'

const EXAMPLE =
  '8:00 Morning Meeting\n8:20 Reading Workshop\n9:30-10:15 Writing\n10:30-11:30 Math\n11:30-12:15 Lunch\n12:15 Science\n1:15 pm Music'
/** Enough for 60 lines with the longest titles. */
const MOST_CHARACTERS = 20_000

const counted = (count: number): string => `${count} ${count === 1 ? 'lesson' : 'lessons'}`

/** When a gap may be lunch. */
const LUNCH = { from: '10:45', to: '13:30' }

type GapRowProps = { gap: Gap; mayBeLunch: boolean; text: string; timeFormat: Preferences['timeFormat']; onText: (text: string) => void }

/** Time without a lesson, with ways to fill it. They change the typed text, so that the teacher sees how to type it. */
const GapRow = ({ gap, mayBeLunch, text, timeFormat, onText }: GapRowProps) => (
  <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5 pl-3 text-small text-ink-soft">
    <span className="flex-1 whitespace-nowrap tabular-nums">{formatTimes(gap, timeFormat)} free</span>
    {mayBeLunch && (
      <Button size="sm" onClick={() => onText(withLunch(text, gap))}>
        Add lunch
      </Button>
    )}
    {!gap.lesson.hasEnd && (
      <Button size="sm" onClick={() => onText(withLonger(text, gap))}>
        <span className="max-w-[16ch] truncate">{gap.lesson.title}</span>until {formatTime(gap.endTime, timeFormat)}
      </Button>
    )}
  </li>
)

type PreviewProps = {
  lessons: readonly UsualLesson[]
  problems: readonly LineProblem[]
  timeFormat: Preferences['timeFormat']
  text: string
  onText: (text: string) => void
}

/** Previews all lessons that the typed lines produce, and the gaps between them. */
const Preview = ({ lessons, problems, timeFormat, text, onText }: PreviewProps) => {
  const gaps = gapsIn(lessons)
  const hasLunch = lessons.some(({ title, isBreak }) => isBreak && /lunch|brunch/i.test(title))
  return (
    <section aria-label="Preview" className="grid content-start gap-1.5">
      <h3 className="font-(family-name:--text) text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      <ol className="grid content-start gap-1 rounded-control bg-sunken p-2 wide:min-h-[220px]">
        {lessons.map((lesson, place) => {
          const gap = gaps.find((one) => one.lesson === lesson)
          return [
            <li
              key={place}
              data-break={lesson.isBreak || undefined}
              className="group flex items-baseline gap-2.5 rounded-small border border-line bg-surface px-3 py-1 data-break:border-dashed data-break:bg-transparent"
            >
              <span className="w-[124px] shrink-0 text-small whitespace-nowrap text-ink-soft tabular-nums">
                {formatTimes(lesson, timeFormat)}
              </span>
              <span className="min-w-0 font-semibold break-words group-data-break:font-medium group-data-break:text-ink-soft">
                {lesson.title}
              </span>
            </li>,
            gap && (
              <GapRow
                key={`gap ${place}`}
                gap={gap}
                mayBeLunch={!hasLunch && gap.startTime >= LUNCH.from && gap.endTime <= LUNCH.to}
                text={text}
                timeFormat={timeFormat}
                onText={onText}
              />
            ),
          ]
        })}
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
}

type DaysProps = { days: readonly string[]; chosen: readonly string[]; onChange: (day: string, isChosen: boolean) => void }

const Days = ({ days, chosen, onChange }: DaysProps) => (
  <fieldset className="mt-4">
    <legend className="text-caption font-semibold text-ink-soft">Days</legend>
    <div className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
      {days.map((day) => (
        <Checkbox
          key={day}
          checked={chosen.includes(day)}
          onChange={(event) => onChange(day, event.target.checked)}
          label={formatDay(day, 'short')}
        />
      ))}
    </div>
  </fieldset>
)

type UsualDayDialogProps = {
  /** The school days of the week on screen, or the day on screen. */
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
  const { id: userId } = useUser()
  const [chosen, setChosen] = useState(days)
  const [isInText, setIsInText] = useState(true)
  const [areBreaksAdded, setAreBreaksAdded] = useState(true)
  const [isRepeated, setIsRepeated] = useState(false)
  const { lessons, problems } = usualDay(text, preferences.defaultBlockDuration)
  const isOneDay = days.length === 1
  const breaks = [...new Set(lessons.filter(({ isBreak }) => isBreak).map(({ title }) => title))]
  const added = lessons.filter(({ isBreak }) => areBreaksAdded || !isBreak)
  // Don't report the last line as invalid while the teacher is still typing it.
  const lastLine = text.split('\n').length
  const shownProblems = isInText ? problems.filter(({ line }) => line !== lastLine) : problems
  const choose = (day: string, isChosen: boolean) => setChosen(days.filter((one) => (one === day ? isChosen : chosen.includes(one))))

  const submit = async () => {
    onClose()
    if (!(await addUsualDay(calendar, chosen, added))) return onFailed()
    onText('')
    startHints(userId)
    if (isRepeated) runCommand(isOneDay ? 'repeat-day' : 'repeat-week', days[0])
  }

  return (
    <FormDialog
      size="lg"
      title="Type my usual day"
      description="One lesson per line: start time, then title. Each lesson runs until the next line. Add an end time if it’s shorter or longer: 10:30-11:30 Math."
      submitLabel={added.length > 0 && chosen.length > 0 ? `Add ${counted(added.length * chosen.length)}` : 'Add lessons'}
      isReady={added.length > 0 && chosen.length > 0 && problems.length === 0}
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
        <Preview lessons={lessons} problems={shownProblems} timeFormat={preferences.timeFormat} text={text} onText={onText} />
      </div>
      {!isOneDay && <Days days={days} chosen={chosen} onChange={choose} />}
      <div className="mt-3 grid gap-1 border-t border-line pt-3">
        {breaks.length > 0 && (
          <Checkbox
            checked={areBreaksAdded}
            onChange={(event) => setAreBreaksAdded(event.target.checked)}
            label={`Add ${breaks.join(', ')} to the planner, too`}
          />
        )}
        <Checkbox
          checked={isRepeated}
          onChange={(event) => setIsRepeated(event.target.checked)}
          label={`Then repeat this ${isOneDay ? 'day' : 'week'} until a date I choose`}
        />
      </div>
    </FormDialog>
  )
}
