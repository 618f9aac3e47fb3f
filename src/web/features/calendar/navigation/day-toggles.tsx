import { Button } from '#web/ui/button.tsx'

type Day<Value> = { value: Value /** The button's name, whose first letter is shown. */; name: string; isDisabled?: boolean }
type DayTogglesProps<Value> = { days: readonly Day<Value>[]; chosen: readonly Value[]; onToggle: (value: Value) => void }

/** A row of buttons with the initials of weekdays, any of which can be pressed. */
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
