import { Filter } from 'lucide-react'
import { useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useClassesOf } from '#web/features/calendar/days/colors.ts'
import { ClassChips } from '#web/features/classes/class-chips.tsx'
import { type ClassFilter, chosenClasses, isFiltered } from '#web/features/classes/class-filter.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'

const FILTER = <Filter className="size-4" />

/** Returns what the month shows: 'All classes', 'Math', '3 classes'. Lessons without a class count as one. */
const chosenInWords = (filter: ClassFilter): string => {
  const chosen = chosenClasses(filter)
  if (!isFiltered(filter)) return 'All classes'
  if (chosen.length !== 1) return chosen.length === 0 ? 'No classes' : `${chosen.length} of ${filter.classes.length + 1} classes`
  return filter.classes.find(({ id }) => id === chosen[0])?.name ?? 'Without a class'
}

type MonthClassesProps = { filter: ClassFilter; onChange: (without: readonly string[]) => void }

/** Chooses the classes that the month shows. Renders nothing for a calendar without classes. */
export const MonthClasses = ({ filter, onChange }: MonthClassesProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const classes = useClassesOf(useCalendar())
  if (classes.length === 0) return null
  return (
    <Popover
      label="Classes in the month"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      className="w-[340px] max-w-[calc(100vw-16px)] overflow-y-auto p-3!"
      trigger={
        <Button
          size="sm"
          icon={FILTER}
          aria-haspopup="dialog"
          className={isFiltered(filter) ? 'ml-auto min-w-0 border-brand!' : 'ml-auto min-w-0'}
        >
          <span className="truncate">{chosenInWords(filter)}</span>
        </Button>
      }
    >
      <ClassChips label="Show in the month" classes={classes} without={filter.without} onChange={(without) => onChange([...without])} />
    </Popover>
  )
}
