import { Plus } from 'lucide-react'
import { formatDay, formatTime } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { lineOf } from '#web/features/rich-text/preview.ts'
import { Button } from '#web/ui/button.tsx'
import { useNextLessons } from './use-next-lessons.ts'

const PLUS = <Plus className="size-[18px]" />

/** Returns 'in 25 min', 'in 2 h', 'in 2 h 5 min', or 'now'. */
const inWords = (minutes: number): string => {
  const parts = [[Math.floor(minutes / 60), 'h'] as const, [minutes % 60, 'min'] as const].filter(([count]) => count > 0)
  return parts.length === 0 ? 'now' : `in ${parts.map((part) => part.join(' ')).join(' ')}`
}

/** The next lesson in two lines: when, and what. */
const Next = ({ today }: { today: string }) => {
  const { timeFormat } = useUser().preferences
  const { next, minutes } = useNextLessons(today)
  const [first] = next?.lessons ?? []
  if (!next || !first) return next === null && <p className="text-label text-ink-soft">Nothing planned this week or next.</p>
  const { title, startTime, description } = first.block
  return (
    <>
      <h2 className="font-text text-small font-semibold tracking-normal text-ink-soft">
        Up next, {minutes === undefined ? formatDay(next.date, 'short') : inWords(minutes)}
      </h2>
      <p className="flex items-baseline gap-2.5">
        <b className="whitespace-nowrap text-brand tabular">{formatTime(startTime, timeFormat)}</b>
        <strong className="max-w-[60%] shrink-0 truncate font-semibold">{title}</strong>
        <span className="min-w-0 truncate text-label text-ink-soft">{lineOf(description)}</span>
      </p>
    </>
  )
}

type NextBarProps = {
  today: string
  /** Undefined if the user can't add time blocks. */
  onAdd: (() => void) | undefined
  /** False if something else on the page is the main action. */
  isAddMain: boolean
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

/** The bar at the bottom of an upright tablet: the next lesson, and the button that adds one. */
export const NextBar = ({ today, onAdd, isAddMain, onApproach }: NextBarProps) => (
  <section
    aria-label="Up next"
    data-bottom-bar=""
    className="fixed inset-x-0 bottom-0 z-20 flex min-h-[74px] items-center gap-4 rounded-t-dialog border-t border-line bg-surface px-5 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-float"
  >
    <div className="min-w-0 flex-1">
      <Next today={today} />
    </div>
    {onAdd && (
      <Button variant={isAddMain ? 'solid' : 'outline'} icon={PLUS} onPointerDown={onApproach} onFocus={onApproach} onClick={onAdd}>
        Add lesson
      </Button>
    )}
  </section>
)
