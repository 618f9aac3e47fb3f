import { CalendarCog, ClipboardList, Ellipsis } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, isSchoolDay, monthOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { prefetchMonthsAround, useMonth } from '#web/features/calendar/days/marks/mark-calls.ts'
import { removeMark } from '#web/features/calendar/marks/mark-saves.ts'
import { type MarkKind, markText } from '#web/features/calendar/model/marks.ts'
import { ownMarks } from '#web/features/calendar/model/school-entry.ts'
import { CycleDay } from '#web/features/calendar/navigation/cycle-day.tsx'
import { schoolDayOfRow } from '#web/features/calendar/navigation/planner-url.ts'
import { useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { type MenuPlace, MonthGrid } from './month-grid.tsx'
import { MonthHeader } from './month-header.tsx'
import { MonthLegend } from './month-legend.tsx'

const PlanHintPart = lazyPart(async () => (await import('#web/features/calendar/viewing/plan-hint.tsx')).PlanHint)
const DayMenuPart = lazyPart(async () => (await import('./day-menu.tsx')).DayMenu)

const COG = <CalendarCog className="size-[17px]" />
const PLAN = <ClipboardList className="size-[17px]" />
/** In the narrow sidebar, the longer label and its icon just fit. */
const TIGHT = 'wide:max-[1499px]:gap-1.5 wide:max-[1499px]:px-1! wide:max-[1499px]:text-small!'
const MORE = <Ellipsis className="size-4" />

type MonthPanelProps = {
  preferences: Preferences
  today: string
  /** True once the displayed week has loaded. The month is fetched afterward. */
  isReady: boolean
  onSelect: (date: string) => void
  onWrite: (kind: MarkKind, date: string, text: string | null) => void
  onManage: () => void
}

const NotLoaded = ({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) => (
  <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 text-label text-blocked">
    Couldn’t load days off and notes.
    <Button size="sm" busy={isBusy} onClick={onRetry}>
      Try again
    </Button>
  </p>
)

type SelectedDayProps = {
  date: string
  /** Its marks. */
  text: string
  isMenuOpen: boolean | undefined
  /** Undefined if the day can't be changed. */
  onMenu: ((place: MenuPlace) => void) | undefined
}

const SelectedDay = ({ date, text, isMenuOpen, onMenu }: SelectedDayProps) => (
  <div className="month-selected" data-tutorial="marks">
    <p className="min-w-0 flex-1">
      <b>{formatDay(date, 'short')}</b> <CycleDay date={date} />
      <span className="line-clamp-2">{text || 'Regular school day'}</span>
    </p>
    {onMenu && (
      <IconButton
        label={`Block out or add a note: ${formatDay(date, 'full')}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        data-menu-of={date}
        onClick={({ currentTarget: opener }) => {
          const { left, bottom } = opener.getBoundingClientRect()
          onMenu({ date, x: left, y: bottom, opener })
        }}
      >
        {MORE}
      </IconButton>
    )}
  </div>
)

/** Its text wraps when the user spaces out text. */
const ManageButton = ({ mayEdit, onManage }: { mayEdit: boolean; onManage: () => void }) => (
  <Button
    icon={COG}
    className={`mb-2 h-auto! min-h-[34px] w-full py-1 whitespace-normal! touch:min-h-11 ${TIGHT}`}
    data-tutorial="manage-marks"
    onClick={onManage}
  >
    {mayEdit ? 'Manage Blockouts and Notes' : 'Blockouts and Notes'}
  </Button>
)

/** Prefetches the surrounding months and the menu's code once the month is on screen and the browser is idle. */
const usePreparedMonths = (month: string, hasMarks: boolean) => {
  const calendar = useCalendar()
  useEffect(() => {
    if (!hasMarks) return undefined
    return whenIdle(() => {
      void prefetchMonthsAround(calendar, month)
      void DayMenuPart.preload()
    })
  }, [calendar, month, hasMarks])
}

/** The month with its marked days and their actions. */
export const MonthPanel = ({ preferences, today, isReady, onSelect, onWrite, onManage }: MonthPanelProps) => {
  const calendar = useCalendar()
  const { date: shownDate } = useFollowingAddress(today)
  /** A selected weekend day. The planner shows the nearest school day in the same row. */
  const [weekend, setWeekend] = useState<{ date: string; beside: string } | null>(null)
  const date = weekend && weekend.beside === shownDate ? weekend.date : shownDate
  const [shown, setShown] = useState({ month: monthOf(date), date })
  if (shown.date !== date) setShown({ month: monthOf(date), date })
  const { month } = shown
  const { data: marks, error, isFetching, refetch } = useMonth(calendar, month, { enabled: isReady })
  const [menu, setMenu] = useState<{ place: MenuPlace; isOpen: boolean } | null>(null)

  usePreparedMonths(month, marks !== undefined)

  const selected = marks?.days.get(date)
  const text = [selected?.blockedText, selected?.schoolNote, selected?.noteText].filter(Boolean).join(' · ')
  const menuMarks = ownMarks(menu && marks?.days.get(menu.place.date))
  const select = (chosen: string) => {
    setWeekend(isSchoolDay(chosen) ? null : { date: chosen, beside: schoolDayOfRow(chosen, preferences.weekStartsOn) })
    onSelect(chosen)
  }
  const setMonth = (next: string) => setShown({ month: next, date })

  return (
    <div className="month-panel">
      <div data-tutorial="calendar">
        <MonthHeader month={month} isAnimated={preferences.animateGradient} onMonth={setMonth} />
        <MonthGrid
          month={month}
          marks={marks}
          today={today}
          selected={date}
          weekStartsOn={preferences.weekStartsOn}
          onSelect={select}
          onMonth={setMonth}
          onMenu={calendar.mayEdit ? (place) => setMenu({ place, isOpen: true }) : undefined}
        />
      </div>
      {!marks && error && <NotLoaded isBusy={isFetching} onRetry={() => void refetch()} />}
      <SelectedDay
        date={date}
        text={text}
        isMenuOpen={menu?.isOpen && menu.place.opener.dataset['menuOf'] === date}
        onMenu={calendar.mayEdit ? (place) => setMenu({ place, isOpen: true }) : undefined}
      />
      <MonthLegend />
      {!calendar.isViewed && <ManageButton mayEdit={calendar.mayEdit} onManage={onManage} />}
      {calendar.kind !== 'school' && (
        <Button icon={PLAN} className={`w-full ${TIGHT}`} data-tutorial="sub-plans" onClick={() => runCommand('sub-plans')}>
          Generate Sub Plans
        </Button>
      )}
      <Suspense>
        {calendar.isViewed && <PlanHintPart />}
        {menu && calendar.mayEdit && (
          <DayMenuPart
            place={menu.place}
            isOpen={menu.isOpen}
            marks={menuMarks}
            onClose={() => setMenu((now) => now && { ...now, isOpen: false })}
            onWrite={(kind) => onWrite(kind, menu.place.date, markText(menuMarks, kind))}
            onClear={(kind) => void removeMark(calendar, { from: menu.place.date, kind, seen: markText(menuMarks, kind) })}
          />
        )}
      </Suspense>
    </div>
  )
}
