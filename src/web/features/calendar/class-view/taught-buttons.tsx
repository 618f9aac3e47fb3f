import { Check, CircleDashed } from 'lucide-react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { saveTaught } from './class-saves.ts'

const MARKS = [
  { value: 'done', label: 'Taught', icon: <Check /> },
  { value: 'unfinished', label: 'Not finished', icon: <CircleDashed /> },
] as const

/** Marks a lesson as taught or not finished with one press. A second press removes the mark. */
export const TaughtButtons = ({ date, block }: { date: string; block: TimeBlock }) => {
  const calendar = useCalendar()
  return MARKS.map(({ value, label, icon }) => (
    <button
      key={value}
      type="button"
      className="class-line-mark"
      aria-pressed={block.taught === value}
      aria-label={`${label}, ${formatDay(date, 'short')}`}
      data-tip={label}
      onClick={() => void saveTaught({ calendar, date, before: block }, block.taught === value ? null : value)}
    >
      {icon}
      <span>{label}</span>
    </button>
  ))
}
