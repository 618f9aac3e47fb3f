import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { addMonths } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useRangeMarks } from '#web/features/calendar/days/shown.ts'
import { redoLatest, undoLatest } from '#web/features/calendar/days/undo.ts'
import { useMarkDialogs } from '#web/features/calendar/marks/use-mark-dialogs.tsx'
import { markText } from '#web/features/calendar/model/marks.ts'
import { inView, readAddress, schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { SaveIndication } from '#web/features/calendar/save-indication.tsx'
import { mySchoolQuery } from '#web/features/schools/data.ts'
import { SchoolTools } from '#web/features/schools/school-tools.tsx'
import { useCommands } from '#web/lib/input/commands.ts'
import { SMALL_SCREEN, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ComingUp } from './coming-up.tsx'
import { DayCard } from './day-card.tsx'
import { countsOf, schoolYearOf } from './school-year.ts'
import { TeachersCard } from './teachers-card.tsx'
import { YearGrid } from './year-grid.tsx'

const BACK = <ChevronLeft className="size-4" />
const ON = <ChevronRight className="size-4" />

const useYearCommands = (today: string): void => {
  const calendar = useCalendar()
  const show = (view: 'week' | 'day') => () => goTo(today, (now) => inView({ ...now, calendar: 'school' }, view, today))
  useCommands([
    {
      id: 'today',
      label: 'Today',
      group: 'Go to',
      key: 't',
      words: 'now',
      run: () => goTo(today, (now) => ({ ...now, date: readAddress('', today).date })),
    },
    { id: 'week-view', label: 'Week View', group: 'Go to', key: 'w', words: 'show', run: show('week') },
    { id: 'day-view', label: 'Day View', group: 'Go to', key: 'd', words: 'show', run: show('day') },
    { id: 'undo', label: 'Undo', group: 'Plan', key: 'Mod+z', words: 'take back', run: () => undoLatest(calendar) },
    { id: 'redo', label: 'Redo', group: 'Plan', key: 'Mod+Shift+z', words: 'again', run: () => redoLatest(calendar) },
  ])
}

const Figure = ({ count, one, many }: { count: number; one: string; many: string }) => (
  <span className="whitespace-nowrap">
    <b>{count}</b>
    {count === 1 ? one : many}
  </span>
)

type SchoolYearPageProps = { today: string; head: ReactNode }

/** An administrator's first page: the school's year, the chosen day, and the teachers. */
export const SchoolYearPage = ({ today, head }: SchoolYearPageProps) => {
  const calendar = useCalendar()
  const isWide = useMedia(WIDE_SCREEN)
  const isSmall = useMedia(SMALL_SCREEN)
  const { date } = usePlannerAddress(today)
  const year = schoolYearOf(date)
  const { data: mine } = useQuery(mySchoolQuery)
  const { data: marks, error, isFetching, refetch } = useRangeMarks(calendar, year.from, year.to)
  const { write, dialogs } = useMarkDialogs(today, (on, kind) => markText(marks?.days.get(on), kind))
  useYearCommands(today)
  const choose = (chosen: string) => goTo(today, (now) => ({ ...now, date: chosen }))
  const step = (direction: 1 | -1) => () => {
    const next = addMonths(date, direction * 12)
    choose(schoolYearOf(next).name === schoolYearOf(today).name ? schoolDayOf(today) : schoolDayOf(next))
  }
  const counts = marks && countsOf(marks)
  const day = <DayCard date={date} today={today} marks={marks} onDate={choose} onWrite={write} />
  const coming = <ComingUp marks={marks} today={today} onChoose={choose} />
  const isFailed = !marks && error !== null
  return (
    <div className="school-page">
      <div className="school-main">
        {head}
        <div className="school-heading">
          <h1>{mine?.school?.name ?? 'Your school'}</h1>
          <span className="school-year-name">
            School year {year.name}
            <IconButton variant="ghost" size="sm" label="Previous school year" onClick={step(-1)}>
              {BACK}
            </IconButton>
            <IconButton variant="ghost" size="sm" label="Next school year" onClick={step(1)}>
              {ON}
            </IconButton>
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
        {!isWide && (
          <div className="school-cards">
            <div className="school-card">{day}</div>
            <div className="school-card">{coming}</div>
          </div>
        )}
        {isFailed ? (
          <ErrorState title="Couldn’t load the school year" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <div className="year" data-large={isSmall || undefined}>
            <YearGrid year={year} marks={marks} today={today} chosen={date} onChoose={choose} />
            {isWide && coming}
          </div>
        )}
        {!isWide && (
          <div className="school-card">
            <TeachersCard today={today} />
          </div>
        )}
      </div>
      {isWide && (
        <aside aria-label="The chosen day and the teachers" className="school-aside">
          {day}
          <hr />
          <TeachersCard today={today} />
        </aside>
      )}
      <Suspense>{dialogs}</Suspense>
    </div>
  )
}
