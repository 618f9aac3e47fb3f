import { Button } from '#web/ui/button.tsx'

type Day<Value> = {
  value: Value
  name: string
  isDisabled?: boolean
}
type DayTogglesProps<Value> = { days: readonly Day<Value>[]; chosen: readonly Value[]; onToggle: (value: Value) => void }

/** Toggle buttons for weekdays. Each shows the first letter of its name. */
export const DayToggles = <Value extends string | number>({ days, chosen, onToggle }: DayTogglesProps<Value>) => (
  <div className="flex gap-[5px]">
    {days.map(({ value, name, isDisabled = false }) => (
      <Button
        key={value}
        variant={chosen.includes(value) ? 'solid' : 'outline'}
        aria-pressed={chosen.includes(value)}
        aria-label={name}
        disabled={isDisabled}
        className="w-10 !px-0 small:w-11"
        onClick={() => onToggle(value)}
      >
        {name[0]}
      </Button>
    ))}
  </div>
)
