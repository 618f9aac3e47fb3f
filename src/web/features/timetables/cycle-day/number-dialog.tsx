import { useState } from 'react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { countedFrom, numberInWords, numberOn } from '#shared/timetables/numbering/rules.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { inWeek } from '#web/features/timetables/result/counting.ts'
import { CycleStepper, WeekChoice } from '#web/features/timetables/year/cycle-fields.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { setCycleDay } from './cycle-day-saves.ts'
import { EffectWords } from './effect-words.tsx'
import { useYear } from './use-year.ts'

type NumberDialogProps = { date: string; today: string; timetable: Timetable; onClose: () => void }

/** Asks which day of the cycle a date is, or whether its week is week A or B. A number that the days before it give isn't kept as set. */
export const NumberDialog = ({ date, today, timetable, onClose }: NumberDialogProps) => {
  const calendar = useCalendar()
  const { isReady, isOff, effectOf } = useYear(timetable)
  const [isBusy, whileBusy] = usePending()
  const { rhythm, setByHand } = timetable
  const now = numberOn(timetable, date) ?? 1
  const [number, setNumber] = useState(now)
  const words = (day: number) => numberInWords(rhythm, day)
  const counted = countedFrom(timetable, date, isOff)
  const isSet = setByHand[date] !== undefined
  const change = { date, day: number === counted ? null : number }
  const isNew = number !== now || (isSet && number === counted)
  const effect = isNew ? effectOf(change) : undefined
  const subject = rhythm.kind === 'ab' ? `The week of ${formatDay(mondayOf(date), 'monthDay')}` : formatDay(date, 'weekdayAndDay')
  const save = async () => {
    const title = `${subject} is ${words(number)} now`
    if (await whileBusy(() => setCycleDay(calendar, change, { title, effect }))) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title={rhythm.kind === 'ab' ? 'Week A or week B' : 'Day of the cycle'}
      submitLabel={isNew ? `Set ${words(number)}` : 'Save'}
      isReady={isNew && isReady}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {rhythm.kind === 'ab' ? (
        <WeekChoice date={date} isWeekB={number > 5} onChange={(isWeekB) => setNumber(inWeek(date, isWeekB))} />
      ) : (
        <CycleStepper
          legend={`${date === today ? 'Today, ' : ''}${formatDay(date, 'weekdayAndDay')}, is`}
          number={number}
          days={daysOf(rhythm)}
          onChange={setNumber}
        />
      )}
      {isNew ? (
        <EffectWords effect={effect} />
      ) : (
        <p className="mt-3.5 min-h-[42px] text-control text-ink-soft">
          {isSet ? 'Set by hand. Later days are counted from there.' : 'Counted from the days before it.'}
        </p>
      )}
      {isSet && number !== counted && (
        <Button variant="ghost" className="mt-2 -ml-3.5" onClick={() => setNumber(counted)}>
          Use the counted number: {words(counted)}
        </Button>
      )}
    </FormDialog>
  )
}
