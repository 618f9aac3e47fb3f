import { useQuery } from '@tanstack/react-query'
import { School } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { schoolChangeQuery } from '#web/features/calendar/days/timetables/school-calls.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { answerSchool } from './answer-saves.ts'
import { updateWords } from './change-words.ts'

/** Asks a teacher whose school changed something whether the timetable should follow. Nothing moves until they answer. */
export const SchoolQuestion = () => {
  const calendar = useCalendar()
  const { data: change } = useQuery(schoolChangeQuery)
  const [isBusy, whileBusy] = usePending()
  const [answering, setAnswering] = useState<'update' | 'keep'>()
  if (!change) return null
  const answer = (how: 'update' | 'keep') => {
    setAnswering(how)
    void whileBusy(() => answerSchool(calendar, change, how))
  }
  return (
    <section
      aria-label="Your school changed something"
      className="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-brand-soft py-1.5 pr-1.5 pl-3.5 text-label small:mx-4 phone:px-3 phone:py-2.5"
    >
      <School aria-hidden="true" className="size-[18px] shrink-0 text-brand phone:hidden" />
      <p role="status" className="min-w-[min(34ch,100%)] flex-1 text-ink">
        <b className="font-semibold">{change.changes.join(' ')}</b>{' '}
        {change.canUpdate ? updateWords(change) : 'Your timetable can’t follow by itself. Set it up again, or keep it.'}
      </p>
      <span className="flex flex-wrap gap-1.5 phone:w-full phone:*:flex-auto">
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
      </span>
    </section>
  )
}
