import { useQuery } from '@tanstack/react-query'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { ClassChips } from '#web/features/classes/class-chips.tsx'
import { Button } from '#web/ui/button.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'
import type { Asked } from './print-choices.ts'
import { presetsOf, rangeProblem } from './print-range.ts'
import type { usePrinted } from './use-printed.ts'

const VIEWS = [
  { value: 'week', label: 'Week' },
  { value: 'day', label: 'Day' },
  { value: 'dates', label: 'Dates' },
] as const

type PrintWhatProps = {
  asked: Asked
  today: string
  classes: ReturnType<typeof usePrinted>['classes']
  onAsk: (change: Partial<Asked>) => void
}

/** The dates to print, with those that teachers print most often. */
const Dates = ({ asked: { from, to }, today, onAsk }: Omit<PrintWhatProps, 'classes'>) => {
  const { kind } = useCalendar()
  const { data: timetables = [] } = useQuery({ ...timetablesQuery, enabled: kind === 'own' })
  const presets = presetsOf(
    today,
    timetables.map(({ lastDay }) => lastDay),
  )
  return (
    <div className="grid basis-full gap-2">
      <div className="grid grid-cols-2 gap-2 max-[360px]:grid-cols-1 md:grid-cols-1">
        <DateField label="From" value={from} onChange={(date) => onAsk({ from: date })} />
        <DateField label="To" value={to} onChange={(date) => onAsk({ to: date })} />
      </div>
      {rangeProblem({ from, to }) && (
        <p role="alert" className="text-caption font-medium text-blocked">
          {rangeProblem({ from, to })}
        </p>
      )}
      <div className="flex flex-wrap gap-1.5">
        {presets.map(({ label, range }) => (
          <Button
            key={label}
            size="sm"
            className="aria-pressed:border-brand aria-pressed:bg-brand-soft"
            aria-pressed={range.from === from && range.to === to}
            onClick={() => onAsk(range)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Chooses a week, a day or a range of dates to print, and the classes. */
export const PrintWhat = ({ asked, today, classes, onAsk }: PrintWhatProps) => (
  <>
    <SegmentedField label="What to print" value={asked.view} options={VIEWS} onChange={(view) => onAsk({ view })} />
    {asked.view === 'dates' && <Dates asked={asked} today={today} onAsk={onAsk} />}
    {classes.length > 0 && (
      <ClassChips
        className="basis-full"
        label="Classes"
        classes={classes}
        without={asked.without}
        onChange={(without) => onAsk({ without })}
      />
    )}
  </>
)
