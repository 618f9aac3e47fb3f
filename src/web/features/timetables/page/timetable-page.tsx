import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { Timetable } from '#shared/timetables/contract.ts'
import { CalendarProvider, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { type SchoolOfTeacher, schoolYearQuery } from '#web/features/calendar/days/timetables/school-calls.ts'
import { QuickActionIcons, QuickActions } from '#web/features/calendar/quick-actions.tsx'
import { classesQuery } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { ChangeTimetable } from '#web/features/timetables/change/change-timetable.tsx'
import { yearInWords } from '#web/features/timetables/model/timetable-draft.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { useNoteDrawn } from '#web/lib/time/when-drawn.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { NewTimetable } from './new-timetable.tsx'

const NEW = 'new'
const NO_SCHOOL: SchoolOfTeacher = { schoolName: null, year: null }

type YearMenuProps = { timetables: readonly Timetable[]; value: string; onChange: (value: string) => void }

/** Switches between the timetables that there are and a new one. */
const YearMenu = ({ timetables, value, onChange }: YearMenuProps) => {
  if (timetables.length === 0) return null
  const options = [...timetables.map((one) => ({ value: one.id, label: yearInWords(one) })), { value: NEW, label: 'New timetable' }]
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm">
          {options.find((option) => option.value === value)?.label}
          <ChevronDown className="size-[15px]" />
        </Button>
      }
    >
      <MenuChoice label="Timetables" value={value} options={options} closes onChange={onChange} />
    </Menu>
  )
}

const TimetableMain = () => {
  const user = useUser()
  const today = useToday(user.timezone)
  const timetables = useQuery(timetablesQuery)
  const classes = useQuery(classesQuery)
  const isInSchool = user.schoolId !== null
  const school = useQuery({ ...schoolYearQuery, enabled: isInSchool })
  const [chosen, setChosen] = useState<string>()
  usePageTitle('My timetable')
  useNoteDrawn(true)
  const failed = [timetables, classes, school].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <ErrorState
        title="Couldn’t load your timetable"
        description={failed.error?.message ?? ''}
        busy={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!timetables.data || !classes.data || (isInSchool && !school.data)) return <LoadingPlace className="flex-1" />
  const current = timetables.data.find(({ lastDay }) => lastDay >= today)
  const shown = timetables.data.find(({ id }) => id === (chosen ?? current?.id))
  const years = <YearMenu timetables={timetables.data} value={shown?.id ?? NEW} onChange={setChosen} />
  const props = { known: classes.data, today, years, school: school.data ?? NO_SCHOOL }
  return shown ? <ChangeTimetable key={shown.id} timetable={shown} {...props} /> : <NewTimetable {...props} />
}

/** The layout that the router renders around the page. */
type PageFrame = ComponentType<{ main: ReactNode; side: ReactNode; aside: (isStrip: boolean) => ReactNode }>

/** A place of its own for the teacher's timetable, next to the planner. */
export const TimetablePage = ({ Frame }: { Frame: PageFrame }) => (
  <CalendarProvider value={useOwnCalendar()}>
    <Frame side={null} main={<TimetableMain />} aside={(isStrip) => (isStrip ? <QuickActionIcons /> : <QuickActions />)} />
  </CalendarProvider>
)
