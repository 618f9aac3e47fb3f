import { clsx } from 'clsx'
import { useId } from 'react'

type SwitchProps = {
  label: string
  description?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** A switch that takes effect immediately. */
export const Switch = ({ label, description, checked, onChange, disabled, className }: SwitchProps) => {
  const id = useId()
  return (
    <span className={clsx('inline-flex items-center gap-3 small:min-h-11', className)}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-[22px] w-[38px] shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-brand checked:before:translate-x-4 disabled:cursor-not-allowed disabled:opacity-60"
      />
      <span>
        <label htmlFor={id} className="block cursor-pointer text-control font-semibold">
          {label}
        </label>
        {description && (
          <span id={`${id}-description`} className="block text-small text-ink-soft">
            {description}
          </span>
        )}
      </span>
    </span>
  )
}
