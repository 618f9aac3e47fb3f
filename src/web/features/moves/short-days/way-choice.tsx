import { clsx } from 'clsx'
import { School, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { formatTimes } from '#shared/dates.ts'
import type { NamedTimes } from '#shared/moves/short-days/contract.ts'
import { IconButton } from '#web/ui/button.tsx'
import { spanOf, type Way } from './choices.ts'

const BIN = <Trash2 className="size-4" />
const SCHOOLS = <School aria-label="Your school’s" className="size-3.5 shrink-0 text-ink-soft" />
const RULES = [
  { way: 'late', label: 'Start late' },
  { way: 'early', label: 'Leave early' },
  { way: 'own', label: 'My own times' },
] as const

type WayChoiceProps = {
  way: Way
  schedules: readonly NamedTimes[]
  timeFormat: '12' | '24'
  onChange: (way: Way) => void
  onRemove: (schedule: NamedTimes) => void
}

/** The ways to shorten a day: bell schedules, and rules. */
export const WayChoice = ({ way, schedules, timeFormat, onChange, onRemove }: WayChoiceProps) => {
  const name = useId()
  const options = [
    ...schedules.map((schedule) => ({ key: schedule.id, label: schedule.name, way: { scheduleId: schedule.id }, schedule })),
    ...RULES.map((rule) => ({ key: rule.way, ...rule, schedule: undefined })),
  ]
  const isChosen = (other: Way) =>
    typeof other === 'object' ? typeof way === 'object' && way.scheduleId === other.scheduleId : way === other
  return (
    <div role="radiogroup" aria-labelledby={`${name} label`} className="grid gap-1.5">
      <span id={`${name} label`} className="text-caption font-semibold text-ink-soft">
        Bell schedule
      </span>
      {options.map(({ key, label, way: its, schedule }) => (
        <div key={key} className="flex items-center gap-1">
          <label
            className={clsx(
              'flex min-h-[34px] min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded-control border px-3 py-1 text-control transition-colors duration-150 touch:min-h-11 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              isChosen(its) ? 'border-brand bg-brand-soft' : 'border-line bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-brand outline-none"
              checked={isChosen(its)}
              onChange={() => onChange(its)}
            />
            <span className="min-w-0 flex-1 font-semibold break-words">{label}</span>
            {schedule?.isSchools && SCHOOLS}
            {schedule && (
              <span className="shrink-0 text-label text-ink-soft tabular">{formatTimes(spanOf(schedule.rows), timeFormat)}</span>
            )}
          </label>
          {schedule && !schedule.isSchools && isChosen(its) && (
            <IconButton variant="ghost" size="sm" label={`Delete ${schedule.name}`} onClick={() => onRemove(schedule)}>
              {BIN}
            </IconButton>
          )}
        </div>
      ))}
    </div>
  )
}
