import { formatDay } from '#shared/dates.ts'
import type { SchoolOpenings } from '#shared/moves/contract.ts'
import { openDays } from '#web/features/calendar/closing/opening-saves.ts'
import { askAboutPlans, tellNotAsked } from '#web/features/calendar/closing/unblocking.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { reloadSchoolYear } from '#web/features/calendar/days/timetables/school-calls.ts'
import { counted } from '#web/lib/counted.ts'
import { listed } from '#web/lib/listed.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { QuestionBar } from './question-bar.tsx'

/** Asks a teacher whose school opened days again whether the plans come back that moved on when it closed them. */
export const OpenedDaysQuestion = ({ opened: { dates, plans } }: { opened: SchoolOpenings }) => {
  const calendar = useCalendar()
  const [isAsking, whileAsking] = usePending()
  const [isLeaving, whileLeaving] = usePending()
  const names = dates.map((date) => formatDay(date, dates.length === 1 ? 'weekdayAndDay' : 'short'))
  const [from = '', to = from] = [dates[0], dates.at(-1)]
  const opening = { from, to, only: dates }
  const reloadUnless = async (isDone: Promise<boolean>) => {
    // Another window may have answered, or the school may have closed the days again.
    if (!(await isDone)) reloadSchoolYear()
  }
  const ask = async () => {
    const asked = await askAboutPlans(calendar, opening)
    if (asked === 'unknown') tellNotAsked('Nothing moved yet')
    return asked !== 'nothing'
  }
  return (
    <QuestionBar title={`Your school opened ${listed(names)} again.`} about={`Bring back ${counted(plans, 'plan')}?`}>
      <Button
        size="sm"
        busy={isAsking}
        disabled={isLeaving}
        aria-haspopup="dialog"
        onClick={() => void whileAsking(() => reloadUnless(ask()))}
      >
        Bring back…
      </Button>
      <Button
        variant="ghost"
        size="sm"
        className="text-ink!"
        busy={isLeaving}
        disabled={isAsking}
        onClick={() => void whileLeaving(() => reloadUnless(openDays(calendar, opening, null)))}
      >
        Leave them
      </Button>
    </QuestionBar>
  )
}
