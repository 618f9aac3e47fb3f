import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useId } from 'react'

/** In the order of the design tokens. */
const COLORS = ['Blue', 'Teal', 'Purple', 'Red', 'Olive', 'Pink', 'Sky', 'Amber', 'Slate', 'Brown']

/** The color of a class. */
export const Swatch = ({ color, className }: { color: number; className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('hue-sample shrink-0 rounded-tiny', className ?? 'size-3.5')}
    style={{ background: `var(--hue-${color})` }}
  />
)

type ColorChoiceProps = { value: number; onChange: (color: number) => void }

/** Chooses the color of a class. */
export const ColorChoice = ({ value, onChange }: ColorChoiceProps) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label="Color" className="flex flex-wrap gap-1.5 touch:gap-0">
      {COLORS.map((label, color) => (
        <label
          key={label}
          className="relative grid size-6 place-items-center rounded-small has-checked:outline-2 has-checked:outline-offset-2 has-checked:outline-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand touch:size-11"
        >
          <input
            type="radio"
            name={name}
            aria-label={label}
            checked={color === value}
            onChange={() => onChange(color)}
            className="absolute inset-0 z-1 cursor-pointer appearance-none outline-none"
          />
          <Swatch color={color} className="size-6" />
          {color === value && <Check aria-hidden="true" className="absolute size-3.5 text-on-brand" strokeWidth={3} />}
        </label>
      ))}
    </div>
  )
}
