import { Pencil, Undo2 } from 'lucide-react'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { removeMark } from '#web/features/calendar/marks/mark-saves.ts'
import type { WriteMark } from '#web/features/calendar/model/marks.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { rangeWords, type YearMark } from './school-year.ts'
import { SeenBy } from './seen-by.tsx'

const OPEN = <Undo2 className="size-4" />
const PENCIL = <Pencil className="size-[15px]" />

type ClosedDayProps = { date: string; closure: YearMark; onWrite: WriteMark }

/** Why the school is closed on a day, and how to open it again. A day of a break opens alone or with the whole break. */
export const ClosedDay = ({ date, closure: { from, to, dates, text }, onWrite }: ClosedDayProps) => {
  const calendar = useCalendar()
  const open = (first: string, last: string) => void removeMark(calendar, { from: first, to: last, kind: 'block-out', seen: text })
  return (
    <>
      <div className="grid gap-1.5">
        <span className="text-caption font-semibold text-ink-soft">Reason</span>
        <p className="school-closed">
          <span className="line-clamp-4 break-words whitespace-pre-line">{text}</span>
          {dates.length > 1 && <span className="text-label font-normal">{`${rangeWords(from, to)}, ${dates.length} days`}</span>}
        </p>
      </div>
      <SeenBy />
      <div className="flex gap-2 pt-0.5">
        {dates.length > 1 ? (
          <Menu
            align="start"
            trigger={
              <Button icon={OPEN} className="flex-1">
                Open again…
              </Button>
            }
          >
            <MenuItem onSelect={() => open(date, date)}>{`Only ${formatDay(date, 'short')}`}</MenuItem>
            <MenuItem onSelect={() => open(from, to)}>{`All ${dates.length} days, ${rangeWords(from, to)}`}</MenuItem>
          </Menu>
        ) : (
          <Button icon={OPEN} className="flex-1" onClick={() => open(date, date)}>
            Open again
          </Button>
        )}
        <Button icon={PENCIL} onClick={() => onWrite('block-out', from, text, to)}>
          Edit…
        </Button>
      </div>
      <p className="school-aside-line">
        <span>Lessons are kept, and come back when the school is open.</span>
      </p>
    </>
  )
}
