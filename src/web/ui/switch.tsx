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

/** A switch that takes effect immediately. Its label and description are part of its target. */
export const Switch = ({ label, description, checked, onChange, disabled, className }: SwitchProps) => {
  const id = useId()
  return (
    <label className={clsx('inline-flex cursor-pointer items-center gap-3 touch:min-h-11', className)}>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        disabled={disabled}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-[22px] w-[38px] shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-brand checked:before:translate-x-4 disabled:cursor-not-allowed disabled:opacity-60"
      />
      <span>
        <span id={`${id}-label`} className="block text-control font-semibold">
          {label}
        </span>
        {description && (
          <span id={`${id}-description`} className="block text-caption text-ink-soft">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
