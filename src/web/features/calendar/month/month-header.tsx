import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths, formatDay, isDay } from '#shared/dates.ts'

const BACK = <ChevronLeft className="size-[18px]" />
const ON = <ChevronRight className="size-[18px]" />

type MonthHeaderProps = { month: string; isAnimated: boolean; onMonth: (month: string) => void }

const MonthArrow = ({
  label,
  to,
  children,
  onMonth,
}: {
  label: string
  to: string
  children: typeof BACK
  onMonth: MonthHeaderProps['onMonth']
}) => (
  <button type="button" aria-label={label} data-tip={label} disabled={!isDay(to)} onClick={() => onMonth(to)} className="month-step">
    {children}
  </button>
)

/** The month's name on the sunrise gradient, between buttons for the previous and next month. */
export const MonthHeader = ({ month, isAnimated, onMonth }: MonthHeaderProps) => (
  <div className="month-header" data-animated={isAnimated || undefined}>
    <MonthArrow label="Previous month" to={addMonths(month, -1)} onMonth={onMonth}>
      {BACK}
    </MonthArrow>
    <h2 aria-live="polite">{formatDay(month, 'month')}</h2>
    <MonthArrow label="Next month" to={addMonths(month, 1)} onMonth={onMonth}>
      {ON}
    </MonthArrow>
  </div>
)
