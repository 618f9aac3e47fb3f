import { Bell } from 'lucide-react'
import type { BellSchedule } from '#shared/timetables/school/contract.ts'
import type { Times } from '#web/features/timetables/model/grid.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

const BELL = <Bell className="size-[15px]" />

type SchoolBellTimesProps = { schedules: readonly BellSchedule[] | undefined; onUse: (times: readonly Times[]) => void }

/** Takes the rows of the grid from a bell schedule of the school. Renders nothing if the school has none. */
export const SchoolBellTimes = ({ schedules = [], onUse }: SchoolBellTimesProps) => {
  const usable = schedules.filter(({ rows }) => rows.length > 0)
  const [first] = usable
  if (!first) return null
  if (usable.length === 1)
    return (
      <Button size="sm" icon={BELL} onClick={() => onUse(first.rows)}>
        <span className="max-w-72 truncate">{`Use the school’s bell times: ${first.name}`}</span>
      </Button>
    )
  return (
    <Menu
      trigger={
        <Button size="sm" icon={BELL}>
          Use the school’s bell times
        </Button>
      }
    >
      {usable.map(({ id, name, rows }) => (
        <MenuItem key={id} onSelect={() => onUse(rows)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
