import { useQuery } from '@tanstack/react-query'
import { CalendarCog, ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths } from '#shared/dates.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { SaveIndication } from '#web/features/calendar/save-indication.tsx'
import { mySchoolQuery } from '#web/features/schools/data.ts'
import { SchoolTools } from '#web/features/schools/school-tools.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { countsOf, schoolYearOf } from './school-year.ts'

const BACK = <ChevronLeft className="size-4" />
const ON = <ChevronRight className="size-4" />
const SET_UP = <CalendarCog className="size-[15px]" />
const MONTHS_A_YEAR = 12

const Figure = ({ count, one, many }: { count: number; one: string; many: string }) => (
  <span className="whitespace-nowrap">
    <b>{count}</b>
    {count === 1 ? one : many}
  </span>
)

type YearHeadingProps = {
  date: string
  today: string
  marks: MonthMarks | undefined
  onChoose: (date: string) => void
  /** Opens the school's dates, cycle and bell schedules. Undefined while they load. */
  onSetUp: (() => void) | undefined
}

/** The school's name, its year with buttons to the next and the previous one, and the numbers of closed days and notes. */
export const YearHeading = ({ date, today, marks, onChoose, onSetUp }: YearHeadingProps) => {
  const { data: mine } = useQuery(mySchoolQuery)
  const counts = marks && countsOf(marks)
  const step = (direction: 1 | -1) => () => {
    const next = schoolDayOf(addMonths(date, direction * MONTHS_A_YEAR))
    onChoose(schoolYearOf(next).name === schoolYearOf(today).name ? schoolDayOf(today) : next)
  }
  return (
    <div className="school-heading">
      <h1>{mine?.school?.name ?? 'Your school'}</h1>
      <span className="school-year-name">
        <span className="phone:sr-only">School year&nbsp;</span>
        {schoolYearOf(date).name}
        <IconButton variant="ghost" size="sm" label="Previous school year" onClick={step(-1)}>
          {BACK}
        </IconButton>
        <IconButton variant="ghost" size="sm" label="Next school year" onClick={step(1)}>
          {ON}
        </IconButton>
        <Button
          variant="ghost"
          size="sm"
          icon={SET_UP}
          aria-haspopup="dialog"
          className="text-brand! phone:px-2.5"
          disabled={!onSetUp}
          onClick={onSetUp}
        >
          <span className="phone:sr-only">School year…</span>
        </Button>
      </span>
      <SaveIndication />
      {counts && (
        <p className="school-figures">
          <Figure count={counts.closed} one="day closed" many="days closed" />
          <Figure count={counts.notes} one="note" many="notes" />
        </p>
      )}
      <SchoolTools today={today} />
    </div>
  )
}
