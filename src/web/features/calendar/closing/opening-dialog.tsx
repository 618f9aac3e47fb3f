import { useState } from 'react'
import { daysInRange, formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { counted } from '#web/lib/counted.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { ChoiceCards } from '#web/ui/choices/choice-cards.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { report } from '#web/ui/report.ts'
import type { Unblocking } from './unblocking.ts'

type Answer = 'bringBack' | 'leave'

/** Returns the days that change if plans come back, as far as the closures tell. */
const datesOf = ({ from, to, closures }: Unblocking): string[] => {
  const places = closures.flatMap(({ dates, moves }) => [
    ...dates,
    ...moves.flatMap((move) => [move.from.date, move.to?.date ?? []].flat()),
  ])
  return [...new Set([...daysInRange(from, to), ...places])].sort()
}

/** Returns the number of plans that come back: all of a closure, or those of its days that open. */
const returning = ({ from, to, closures }: Unblocking): number =>
  closures.reduce((sum, { dates, moves }) => {
    const isIn = (date: string) => date >= from && date <= to
    return sum + (dates.every(isIn) ? moves.length : moves.filter((move) => isIn(move.from.date)).length)
  }, 0)

/** Asks whether the plans of a closed day come back when it opens again. */
export const OpeningDialog = ({ question, onClose }: { question: Unblocking; onClose: () => void }) => {
  const calendar = useCalendar()
  const { from, to } = question
  const isOne = from === to
  const [answer, setAnswer] = useState<Answer>('bringBack')
  const [isBusy, whileBusy] = usePending()
  const back = returning(question)
  const lessons = back === 1 ? 'lesson' : `${back} lessons`
  const stays = isOne ? (shownDay(calendar, from)?.lessons.length ?? 0) : 0
  const day = isOne ? formatDay(from, 'weekdayLong') : 'These days'
  const save = async () => {
    const dates = answer === 'bringBack' ? datesOf(question) : daysInRange(from, to)
    const isSaved = await whileBusy(() =>
      report(() => write(calendar, { type: 'opening', from, to, plans: answer, dates }), {
        done: (saved) => ({
          title: isOne ? 'Day unblocked' : 'Days unblocked',
          description:
            answer === 'bringBack'
              ? `${counted(back, 'lesson')} ${back === 1 ? 'is' : 'are'} back where ${back === 1 ? 'it was' : 'they were'}.`
              : 'The lessons stay where they are.',
          ...(saved && { action: undoAction(calendar, saved) }),
        }),
        failed: (reason) => ({ title: 'Failed to remove date', description: `${reason} Nothing changed.` }),
      }),
    )
    if (isSaved) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title={isOne ? `Unblock ${day}?` : 'Unblock these days?'}
      description={isOne ? formatDay(from, 'full') : spanWords(question)}
      submitLabel={answer === 'bringBack' ? `Unblock, bring ${back} back` : 'Unblock, leave them'}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ChoiceCards
        legend="The lessons that moved on"
        value={answer}
        isStacked
        choices={[
          {
            value: 'bringBack',
            label: `Bring the ${lessons} back`,
            about: 'Each to its old day, with what you wrote since. New ones make room: they move on.',
          },
          {
            value: 'leave',
            label: 'Leave them where they are',
            about: stays > 0 ? `${day} opens with its ${counted(stays, 'lesson')}.` : `${day} ${isOne ? 'opens' : 'open'} as they are now.`,
          },
        ]}
        onChange={setAnswer}
      />
    </FormDialog>
  )
}
