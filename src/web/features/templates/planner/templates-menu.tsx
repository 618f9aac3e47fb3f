import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, CalendarClock, CalendarDays, CalendarRange, Copy, LibraryBig } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { earlierYears } from '#shared/moves/years/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { keepAsTemplate } from '#web/features/templates/keep-template.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useLeaveDrawer } from '#web/ui/drawer.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { MenuButton } from './menu-button.tsx'

const KEEP = <BookmarkPlus className="size-4" />
const DAY = <CalendarDays className="size-4" />
const WEEK = <CalendarRange className="size-4" />
const LAST_YEAR = <CalendarClock className="size-4" />
const COPY_YEAR = <Copy className="size-4" />
const ALL = <LibraryBig className="size-4" />

type RowsProps = { kind: 'daily' | 'weekly'; date: string }

/** Menu items that apply a template to a day or its week, save that day or week as a template, and open the Template Manager. */
export const TemplateRows = ({ kind, date }: RowsProps) => {
  const unit = kind === 'daily' ? 'day' : 'week'
  const monday = mondayOf(date)
  const leave = useLeaveDrawer()
  const { data: templates, error } = useQuery(templatesQuery(kind))
  const { data: week } = useWeek(useCalendar(), monday)
  const { data: timetables = [] } = useQuery({ ...timetablesQuery, enabled: kind === 'weekly' })
  const hasEarlierYear = timetables.some((one) => earlierYears(timetables, one).length > 0)

  return (
    <>
      <MenuLabel>{`Apply a template to this ${unit}`}</MenuLabel>
      {templates?.map((template) => (
        <MenuItem
          key={template.id}
          icon={kind === 'daily' ? DAY : WEEK}
          onSelect={() =>
            leave(() =>
              openTemplateDialog({
                is: 'apply',
                entry: 'blocks' in template ? { kind: 'daily', template } : { kind: 'weekly', template },
                date: kind === 'daily' ? date : monday,
              }),
            )
          }
        >
          <span className="truncate">{template.name}</span>
        </MenuItem>
      ))}
      {templates?.length === 0 && <p className="px-2.5 py-1.5 text-label text-ink-soft">No templates found - create one first!</p>}
      {!templates && <p className="px-2.5 py-1.5 text-label text-ink-soft">{error ? error.message : 'Loading...'}</p>}
      <MenuSeparator />
      <MenuItem icon={KEEP} onSelect={() => leave(() => keepAsTemplate(kind, week, date))}>
        {`Save this ${unit} as a template…`}
      </MenuItem>
      <MenuItem icon={ALL} onSelect={() => leave(() => openTemplateDialog({ is: 'manager', tab: kind }))}>
        Manage templates…
      </MenuItem>
      {kind === 'weekly' && (
        <>
          <MenuSeparator />
          <MenuItem icon={LAST_YEAR} onSelect={() => leave(() => openTemplateDialog({ is: 'last-year', date: monday }))}>
            Fill from last year…
          </MenuItem>
          {hasEarlierYear && (
            <MenuItem icon={COPY_YEAR} onSelect={() => leave(() => runCommand('copy-year'))}>
              Copy last year’s plans…
            </MenuItem>
          )}
        </>
      )}
    </>
  )
}

/** The Templates menu in the toolbar, for the displayed day or week. Opens on mount. */
export const TemplatesMenu = ({ today, view, isInSheet = false }: ComponentProps<NonNullable<PlannerParts['Bar']>>) => {
  const [isOpen, setIsOpen] = useState(true)
  const { date } = usePlannerAddress(today)
  return (
    <Menu trigger={<MenuButton />} align={isInSheet ? 'start' : 'end'} open={isOpen} onOpenChange={setIsOpen} className="w-[270px]">
      <TemplateRows kind={view === 'day' ? 'daily' : 'weekly'} date={date} />
    </Menu>
  )
}
