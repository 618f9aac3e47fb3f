import { useQuery } from '@tanstack/react-query'
import { School } from 'lucide-react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { Button } from '#web/ui/button.tsx'
import { mySchoolQuery } from './data.ts'

/** Tells an administrator that changes here apply to the whole school, and links back to the school year. */
export const SchoolNotice = ({ today }: { today: string }) => {
  const { data } = useQuery(mySchoolQuery)
  const { date } = usePlannerAddress(today)
  const week = useWeek(useCalendar(), mondayOf(date)).data
  const isEmpty = week?.days.every(({ marks }) => !marks.isBlocked && !marks.hasNote) ?? false
  return (
    <p className="mx-5 mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-brand-soft py-1 pr-1 pl-3.5 text-label text-brand small:mx-4">
      <School className="size-[18px] shrink-0" />
      <span className="min-w-[24ch] flex-1">
        <b className="font-semibold">{data?.school?.name ?? 'SCHOOL WIDE'}</b>{' '}
        {isEmpty
          ? 'No days off or notes for the whole school this week. Add one, and every teacher sees it.'
          : 'Days off and notes you add here show on every teacher’s calendar.'}
      </span>
      <Button size="sm" onClick={() => goTo(today, (now) => ({ ...now, calendar: '' }))}>
        School year
      </Button>
    </p>
  )
}
