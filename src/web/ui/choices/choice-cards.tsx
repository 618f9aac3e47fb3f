import { clsx } from 'clsx'
import { useId } from 'react'

type ChoiceCardsProps<Value extends string> = {
  legend: string
  /** Null while nothing is chosen. */
  value: Value | null
  choices: readonly { value: Value; label: string; about: string }[]
  /** True to place the answers below each other at any width. */
  isStacked?: boolean
  onChange: (value: Value) => void
}

/** Two answers, each with what it means. */
export const ChoiceCards = <Value extends string>({ legend, value, choices, isStacked = false, onChange }: ChoiceCardsProps<Value>) => {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-caption font-semibold text-ink-soft">{legend}</legend>
      <div className={clsx('grid gap-2', !isStacked && 'grid-cols-2 phone:grid-cols-1')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'relative flex min-h-[46px] items-start gap-2.5 rounded-control border px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              choice.value === value ? 'border-brand bg-brand-soft' : 'border-line-control bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="mt-0.5 size-4 shrink-0 accent-brand outline-none"
            />
            <span>
              <b className="block text-control leading-tight font-semibold">{choice.label}</b>
              <span className="text-caption text-ink-soft">{choice.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
