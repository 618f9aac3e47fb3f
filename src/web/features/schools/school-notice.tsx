import { useQuery } from '@tanstack/react-query'
import { School } from 'lucide-react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { mySchoolQuery } from './data.ts'

/** Tells an administrator that changes here apply to the whole school, and links back to the school year. */
export const SchoolNotice = ({ today }: { today: string }) => {
  const name = useQuery(mySchoolQuery).data?.school?.name
  const { date } = usePlannerAddress(today)
  const week = useWeek(useCalendar(), mondayOf(date)).data
  const isEmpty = week?.days.every(({ marks }) => !marks.isBlocked && !marks.hasNote) ?? false
  return (
    <p className="mx-5 mb-3 flex min-h-11 items-center gap-x-3 rounded-control bg-brand-soft py-1 pr-1 pl-3.5 text-label text-brand phone:min-h-[66px] small:mx-4">
      <School className="size-[18px] shrink-0 phone:hidden" />
      <span className="min-w-0 flex-1">
        <b className="inline-block max-w-full truncate align-bottom font-semibold phone:block">
          {name ?? <Skeleton className="h-3.5 w-32" />}
        </b>{' '}
        {isEmpty
          ? 'No days off or notes this week. Every teacher sees what you add.'
          : 'Every teacher sees the days off and notes you add.'}
      </span>
      <Button size="sm" onClick={() => goTo(today, (now) => ({ ...now, calendar: '' }))}>
        School year
      </Button>
    </p>
  )
}
