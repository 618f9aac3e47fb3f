import { inDayOrder } from '#shared/calendar/rules.ts'
import { daysIn, type TemplateBody } from './template-kinds.ts'
import { useHueOf } from './template-preview.tsx'

/** Lessons per day that fit into the swatch. */
const MOST_BARS = 6

/** A miniature of a template: a column per day, with a bar in its hue for each lesson. Decorative. */
export const TemplateSwatch = ({ entry, className = '' }: { entry: TemplateBody; className?: string }) => {
  const days = daysIn(entry)
  const hueOf = useHueOf(days)
  return (
    <span
      aria-hidden="true"
      className={`flex size-8 shrink-0 items-stretch gap-px overflow-hidden rounded-lg border border-line bg-surface p-1 ${className}`}
    >
      {days.map((blocks, day) => (
        <span key={day} className="flex flex-1 flex-col gap-px">
          {inDayOrder(blocks)
            .slice(0, MOST_BARS)
            .map((block, position) => (
              <span key={position} className={`${hueOf(block)} max-h-2 flex-1`} />
            ))}
        </span>
      ))}
    </span>
  )
}
