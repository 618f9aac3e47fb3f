import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useRangeMarks } from '#web/features/calendar/days/marks/mark-calls.ts'
import { schoolYearQuery } from '#web/features/calendar/days/timetables/school-calls.ts'
import { redoLatest, undoLatest } from '#web/features/calendar/days/undo.ts'
import { useMarkDialogs } from '#web/features/calendar/marks/use-mark-dialogs.tsx'
import { markText } from '#web/features/calendar/model/marks.ts'
import { inView, schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { OfficeCard } from '#web/features/schools/office/office-card.tsx'
import { useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { PHONE, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NOT_CLOSING } from './close-day.tsx'
import { ComingUp } from './coming-up.tsx'
import { DayCard } from './day-card.tsx'
import { closingEnd, closureOn, schoolYearOf } from './school-year.ts'
import { TeachersCard } from './teachers-card.tsx'
import { YearHeading } from './year-heading.tsx'
import { YearMonths } from './year-months.tsx'
import './year.css'

const SchoolYearDialogPart = lazyPart(
  async () => (await import('#web/features/schools/school-year/school-year-dialog.tsx')).SchoolYearDialog,
)

const useYearCommands = (today: string, choose: (date: string) => void): void => {
  const calendar = useCalendar()
  const show = (view: 'week' | 'day') => () => goTo(today, (now) => inView({ ...now, calendar: 'school' }, view, today))
  useCommands([
    { id: 'today', label: 'Today', group: 'Go to', key: 't', words: 'now', run: () => choose(schoolDayOf(today)) },
    { id: 'week-view', label: 'Week view', group: 'Go to', key: 'w', words: 'show', run: show('week') },
    { id: 'day-view', label: 'Day view', group: 'Go to', key: 'd', words: 'show', run: show('day') },
    { id: 'undo', label: 'Undo', group: 'Plan', key: 'Mod+z', words: 'take back', run: () => undoLatest(calendar) },
    { id: 'redo', label: 'Redo', group: 'Plan', key: 'Mod+Shift+z', words: 'again', run: () => redoLatest(calendar) },
  ])
}

type SchoolYearPageProps = { today: string; head: ReactNode }

/** An administrator's first page: the school's year, the chosen day, and the teachers. */
export const SchoolYearPage = ({ today, head }: SchoolYearPageProps) => {
  const calendar = useCalendar()
  const isWide = useMedia(WIDE_SCREEN)
  const isPhone = useMedia(PHONE)
  const { date } = usePlannerAddress(today)
  const year = schoolYearOf(date)
  const { data: marks, error, isFetching, refetch } = useRangeMarks(calendar, year.from, year.to)
  const { data: school } = useQuery(schoolYearQuery)
  const [isSettingUp, setIsSettingUp] = useState(false)
  const { write, manage, dialogs } = useMarkDialogs(today, (on, kind) => markText(marks?.days.get(on), kind))
  const choose = (chosen: string) => goTo(today, (now) => ({ ...now, date: chosen }))
  const [closing, setClosing] = useState(NOT_CLOSING)
  const closure = marks && closureOn(marks, date)
  const range = { from: closure?.from ?? date, to: closure?.to ?? closingEnd(date, closing.lastDay) }
  const card = useRef<HTMLDivElement>(null)
  const chooseInYear = (chosen: string) => {
    choose(chosen)
    // The months are below the chosen day, which may have scrolled away.
    if (!isWide) card.current?.scrollIntoView({ block: 'start' })
  }
  useYearCommands(today, choose)
  const number = school?.year ? dateInWords([school.year], date) : ''
  const day = <DayCard {...{ date, today, marks, number, closing }} onClosing={setClosing} onDate={choose} onWrite={write} />
  const coming = <ComingUp marks={marks} today={today} onChoose={choose} />
  const teachers = (
    <>
      <div className="school-card">
        <TeachersCard today={today} />
      </div>
      <div className="school-card">
        <OfficeCard />
      </div>
    </>
  )
  return (
    <div className="school-page">
      <div className="school-main">
        {head}
        <YearHeading date={date} today={today} marks={marks} onChoose={choose} onSetUp={school && (() => setIsSettingUp(true))} />
        {!isWide && (
          <div className="school-cards">
            <div ref={card} className="school-card scroll-mt-2">
              {day}
            </div>
            <div className="school-cards-side">
              <div className="school-card">{coming}</div>
              {!isPhone && teachers}
            </div>
          </div>
        )}
        {!marks && error ? (
          <ErrorState title="Couldn’t load the school year" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <YearMonths date={date} range={range} today={today} marks={marks} onChoose={chooseInYear}>
            {isWide && coming}
          </YearMonths>
        )}
        {isPhone && teachers}
      </div>
      {isWide && (
        <aside aria-label="The chosen day and the teachers" className="school-aside">
          {day}
          <hr />
          <TeachersCard today={today} />
          <hr />
          <OfficeCard />
        </aside>
      )}
      {isSettingUp && school && (
        <Suspense>
          <SchoolYearDialogPart year={school.year} today={today} onManage={manage} onClose={() => setIsSettingUp(false)} />
        </Suspense>
      )}
      <Suspense>{dialogs}</Suspense>
    </div>
  )
}
