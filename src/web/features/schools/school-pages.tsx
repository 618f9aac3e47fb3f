import type { SchoolPage } from '#web/features/calendar/model/calendar-name.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { SchoolHead } from './school-head.tsx'
import { TeachersPage } from './teachers/teachers-page.tsx'
import { SchoolYearPage } from './year/school-year-page.tsx'

const TITLES: Record<SchoolPage, string> = { year: 'School year', teachers: 'Our Teachers' }

/** The pages about an administrator's school: its year, and its teachers. */
export const SchoolPages = ({ page, today }: { page: SchoolPage; today: string }) => {
  usePageTitle(TITLES[page])
  const head = (
    <>
      <SchoolHead today={today} place={page === 'year' ? 'school' : 'teachers'} hasSearch />
      <PlannerOutlet name="AboveDays" />
    </>
  )
  return (
    <>
      {page === 'year' ? <SchoolYearPage today={today} head={head} /> : <TeachersPage today={today} head={head} />}
      <PlannerOutlet name="Dialogs" />
    </>
  )
}
