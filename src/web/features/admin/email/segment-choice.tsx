import { BadgeCheck, Clock, Hourglass, type LucideIcon, Users } from 'lucide-react'
import { SEGMENTS, type Segment } from '#shared/mail/campaigns/contract.ts'
import { SEGMENT_NAMES } from '#shared/mail/campaigns/rules.ts'
import { formatNumber } from '../figures.ts'

const ICONS: Record<Segment, LucideIcon> = { trial: Clock, expired: Hourglass, subscribers: BadgeCheck, all: Users }

type Counts = { people: number; reached: number }
type SegmentChoiceProps = { segments: Record<Segment, Counts>; value: Segment; onChange: (segment: Segment) => void }

/** The recipient segments, with their current sizes. */
export const SegmentChoice = ({ segments, value, onChange }: SegmentChoiceProps) => (
  <fieldset className="grid min-w-0 grid-cols-4 gap-2.5 max-[1000px]:grid-cols-2 max-[350px]:grid-cols-1">
    <legend className="mb-2 text-caption font-semibold text-ink-soft">Send to</legend>
    {SEGMENTS.map((segment) => {
      const Icon = ICONS[segment]
      const { people, reached } = segments[segment]
      return (
        <label
          key={segment}
          className="relative flex min-h-11 items-center gap-3 rounded-card border border-line-control bg-surface px-3.5 py-3 shadow-card phone:gap-2.5 phone:px-3 phone:py-2 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brand"
        >
          <input
            type="radio"
            name="segment"
            value={segment}
            checked={segment === value}
            onChange={() => onChange(segment)}
            className="size-[18px] shrink-0 accent-brand outline-none before:absolute before:inset-0 before:cursor-pointer"
          />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-1.5 font-semibold">
              <Icon className="size-4 shrink-0 text-ink-soft phone:hidden" />
              {SEGMENT_NAMES[segment]}
            </span>
            <span className="block text-small text-ink-soft">
              {formatNumber(people)} {people === 1 ? 'person' : 'people'}
              {reached < people && `, ${formatNumber(reached)} will get it`}
            </span>
          </span>
        </label>
      )
    })}
  </fieldset>
)
