import { ClipboardPaste, Minus, Plus } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { weekdayOf } from '#shared/dates.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { numberOn } from '#shared/timetables/numbering/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { SchoolOfTeacher } from '#web/features/calendar/days/timetables/school-calls.ts'
import { redoLatest, undoLatest } from '#web/features/calendar/days/undo.ts'
import { useUser } from '#web/features/people/data.ts'
import { ClassList } from '#web/features/timetables/grid/class-list.tsx'
import { FixedRows } from '#web/features/timetables/grid/fixed-rows.tsx'
import { GridTable } from '#web/features/timetables/grid/grid-table.tsx'
import { SchoolBellTimes } from '#web/features/timetables/grid/school-bell-times.tsx'
import { shiftedTimes } from '#web/features/timetables/grid/typed-times.ts'
import { type GridClass, laidRows, type Times, withTimes } from '#web/features/timetables/model/grid.ts'
import { ResultPanel } from '#web/features/timetables/result/result-panel.tsx'
import { TimetableFrame } from '#web/features/timetables/result/timetable-frame.tsx'
import { changeTimetable } from '#web/features/timetables/result/timetable-saves.ts'
import { counted } from '#web/lib/counted.ts'
import { useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { ChangeFields } from './change-fields.tsx'
import { changesIn, endingClasses } from './change-plan.ts'
import { ChangeResult } from './change-result.tsx'
import { panelWords } from './change-words.ts'
import { type ChangeState, useChange } from './use-change.ts'

const PasteDialogPart = lazyPart(async () => (await import('#web/features/timetables/paste/paste-dialog.tsx')).PasteDialog)
const BellTimesDialogPart = lazyPart(async () => (await import('./bell-times-dialog.tsx')).BellTimesDialog)

const STEP = 5
const EARLIER = <Minus className="size-[15px]" />
const LATER = <Plus className="size-[15px]" />
const PASTE = <ClipboardPaste className="size-[15px]" />

const Badge = ({ children }: { children: ReactNode }) => (
  <span className="rounded-full bg-brand-soft px-2.5 py-0.5 text-caption font-semibold text-brand">{children}</span>
)

/** Sets the times of all rows at once. */
const TimeTools = ({ state, onPaste }: { state: ChangeState; onPaste: () => void }) => {
  const { grid, putGrid } = state
  const shift = (minutes: number) =>
    putGrid((now) => (shiftedTimes(now.rows, minutes) ?? now.rows).reduce((next, times, row) => withTimes(next, row, times), now))
  return (
    <>
      <span className="text-label text-ink-soft">All times</span>
      <Button
        size="sm"
        icon={EARLIER}
        disabled={!shiftedTimes(grid.rows, -STEP)}
        aria-label="All times 5 minutes earlier"
        onClick={() => shift(-STEP)}
      >
        5 min
      </Button>
      <Button
        size="sm"
        icon={LATER}
        disabled={!shiftedTimes(grid.rows, STEP)}
        aria-label="All times 5 minutes later"
        onClick={() => shift(STEP)}
      >
        5 min
      </Button>
      <Button size="sm" icon={PASTE} onClick={onPaste}>
        Paste bell times
      </Button>
    </>
  )
}

type WeekProps = { timetable: Timetable; state: ChangeState; known: readonly GridClass[]; today: string; school: SchoolOfTeacher }

/** The grid with what changes in it, and its classes. */
const ChangedWeek = ({ timetable, state, known, today, school }: WeekProps) => {
  const { timeFormat } = useUser().preferences
  const [pasted, setPasted] = useState<string | null>(null)
  const [isPastingTimes, setIsPastingTimes] = useState(false)
  const { before, grid, days, from, putGrid } = state
  const { kind } = timetable.rhythm
  const changes = changesIn(before, grid, days)
  const number = numberOn(timetable, today) ?? (kind === 'weekly' && weekdayOf(today) <= 5 ? weekdayOf(today) : undefined)
  const setTimes = (times: readonly Times[]) => putGrid((now) => times.reduce((next, one, row) => withTimes(next, row, one), now))
  return (
    <>
      <section aria-labelledby="change-week">
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2 id="change-week" className="text-lead whitespace-nowrap">
            {kind === 'cycle' ? `Your ${days} days` : 'Your week'}
          </h2>
          {changes.times > 0 && <Badge>{counted(changes.times, 'new time')}</Badge>}
          {changes.classes > 0 && <Badge>{`${changes.classes} new ${changes.classes === 1 ? 'class' : 'classes'}`}</Badge>}
          <span className="flex-1" />
          <SchoolBellTimes schedules={school.year?.bellSchedules} onUse={setTimes} />
          <TimeTools state={state} onPaste={() => setIsPastingTimes(true)} />
        </div>
        <GridTable
          grid={grid}
          known={known}
          kind={kind}
          days={days}
          timeFormat={timeFormat}
          today={number}
          before={before}
          onChange={putGrid}
          onPasteWeek={setPasted}
        />
        {kind !== 'weekly' && <FixedRows grid={grid} known={known} days={days} timeFormat={timeFormat} onChange={putGrid} />}
      </section>
      <ClassList grid={grid} known={known} days={days} ending={endingClasses(before, grid, days, from)} onChange={putGrid} />
      <Suspense>
        {pasted !== null && (
          <PasteDialogPart
            text={pasted}
            grid={grid}
            known={known}
            today={today}
            timeFormat={timeFormat}
            onUse={(next) => putGrid(() => next)}
            onClose={() => setPasted(null)}
          />
        )}
        {isPastingTimes && (
          <BellTimesDialogPart rows={grid.rows.length} timeFormat={timeFormat} onUse={setTimes} onClose={() => setIsPastingTimes(false)} />
        )}
      </Suspense>
    </>
  )
}

type ChangeTimetableProps = { timetable: Timetable; known: readonly GridClass[]; today: string; years: ReactNode; school: SchoolOfTeacher }

/** Changes a timetable from a date on. */
export const ChangeTimetable = ({ timetable, known, today, years, school }: ChangeTimetableProps) => {
  const calendar = useCalendar()
  const state = useChange(calendar, timetable, known, today)
  const { from, lastDay, grid, days, plan, outline, problem, sentClasses, undo, redo } = state
  const [isBusy, whileBusy] = usePending()
  useCommands([
    { id: 'undo', label: 'Undo', group: 'Plan', key: 'Mod+z', words: 'take back', run: () => (undo ? undo() : undoLatest(calendar)) },
    { id: 'redo', label: 'Redo', group: 'Plan', key: 'Mod+Shift+z', words: 'again', run: () => (redo ? redo() : redoLatest(calendar)) },
  ])
  const run = async () => {
    if (!plan || !outline.data || problem || !state.isSettled) return
    const laid = { ...laidRows(grid, days), fixed: [...grid.fixed], classes: sentClasses }
    const end = lastDay === timetable.lastDay ? {} : { lastDay }
    const body = { ...laid, ...end, version: outline.data.version }
    const dates = plan.days.map(({ date }) => date)
    if (await whileBusy(() => changeTimetable(calendar, { id: timetable.id, from, body }, dates, sentClasses.length))) {
      state.clear()
      navigate(`/dashboard?date=${from}`)
    } else void outline.refetch()
  }
  const words = panelWords({ ...state, days: plan?.days.length ?? 0, classes: sentClasses.length }, state)
  return (
    <TimetableFrame
      years={years}
      keptAt={state.keptAt}
      onUndo={undo}
      onRedo={redo}
      result={
        <ResultPanel {...words} problem={problem} busy={isBusy || state.isWaiting} onPress={() => void run()}>
          <ChangeResult timetable={timetable} state={state} known={known} />
        </ResultPanel>
      }
    >
      <ChangeFields timetable={timetable} state={state} today={today} schoolName={school.schoolName} />
      <ChangedWeek timetable={timetable} state={state} known={known} today={today} school={school} />
    </TimetableFrame>
  )
}
