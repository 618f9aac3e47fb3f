import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { schoolChangeQuery } from '#web/features/calendar/days/timetables/school-calls.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { answerSchool } from './answer-saves.ts'
import { updateWords } from './change-words.ts'
import { DaysOffQuestion } from './closed-days-question.tsx'
import { QuestionBar } from './question-bar.tsx'

/** Asks a teacher whose school changed something whether the timetable should follow. Nothing moves until they answer. */
export const SchoolQuestion = () => {
  const calendar = useCalendar()
  const { data: change, isPending } = useQuery(schoolChangeQuery)
  const [isBusy, whileBusy] = usePending()
  const [answering, setAnswering] = useState<'update' | 'keep'>()
  // One question at a time. An answer to this one can answer the other.
  if (!change) return isPending ? null : <DaysOffQuestion />
  const answer = (how: 'update' | 'keep') => {
    setAnswering(how)
    void whileBusy(() => answerSchool(calendar, change, how))
  }
  return (
    <QuestionBar
      title={change.changes.join(' ')}
      about={change.canUpdate ? updateWords(change) : 'Your timetable can’t follow by itself. Set it up again, or keep it.'}
    >
      {change.canUpdate ? (
        <Button size="sm" busy={isBusy && answering === 'update'} disabled={isBusy} onClick={() => answer('update')}>
          Update my timetable
        </Button>
      ) : (
        <Button size="sm" onClick={() => navigate(TIMETABLE_ADDRESS)}>
          Open My timetable
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="text-ink!"
        busy={isBusy && answering === 'keep'}
        disabled={isBusy}
        onClick={() => answer('keep')}
      >
        Keep mine
      </Button>
    </QuestionBar>
  )
}
