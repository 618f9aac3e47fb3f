import { type CSSProperties, useEffect, useRef } from 'react'
import type { ClassLessons } from '#shared/classes/lessons/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useClassLessons } from '#web/features/calendar/days/class-calls.ts'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { counted } from '#web/lib/counted.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LessonLine, OffLine } from './class-line.tsx'
import { classWeeks, countsOf, lineNear, schoolYearOf } from './class-lines.ts'
import { ClassNav } from './class-nav.tsx'
import { EditClass } from './edit-class.tsx'
import './class-view.css'

const SKELETONS = Array.from({ length: 10 }, (_, index) => index)
const LOADING = (
  <div role="status" className="grid gap-px">
    <span className="sr-only">Loading your lessons...</span>
    {SKELETONS.map((line) => (
      <Skeleton key={line} className="h-11" />
    ))}
  </div>
)

/** How many lessons of the class are over, planned and open this year. Says nothing about what is late. */
const Counts = ({ lessons, today }: { lessons: ClassLessons; today: string }) => {
  const { before, planned, open } = countsOf(lessons, today)
  const total = before + planned + open
  const part = (count: number) => ({ flexGrow: count })
  return (
    <div className="class-counts">
      <p>
        <b>{before}</b> so far <b>{planned}</b> planned <b>{open}</b> still open
      </p>
      <span aria-hidden="true" className="class-counts-bar">
        <i style={part(before)} />
        <i style={part(planned)} />
        <i style={part(open)} />
      </span>
      <p className="phone:hidden">{counted(total, 'lesson')} this year</p>
    </div>
  )
}

/** The hue of a class that isn't loaded. */
const NO_COLOR = 8

type ClassViewProps = {
  address: PlannerAddress
  today: string
  onOpen: (date: string, blockId: string) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

const ClassYear = ({ address, today, onOpen, onApproach }: ClassViewProps) => {
  const { date, classId = '' } = address
  const { data, error, isFetching, refetch } = useClassLessons(useCalendar(), { classId, ...schoolYearOf(date) })
  const place = useRef<HTMLDivElement>(null)
  const weeks = data ? classWeeks(data) : []
  const near = lineNear(weeks, date)
  const isReady = data !== undefined
  useEffect(() => {
    const line = isReady && near ? place.current?.querySelector(`[data-date="${near}"]`) : undefined
    // The line stays where it is if it is written in.
    if (line && !line.contains(document.activeElement)) line.scrollIntoView({ block: 'center' })
  }, [isReady, near])

  return (
    <>
      {data && <Counts lessons={data} today={today} />}
      {!data &&
        (error ? (
          <ErrorState title="Couldn’t load this class" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          LOADING
        ))}
      {data && weeks.length === 0 && (
        <EmptyState
          title="No lessons of this class this year"
          description="Lessons belong to a class once you choose the class in the lesson."
        />
      )}
      <div ref={place} className="class-weeks">
        {weeks.map(({ monday, lines }) => (
          <section key={monday} aria-label={`Week of ${formatDay(monday, 'long')}`}>
            <h2>Week of {formatDay(monday, 'weekdayAndDay').split(', ')[1]}</h2>
            <ul>
              {lines.map((line) =>
                line.kind === 'off' ? (
                  <OffLine key={`off ${line.date}`} {...line} />
                ) : (
                  <LessonLine
                    key={`${line.date} ${line.block.id}`}
                    date={line.date}
                    block={line.block}
                    today={today}
                    onOpen={onOpen}
                    onApproach={onApproach}
                  />
                ),
              )}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** One class in order, for a school year: one line per lesson, to write in, between thin lines for days off. */
export const ClassView = (props: ClassViewProps) => {
  const { address, today } = props
  const color = useClasses().find(({ id }) => id === address.classId)?.color ?? NO_COLOR
  return (
    <div className="class-view" style={{ '--class-hue': `var(--hue-${color})` } as CSSProperties}>
      <div className="class-head">
        <ClassNav address={address} today={today} />
        {address.classId !== undefined && <EditClass classId={address.classId} today={today} />}
      </div>
      <ClassYear key={address.classId} {...props} />
    </div>
  )
}
