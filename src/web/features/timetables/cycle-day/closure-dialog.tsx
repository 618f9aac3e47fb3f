import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { type Closure, closureAt } from '#shared/timetables/renumbering/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { ChoiceCards } from '#web/ui/choices/choice-cards.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { setCycleDay } from './cycle-day-saves.ts'
import { EffectWords } from './effect-words.tsx'
import { useYear } from './use-year.ts'

type Answer = 'wait' | 'skip'

const answerOf = ({ number, ifWaiting, ifGoingOn }: Closure): Answer | null =>
  number === ifWaiting ? 'wait' : number === ifGoingOn ? 'skip' : null

/** Returns a day's name, which stays on one line. */
const dayNamed = (number: number): string => `Day\u00a0${number}`

const choicesOf = ({ first, last, days, next, ifWaiting, ifGoingOn }: Closure) => {
  const after = formatDay(next, 'short')
  const used =
    days === 1
      ? `${formatDay(first, 'short')} uses up ${dayNamed(ifWaiting)}`
      : `${formatDay(first, 'short')} to ${formatDay(last, 'short')} use up ${counted(days, 'day')}`
  return [
    { value: 'wait' as const, label: 'The cycle waits', about: `${after} is ${dayNamed(ifWaiting)}` },
    { value: 'skip' as const, label: 'The cycle goes on', about: `${used}, and ${after} is ${dayNamed(ifGoingOn)}` },
  ]
}

type ClosureDialogProps = { date: string; timetable: Timetable; onClose: () => void }

/**
 * Asks what days off do to the cycle, for this closure only. The answer is a number for the next school day, which isn't kept as set if it
 * is what the timetable's own rule gives.
 */
export const ClosureDialog = ({ date, timetable, onClose }: ClosureDialogProps) => {
  const calendar = useCalendar()
  const { isReady, isOff, effectOf } = useYear(timetable)
  const [isBusy, whileBusy] = usePending()
  const [chosen, setChosen] = useState<Answer | null>(null)
  const closure = closureAt(timetable, date, isOff)
  const now = closure ? answerOf(closure) : null
  const answer = chosen ?? now
  const isNew = closure !== undefined && answer !== null && answer !== now
  const target = answer === 'wait' ? closure?.ifWaiting : closure?.ifGoingOn
  const change = closure && { date: closure.next, day: target === closure.counted ? null : (target ?? null) }
  const effect = isNew && change ? effectOf(change) : undefined
  const save = async () => {
    if (!change) return
    const title = `${formatDay(change.date, 'weekdayAndDay')} is Day ${target} now`
    if (await whileBusy(() => setCycleDay(calendar, change, { title, effect }))) onClose()
  }
  const { rhythm } = timetable
  const usually = rhythm.kind === 'cycle' && rhythm.onDayOff === 'skip' ? 'goes on' : 'waits'
  return (
    <FormDialog
      title="A day off in the cycle"
      description={`${formatDay(date, 'full')}. Your cycle usually ${usually} on days off.`}
      isReady={isNew && isReady}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {closure ? (
        <ChoiceCards
          legend={closure.days === 1 ? 'On this day off' : 'On these days off'}
          value={answer}
          choices={choicesOf(closure)}
          onChange={setChosen}
        />
      ) : (
        <p>No school day follows in this timetable.</p>
      )}
      {isNew && <EffectWords effect={effect} />}
    </FormDialog>
  )
}
