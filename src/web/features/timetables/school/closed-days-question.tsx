import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { SchoolClosures } from '#shared/moves/contract.ts'
import { closeDays } from '#web/features/calendar/closing/closing-saves.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { schoolClosuresQuery } from '#web/features/calendar/days/closures/closure-calls.ts'
import { reloadSchoolYear } from '#web/features/calendar/days/timetables/school-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { counted } from '#web/lib/counted.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { listed } from '#web/lib/listed.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { OpenedDaysQuestion } from './opened-days-question.tsx'
import { QuestionBar } from './question-bar.tsx'

const MovingDialogPart = lazyPart(async () => (await import('#web/features/calendar/closing/moving-dialog.tsx')).MovingDialog)

/** Says what the school closed, such as 'Your school closed Wednesday, November 18: Snow day.' */
const closedWords = ({ days }: SchoolClosures): string => {
  const names = days.map(({ date }) => formatDay(date, days.length === 1 ? 'weekdayAndDay' : 'short'))
  const reasons = new Set(days.map(({ reason }) => reason))
  const [reason] = reasons.size === 1 ? reasons : []
  return `Your school closed ${listed(names)}${reason ? `: ${reason}` : ''}.`
}

/** Asks a teacher whose school closed days whether the plans on them move on. Nothing moves until they answer. */
const ClosedDaysQuestion = ({ question }: { question: SchoolClosures }) => {
  const calendar = useCalendar()
  const [isBusy, whileBusy] = usePending()
  const [isMoving, setIsMoving] = useState(false)
  const classes = useClasses()
  const { days, plans } = question
  const leave = async () => {
    const only = days.map(({ date }) => date)
    const [from = '', to = from] = [only[0], only.at(-1)]
    const counts = { moved: 0, stay: plans, locked: 0, unplaced: 0 }
    const choices = classes.map(({ id }) => ({ classId: id, choice: 'leave' as const }))
    const isSaved = await closeDays(calendar, { ...{ from, to, text: null, only, choices, dates: [] }, counts })
    // Another window may have answered.
    if (!isSaved) reloadSchoolYear()
  }
  const words = closedWords(question)
  return (
    <>
      <QuestionBar
        title={words}
        about={`${counted(plans, 'plan')} ${plans === 1 ? 'is' : 'are'} on ${days.length === 1 ? 'that day' : 'those days'}.`}
      >
        <Button size="sm" disabled={isBusy} aria-haspopup="dialog" onClick={() => setIsMoving(true)}>
          Move on…
        </Button>
        <Button variant="ghost" size="sm" className="text-ink!" busy={isBusy} onClick={() => void whileBusy(leave)}>
          Leave here
        </Button>
      </QuestionBar>
      {isMoving && (
        <Suspense>
          <MovingDialogPart days={days} words={words} onClose={() => setIsMoving(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Asks about days that the school closed, and then about days that it opened again. */
export const DaysOffQuestion = () => {
  const { data } = useQuery(schoolClosuresQuery)
  if (data?.question) return <ClosedDaysQuestion question={data.question} />
  return data?.opened ? <OpenedDaysQuestion opened={data.opened} /> : null
}
