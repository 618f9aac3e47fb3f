import { clsx } from 'clsx'
import { dayOfMonth, formatDay, schoolWeekOf } from '#shared/dates.ts'

type DayStripProps = { chosenDate: string; today: string; onChoose: (date: string) => void }

/** The five days of a week on a small screen. The chosen one is shown below. */
export const DayStrip = ({ chosenDate, today, onChoose }: DayStripProps) => (
  <fieldset aria-label="Day of the week" className="mx-4 min-w-0 mb-3 grid grid-cols-5 gap-1 rounded-card bg-sunken p-1">
    {schoolWeekOf(chosenDate).map((date, position) => (
      <button
        key={position}
        type="button"
        data-date={date}
        aria-pressed={date === chosenDate}
        aria-current={date === today ? 'date' : undefined}
        aria-label={formatDay(date, 'full')}
        onClick={() => onChoose(date)}
        className={clsx(
          'grid min-h-12 place-content-center justify-items-center rounded-control text-small font-semibold text-ink-soft aria-pressed:bg-surface aria-pressed:shadow-card',
          date === today && 'text-brand',
        )}
      >
        <span>{formatDay(date, 'weekday')}</span>
        <b className={clsx('font-display text-large leading-tight tabular', date !== today && 'text-ink')}>{dayOfMonth(date)}</b>
      </button>
    ))}
  </fieldset>
)
