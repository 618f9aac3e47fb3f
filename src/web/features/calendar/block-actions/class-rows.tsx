import { Check, CircleDashed, ListOrdered } from 'lucide-react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { inClass } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { MenuItem } from '#web/ui/menu.tsx'

const ALL = <ListOrdered className="size-4" />
const TAUGHT = <Check className="size-4" />
const UNFINISHED = <CircleDashed className="size-4" />

type ClassRowsProps = { date: string; block: TimeBlock; today: string; onSave: (after: TimeBlock) => void }

/** The rows of a lesson's menu for its class and for whether it was taught. A mark is removed the way it was set. */
export const ClassRows = ({ date, block, today, onSave }: ClassRowsProps) => {
  const classes = useClasses()
  const isOwn = useCalendar().kind === 'own'
  const { classId, taught = null } = block
  const ofLesson = isOwn ? classes.find(({ id }) => id === classId) : undefined
  const mark = (value: 'done' | 'unfinished') => () => onSave({ ...block, taught: taught === value ? null : value })
  return (
    <>
      {ofLesson && (
        <MenuItem icon={ALL} onSelect={() => goTo(today, (now) => ({ ...inClass(now, ofLesson.id), date }))}>
          <span className="min-w-0 truncate">{`All ${ofLesson.name} lessons`}</span>
        </MenuItem>
      )}
      <MenuItem icon={TAUGHT} onSelect={mark('done')}>
        {taught === 'done' ? 'Remove Taught' : 'Taught'}
      </MenuItem>
      <MenuItem icon={UNFINISHED} onSelect={mark('unfinished')}>
        {taught === 'unfinished' ? 'Remove Not finished' : 'Not finished'}
      </MenuItem>
    </>
  )
}
