import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { unplacedQuery } from '#web/features/calendar/days/timetables/unplaced-calls.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useLeaveDrawer } from '#web/ui/drawer.tsx'

/** Opens the panel of unplaced lessons and shows how many there are. Renders nothing if there are none. */
export const UnplacedButton = ({ isStrip }: { isStrip: boolean }) => {
  const { kind } = useCalendar()
  const leave = useLeaveDrawer()
  const { data: lessons = [] } = useQuery({ ...unplacedQuery, enabled: kind === 'own' })
  if (kind !== 'own' || lessons.length === 0) return null
  const open = () => leave(() => runCommand('unplaced'))
  const count = (
    <span className="grid h-[18px] min-w-[18px] place-items-center rounded-full bg-brand px-1 text-tiny font-bold text-on-brand tabular">
      {lessons.length}
    </span>
  )
  if (isStrip)
    return (
      <IconButton label={`Unplaced lessons (${lessons.length})`} variant="ghost" className="relative" onClick={open}>
        <Inbox className="size-[17px]" />
        <span className="absolute -top-1.5 -right-1.5">{count}</span>
      </IconButton>
    )
  return (
    <Button icon={<Inbox className="size-[17px]" />} className="mb-3 w-full justify-start!" onClick={open}>
      <span className="min-w-0 flex-1 text-left">Unplaced lessons</span>
      {count}
    </Button>
  )
}
