import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DayToggles } from '#web/features/calendar/navigation/day-toggles.tsx'
import { useUser } from '#web/features/people/data.ts'
import { startHints } from '#web/features/tutorial/hint-memory.ts'
import { counted } from '#web/lib/counted.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { addUsualDay } from './first-week-saves.ts'
import { HOW_TO_TYPE, TypedDay } from './typed-day.tsx'
import { usualDay } from './usual-day.ts'

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
  const [areBreaksAdded, setAreBreaksAdded] = useState(true)
  const [isRepeated, setIsRepeated] = useState(false)
  const day = usualDay(text, preferences.defaultBlockDuration)
  const { lessons, problems } = day
  const isOneDay = days.length === 1
  const breaks = [...new Set(lessons.filter(({ isBreak }) => isBreak).map(({ title }) => title))]
  const added = lessons.filter(({ isBreak }) => areBreaksAdded || !isBreak)
  const toggle = (day: string) => setChosen(days.filter((one) => (one === day) !== chosen.includes(one)))

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
      description={HOW_TO_TYPE}
      submitLabel={added.length > 0 && chosen.length > 0 ? `Add ${counted(added.length * chosen.length, 'lesson')}` : 'Add lessons'}
      isReady={added.length > 0 && chosen.length > 0 && problems.length === 0}
      isChanged={() => text.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TypedDay text={text} day={day} areBreaksAdded={areBreaksAdded} timeFormat={preferences.timeFormat} onText={onText} />
      {!isOneDay && (
        <fieldset className="mt-4">
          <legend className="mb-1.5 text-caption font-semibold text-ink-soft">Days</legend>
          <DayToggles days={days.map((day) => ({ value: day, name: formatDay(day, 'weekdayAndDay') }))} chosen={chosen} onToggle={toggle} />
        </fieldset>
      )}
      <div className="mt-3 grid gap-2 border-t border-line pt-3">
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
        {!isRepeated && <p className="text-caption text-ink-soft">One undo takes it all back.</p>}
      </div>
    </FormDialog>
  )
}
