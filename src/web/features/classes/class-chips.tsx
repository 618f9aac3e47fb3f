import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { NO_CLASS } from './class-filter.ts'

/** The hue that no class has. */
const NO_CLASS_HUE = 10

const CHECK = <Check className="size-3 stroke-[3.5]" />

type ClassChipsProps = {
  label: string
  classes: readonly Pick<SchoolClass, 'id' | 'name' | 'color'>[]
  /** The IDs of the classes that are switched off, and {@link NO_CLASS}. */
  without: ReadonlySet<string>
  onChange: (without: ReadonlySet<string>) => void
  className?: string
}

/** Switches classes on and off, and lessons without a class. One more press switches all of them. */
export const ClassChips = ({ label, classes, without, onChange, className = '' }: ClassChipsProps) => {
  const options = [...classes, { id: NO_CLASS, name: 'Without a class', color: NO_CLASS_HUE }]
  const areAllOn = options.every(({ id }) => !without.has(id))
  const change = (id: string, isOn: boolean) => {
    const next = new Set(without)
    if (isOn) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="sr-only">{label}</legend>
      <div className="mb-1.5 flex items-center justify-between gap-2">
        <span aria-hidden="true" className="text-caption font-semibold text-ink-soft">
          {label}
        </span>
        <button
          type="button"
          className="rounded-control px-1 text-caption font-semibold text-brand hover:underline touch:min-h-11 touch:min-w-11 touch:text-right"
          onClick={() => onChange(new Set(areAllOn ? options.map(({ id }) => id) : []))}
        >
          {areAllOn ? 'None' : 'All'}
          <span className="sr-only"> of the classes</span>
        </button>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {options.map(({ id, name, color }) => (
          <label
            key={id}
            style={{ '--class-hue': `var(--hue-${color})` } as CSSProperties}
            className="relative flex h-8 max-w-full items-center gap-1.5 rounded-full border border-dashed border-line-strong pr-3 pl-1.5 text-label font-medium text-ink-soft has-checked:border-solid has-checked:bg-raised has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand touch:h-11 touch:pl-2.5"
          >
            <input
              type="checkbox"
              checked={!without.has(id)}
              onChange={({ target }) => change(id, target.checked)}
              className="peer absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
            />
            <span
              aria-hidden="true"
              className="hue-sample grid size-[18px] shrink-0 place-items-center rounded-full border-2 border-(--class-hue) text-transparent peer-checked:bg-(--class-hue) peer-checked:text-surface"
            >
              {CHECK}
            </span>
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
