import {
  CalendarOff,
  CircleUser,
  ClipboardList,
  Copy,
  Eraser,
  History,
  LayoutTemplate,
  LogOut,
  Plus,
  Printer,
  Repeat2,
  Search,
  SlidersHorizontal,
  StickyNote,
} from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { removeMark } from '#web/features/calendar/marks/mark-saves.ts'
import { markText } from '#web/features/calendar/model/marks.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useOneDay } from '#web/features/calendar/planner-steps.tsx'
import { runCommand } from '#web/lib/input/commands.ts'
import { MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { focusFirstRow, type MenuPlace, PlacedMenu } from '#web/ui/placed-menu.tsx'
import { CycleRow } from './cycle-row.tsx'
import { ShortDayRows } from './short-day-rows.tsx'

const icon = (Icon: typeof Plus) => <Icon className="size-4" />
const [ADD, NOTE, OFF, CLEAR] = [icon(Plus), icon(StickyNote), icon(CalendarOff), icon(Eraser)]
const [TEMPLATES, COPY, REPEAT, HISTORY] = [icon(LayoutTemplate), icon(Copy), icon(Repeat2), icon(History)]
const [PAPER, PLAN] = [icon(Printer), icon(ClipboardList)]
const PAGE_ROWS = [
  { id: 'palette', label: 'Search…', Icon: Search },
  { id: 'account', label: 'Account Management', Icon: CircleUser },
  { id: 'preferences', label: 'Preferences', Icon: SlidersHorizontal },
  { id: 'sign-out', label: 'Sign out', Icon: LogOut },
] as const

type DayMenuProps = {
  place: MenuPlace
  day: PlannedDay
  onAdd: () => void
  onCopy: () => void
  onClose: () => void
}

type EditRowsProps = Omit<DayMenuProps, 'onClose'> & { onTemplates: () => void }

const EditRows = ({ place, day: { date, marks, own, lessons }, onAdd, onCopy, onTemplates }: EditRowsProps) => {
  const calendar = useCalendar()
  const { mayAddLessons } = calendar
  const clear = (kind: 'block-out' | 'note') => void removeMark(calendar, { from: date, kind, seen: markText(own, kind) })
  return (
    <>
      {!marks.isBlocked && mayAddLessons && (
        <MenuItem icon={ADD} onSelect={onAdd}>
          Add lesson
        </MenuItem>
      )}
      <MenuItem icon={NOTE} onSelect={() => runCommand('add-note', date)}>
        {own.hasNote ? 'Edit note…' : 'Add note…'}
      </MenuItem>
      {own.hasNote && (
        <MenuItem icon={CLEAR} onSelect={() => clear('note')}>
          Remove note
        </MenuItem>
      )}
      {own.isBlocked ? (
        <MenuItem icon={CLEAR} onSelect={() => clear('block-out')}>
          Unblock day
        </MenuItem>
      ) : (
        <MenuItem icon={OFF} onSelect={() => runCommand('block-out', date)}>
          Block out…
        </MenuItem>
      )}
      {mayAddLessons && (!marks.isBlocked || lessons.length > 0) && <MenuSeparator />}
      {/* Lessons added to a blocked day would be hidden. */}
      {!marks.isBlocked && mayAddLessons && (
        <MenuItem icon={TEMPLATES} staysOpen onSelect={onTemplates}>
          Templates…
        </MenuItem>
      )}
      {mayAddLessons && lessons.length > 0 && (
        <MenuItem icon={COPY} onSelect={onCopy}>
          Copy day to…
        </MenuItem>
      )}
      {mayAddLessons && lessons.length > 0 && (
        <MenuItem
          icon={REPEAT}
          onSelect={() => {
            // When the dialog closes, it restores focus to the element that had it when the dialog opened.
            place.opener.focus()
            runCommand('repeat-day', date)
          }}
        >
          Repeat until…
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}

/** Menu items for the controls that don't fit in the bar at 400% zoom. */
const PageRows = () => (
  <>
    <MenuSeparator />
    {PAGE_ROWS.map(({ id, label, Icon }) => (
      <MenuItem key={id} icon={icon(Icon)} onSelect={() => runCommand(id)}>
        {label}
      </MenuItem>
    ))}
  </>
)

/** The menu for a day in the planner. Its Templates command replaces the menu items with templates. */
export const DayMenu = ({ place, day, onAdd, onCopy, onClose }: DayMenuProps) => {
  const { date, marks, lessons } = day
  const { kind, mayEdit, mayTakeOver, isViewed } = useCalendar()
  const isOneDay = useOneDay()
  const [areTemplatesShown, setAreTemplatesShown] = useState(false)
  const showTemplates = () => {
    setAreTemplatesShown(true)
    focusFirstRow()
  }
  const [head] = useState(() => place.opener.closest('[data-day-head]'))
  return (
    <PlacedMenu
      place={place}
      label={`More for ${formatDay(date, 'full')}`}
      focusAfter={() => (place.opener.isConnected ? place.opener : head?.querySelector<HTMLElement>('button'))}
      className="w-[250px]"
      onClose={onClose}
    >
      <MenuLabel>{formatDay(date, 'short')}</MenuLabel>
      {areTemplatesShown ? (
        <PlannerOutlet name="DayMenu" date={date} />
      ) : (
        <>
          {mayEdit && <EditRows place={place} day={day} onAdd={onAdd} onCopy={onCopy} onTemplates={showTemplates} />}
          {mayTakeOver && lessons.length > 0 && (
            <MenuItem icon={COPY} onSelect={onCopy}>
              Copy to my planner…
            </MenuItem>
          )}
          {mayEdit && <ShortDayRows day={day} opener={place.opener} />}
          {mayEdit && <CycleRow day={day} opener={place.opener} />}
          {!isViewed && (
            <MenuItem icon={HISTORY} onSelect={() => runCommand('history', date)}>
              History
            </MenuItem>
          )}
          <MenuItem icon={PAPER} onSelect={() => runCommand('print-day', date)}>
            Print day…
          </MenuItem>
          {!marks.isBlocked && kind !== 'school' && (
            <MenuItem icon={PLAN} onSelect={() => runCommand('sub-plans', date)}>
              Generate Sub Plans…
            </MenuItem>
          )}
          {isOneDay && <PageRows />}
        </>
      )}
    </PlacedMenu>
  )
}
