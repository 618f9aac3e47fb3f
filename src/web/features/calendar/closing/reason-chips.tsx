import { clsx } from 'clsx'
import { Snowflake } from 'lucide-react'

export const REASONS = ['Snow day', 'Power out'] as const
const SNOW = <Snowflake className="size-4" />
const chip =
  'inline-flex h-[34px] items-center gap-1.5 rounded-full border px-3.5 text-label font-semibold transition-colors duration-150 touch:h-11'

type ReasonChipsProps = { text: string; onChoose: (text: string) => void }

/** The usual reasons for closing a day on short notice. 'Other…' empties the field for another one. */
export const ReasonChips = ({ text, onChoose }: ReasonChipsProps) => {
  const isOther = !REASONS.some((reason) => reason === text)
  const look = (isChosen: boolean) =>
    clsx(chip, isChosen ? 'border-brand bg-brand-soft text-brand' : 'border-line-control bg-surface text-ink hover:border-line-strong')
  return (
    <fieldset className="mb-2.5 flex flex-wrap gap-2">
      <legend className="sr-only">Reasons</legend>
      {REASONS.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={text === reason}
          className={look(text === reason)}
          onClick={() => onChoose(reason)}
        >
          {reason === 'Snow day' && SNOW}
          {reason}
        </button>
      ))}
      <button type="button" aria-pressed={isOther} className={look(isOther)} onClick={() => onChoose('')}>
        Other…
      </button>
    </fieldset>
  )
}
