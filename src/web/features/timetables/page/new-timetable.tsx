import { type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { formatDay, weekdayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { SchoolOfTeacher } from '#web/features/calendar/days/timetables/school-calls.ts'
import { redoLatest, undoLatest } from '#web/features/calendar/days/undo.ts'
import { useMarkDialogs } from '#web/features/calendar/marks/use-mark-dialogs.tsx'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { useUser } from '#web/features/people/data.ts'
import { ClassList } from '#web/features/timetables/grid/class-list.tsx'
import { FixedRows } from '#web/features/timetables/grid/fixed-rows.tsx'
import { GridTable } from '#web/features/timetables/grid/grid-table.tsx'
import { SchoolBellTimes } from '#web/features/timetables/grid/school-bell-times.tsx'
import { WeekSources } from '#web/features/timetables/grid/week-sources.tsx'
import { withBellTimes } from '#web/features/timetables/model/bell-times.ts'
import { type Grid, type GridClass, withKnownClasses } from '#web/features/timetables/model/grid.ts'
import { withWeek } from '#web/features/timetables/model/grid-from-week.ts'
import { chosenIn, followedYear, type TimetableDraft, yearFrom } from '#web/features/timetables/model/timetable-draft.ts'
import { CHECKING } from '#web/features/timetables/result/checking.ts'
import { inWeek } from '#web/features/timetables/result/counting.ts'
import { CycleCounts, CycleMonth } from '#web/features/timetables/result/cycle-month.tsx'
import { DaysOffList } from '#web/features/timetables/result/days-off.tsx'
import { JoinedFact, JoinQuestions, UnplacedFact } from '#web/features/timetables/result/joins.tsx'
import { rangesOff, timesPerDay } from '#web/features/timetables/result/outcome.ts'
import { ResultPanel } from '#web/features/timetables/result/result-panel.tsx'
import { TimetableFrame } from '#web/features/timetables/result/timetable-frame.tsx'
import { addTimetable } from '#web/features/timetables/result/timetable-saves.ts'
import { useResult } from '#web/features/timetables/result/use-result.ts'
import { YearDots } from '#web/features/timetables/result/year-dots.tsx'
import { DayOffChoice, DayStepper, WeekChoice } from '#web/features/timetables/year/cycle-fields.tsx'
import { FollowSchool } from '#web/features/timetables/year/follow-school.tsx'
import { useTimetableDraft } from '#web/features/timetables/year/use-timetable-draft.ts'
import { FillFields, YearFields } from '#web/features/timetables/year/year-fields.tsx'
import { counted } from '#web/lib/counted.ts'
import { useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PasteDialogPart = lazyPart(async () => (await import('#web/features/timetables/paste/paste-dialog.tsx')).PasteDialog)

type Result = ReturnType<typeof useResult>
type Change = (changed: Partial<TimetableDraft>) => void

/** Returns the column of today, from 1. */
const columnOfToday = (draft: TimetableDraft, { counting, outcome }: Result, today: string): number | undefined => {
  if (counting) return counting.date === today ? counting.number : undefined
  const number = outcome?.days.find(({ date }) => date === today)?.number
  return number ?? (draft.kind === 'weekly' && weekdayOf(today) <= 5 ? weekdayOf(today) : undefined)
}

type DetailsProps = { draft: TimetableDraft; result: Result; today: string; school: SchoolOfTeacher; onChange: Change }

/** What the result says below its number: the year at a glance, lessons that are there, and days off. */
const ResultDetails = ({ draft, result, today, onChange }: Omit<DetailsProps, 'school'>) => {
  const { outline, outcome, counting, request, classes, days } = result
  const isCycle = draft.kind === 'cycle'
  const { manage, dialogs } = useMarkDialogs(today)
  if (outline.error && !outline.data)
    return (
      <ErrorState
        title="Couldn’t load your lessons"
        description={outline.error.message}
        busy={outline.isFetching}
        onRetry={() => void outline.refetch()}
      />
    )
  if (!outcome) return result.yearProblem === null ? <Skeleton className="h-64" /> : null
  const answer = (title: string, classId: string | null | undefined) => {
    const { [title]: _, ...others } = draft.joins
    onChange({ joins: classId === undefined ? others : { ...others, [title]: classId } })
  }
  return (
    <>
      {isCycle && counting ? (
        <CycleMonth
          key={counting.date}
          days={outcome.days}
          date={counting.date}
          isSetByHand={(date) => draft.setByHand[date] !== undefined}
        />
      ) : (
        <div>
          <YearDots days={outcome.days} />
        </div>
      )}
      <JoinedFact joined={outcome.joined} />
      <UnplacedFact unplaced={outcome.unplaced} />
      <JoinQuestions resembling={outcome.resembling} classes={classes} joins={draft.joins} onAnswer={answer} />
      {isCycle && <CycleCounts counts={timesPerDay(outcome.numbers, request.from, days)} until={formatDay(draft.lastDay, 'monthDay')} />}
      <DaysOffList ranges={rangesOff(outcome.days, request.from)} onManage={manage} />
      <Suspense>{dialogs}</Suspense>
    </>
  )
}

/** The dates, the rhythm, and where filling starts. */
const Choices = ({ draft, result, today, school, onChange }: DetailsProps) => {
  const { counting, days, yearProblem } = result
  const isFollowing = followedYear(draft, school.year, today) !== null
  return (
    <>
      <FollowSchool draft={draft} school={school} today={today} onChange={onChange} />
      {!isFollowing && <YearFields draft={draft} problem={yearProblem} onChange={onChange} />}
      {!isFollowing && counting && draft.kind === 'cycle' && (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 small:grid-cols-1">
          <DayStepper
            {...counting}
            today={today}
            days={days}
            firstDay={draft.firstDay}
            onChange={(day) => onChange({ setByHand: day === counting.counted ? {} : { [counting.date]: day } })}
          />
          <DayOffChoice value={draft.onDayOff} next={counting.next} onChange={(onDayOff) => onChange({ onDayOff })} />
        </div>
      )}
      {!isFollowing && counting && draft.kind === 'ab' && (
        <WeekChoice
          date={counting.date}
          isWeekB={counting.number > 5}
          onChange={(isWeekB) => onChange({ setByHand: { [counting.date]: inWeek(counting.date, isWeekB) } })}
        />
      )}
      <FillFields draft={draft} today={today} onChange={onChange} />
    </>
  )
}

type WeekProps = DetailsProps & {
  known: readonly GridClass[]
  onGrid: (change: (grid: Grid) => Grid) => void
}

const TITLES = { weekly: 'Your week', ab: 'Your two weeks' } as const

/** The grid, with the ways to fill it and the classes in it. */
const Week = ({ draft, result, today, known, school, onChange, onGrid }: WeekProps) => {
  const { timeFormat } = useUser().preferences
  const [pasted, setPasted] = useState<string | null>(null)
  const { grid, kind } = draft
  const { days } = result
  return (
    <>
      <section aria-labelledby="timetable-week">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2 id="timetable-week" className="flex-1 text-lead whitespace-nowrap phone:basis-full">
            {kind === 'cycle' ? `Your ${days} days` : TITLES[kind]}
          </h2>
          <SchoolBellTimes schedules={school.year?.bellSchedules} onUse={(times) => onGrid((now) => withBellTimes(now, times))} />
          <WeekSources
            date={schoolDayOf(today)}
            onPaste={() => setPasted('')}
            onTake={(week) => onGrid((now) => withWeek(now, known, week, newUuid))}
          />
        </div>
        <GridTable
          grid={grid}
          known={known}
          kind={kind}
          days={days}
          timeFormat={timeFormat}
          today={columnOfToday(draft, result, today)}
          onChange={onGrid}
          onPasteWeek={setPasted}
        />
        {kind !== 'weekly' && <FixedRows grid={grid} known={known} days={days} timeFormat={timeFormat} onChange={onGrid} />}
      </section>
      <ClassList grid={grid} known={known} days={days} onChange={onGrid} />
      {pasted !== null && (
        <Suspense>
          <PasteDialogPart
            text={pasted}
            grid={grid}
            known={known}
            today={today}
            timeFormat={timeFormat}
            onUse={(next, rhythm) => onChange({ grid: next, ...(rhythm && chosenIn(rhythm)) })}
            onClose={() => setPasted(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type NewTimetableProps = { known: readonly GridClass[]; today: string; years: ReactNode; school: SchoolOfTeacher }

/** A timetable that isn't on the calendar yet. */
export const NewTimetable = ({ known, today, years, school }: NewTimetableProps) => {
  const calendar = useCalendar()
  const { draft: kept, keptAt, canUndo, canRedo, change, changeGrid, undo, redo, clear } = useTimetableDraft(useUser().id, today)
  const year = followedYear(kept, school.year, today)
  const whole = (draft: TimetableDraft) => ({ ...draft, ...(year && yearFrom(year)), grid: withKnownClasses(draft.grid, known) })
  const draft = whole(kept)
  // Typing never waits for the result of the year, which takes longer to compute than a key press.
  const settled = useDeferredValue(kept)
  const result = useResult(calendar, whole(settled), { known, today, year })
  const { outcome, outline, request, problem, isWaiting } = result
  const [isBusy, whileBusy] = usePending()
  useCommands([
    { id: 'undo', label: 'Undo', group: 'Plan', key: 'Mod+z', words: 'take back', run: () => (canUndo ? undo() : undoLatest(calendar)) },
    { id: 'redo', label: 'Redo', group: 'Plan', key: 'Mod+Shift+z', words: 'again', run: () => (canRedo ? redo() : redoLatest(calendar)) },
  ])

  const lessons = outcome?.added ?? 0
  const filled = outcome?.days.filter(({ added }) => added > 0) ?? []
  const run = async () => {
    if (!outcome || !outline.data || problem || isWaiting || settled !== kept) return
    const dates = outcome.days.filter(({ kind }) => kind !== 'past' && kind !== 'off').map(({ date }) => date)
    const body = { ...request, version: outline.data.version }
    if (await whileBusy(() => addTimetable(calendar, body, dates, lessons))) {
      clear()
      navigate(`/dashboard?date=${filled[0]?.date ?? request.from}`)
    } else void outline.refetch()
  }
  const about =
    filled.length > 0
      ? `added on ${counted(filled.length, 'school day')}, until ${formatDay(draft.lastDay, 'monthDay')}`
      : 'Nothing is on your calendar yet.'
  const props = { draft, result, today, school, onChange: change }
  return (
    <TimetableFrame
      years={years}
      keptAt={keptAt}
      onUndo={canUndo ? undo : undefined}
      onRedo={canRedo ? redo : undefined}
      result={
        <ResultPanel
          headline={counted(lessons, 'lesson')}
          about={isWaiting ? CHECKING : about}
          problem={problem}
          label={isWaiting ? CHECKING : lessons > 0 ? `Add ${counted(lessons, 'lesson')}` : 'Save timetable'}
          busy={isBusy || isWaiting}
          onPress={() => void run()}
        >
          <ResultDetails {...props} />
        </ResultPanel>
      }
    >
      <Choices {...props} />
      <Week {...props} known={known} onGrid={changeGrid} />
    </TimetableFrame>
  )
}
