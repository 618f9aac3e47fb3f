import { Skeleton } from '#web/ui/skeleton.tsx'

const COLUMNS = [0, 1, 2, 3, 4]
const CARDS = ['h-20', 'h-26', 'h-24', 'h-20', 'h-26']

/** The placeholder for a week that is loading. Appears only if loading takes long enough to notice. */
export const WeekSkeleton = () => (
  <div className="week week-skeleton" role="status">
    <span className="sr-only">Loading your lessons...</span>
    {COLUMNS.map((column) => (
      <div key={column} className="day-column" data-chosen={column === 0 || undefined} data-near={column < 3 || undefined}>
        <header>
          <Skeleton className="h-6 w-16" />
        </header>
        <div className="day-lessons">
          {CARDS.map((height, card) => (
            <Skeleton key={card} className={CARDS[(card + column) % CARDS.length] ?? height} />
          ))}
        </div>
      </div>
    ))}
  </div>
)
