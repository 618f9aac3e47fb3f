import { clsx } from 'clsx'
import { useId } from 'react'

type SegmentedProps<Value extends string> = {
  /** Accessible name of the radio group. Visible only in a {@link SegmentedField}. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string
}

/**
 * A segmented control. It is a radio group, so arrow keys move between options and Tab stops only once. On touch screens, the padding around
 * an option is part of its target.
 */
export const Segmented = <Value extends string>({ label, value, options, onChange, className }: SegmentedProps<Value>) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={clsx('inline-flex flex-wrap rounded-control bg-sunken p-[3px]', className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative grid h-[30px] flex-1 grid-cols-[minmax(max-content,1fr)] whitespace-nowrap place-items-center rounded-lg px-[11px] text-label font-semibold text-ink-soft transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-checked:inset-ring has-checked:inset-ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-brand touch:h-[38px] small:px-3.5"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg outline-none touch:-inset-y-[3px]"
          />
          <span className="text-center touch:min-w-[22px]">{option.label}</span>
        </label>
      ))}
    </div>
  )
}

/** A {@link Segmented} with a visible label. */
export const SegmentedField = <Value extends string>(props: SegmentedProps<Value>) => (
  <div className="grid content-start justify-items-start gap-1.5">
    <span aria-hidden="true" className="text-caption font-semibold text-ink-soft">
      {props.label}
    </span>
    <Segmented {...props} />
  </div>
)
