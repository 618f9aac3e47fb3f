import { useQuery } from '@tanstack/react-query'
import { CalendarRange, ClipboardPaste, LayoutTemplate } from 'lucide-react'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { usualLessonsOf } from '#web/features/calendar/model/planned-week.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { daysIn } from '#web/features/templates/template-kinds.ts'
import type { WeekLessons } from '#web/features/timetables/model/grid-from-week.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

const PASTE = <ClipboardPaste className="size-[15px]" />
const WEEK = <CalendarRange className="size-[15px]" />
const TEMPLATE = <LayoutTemplate className="size-[15px]" />

type WeekSourcesProps = {
  /** A day of the week to take. */
  date: string
  onPaste: () => void
  onTake: (week: WeekLessons) => void
}

/** Ways to fill the grid at once. All end in the same cells. */
export const WeekSources = ({ date, onPaste, onTake }: WeekSourcesProps) => {
  const monday = mondayOf(date)
  const { data: week } = useWeek(useCalendar(), monday)
  const { data: templates = [] } = useQuery(templatesQuery('weekly'))
  const lessons = week?.days.map(usualLessonsOf) ?? []
  const hasLessons = lessons.some((day) => day.length > 0)
  return (
    <>
      <Button size="sm" icon={PASTE} onClick={onPaste}>
        Paste from a spreadsheet
      </Button>
      {hasLessons && (
        <Button size="sm" icon={WEEK} onClick={() => onTake(lessons)}>
          Take the week of {formatDay(monday, 'monthDay')}
        </Button>
      )}
      {templates.length > 0 && (
        <Menu
          trigger={
            <Button size="sm" icon={TEMPLATE}>
              From a template
            </Button>
          }
        >
          {templates.map((template) => (
            <MenuItem key={template.id} onSelect={() => onTake(daysIn({ kind: 'weekly', template }))}>
              {template.name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
