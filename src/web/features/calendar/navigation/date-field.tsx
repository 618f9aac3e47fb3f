import type { ComponentProps } from 'react'
import { formatDay, formatNearDay, isDay } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { DateInput, Field } from '#web/ui/field.tsx'

type DateFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  label: string
  value: string
  error?: string | undefined
  onChange: (date: string) => void
}

/** A labeled date input. Shows and announces the date with its weekday. */
export const DateField = ({ label, value, error, className, onChange, ...rest }: DateFieldProps) => {
  const today = useToday(useUser().timezone)
  return (
    <Field label={label} error={error} className={className}>
      {(wiring) => (
        <DateInput
          {...wiring}
          {...rest}
          words={isDay(value) ? `${formatDay(value, 'weekday')}, ${formatNearDay(value, today)}` : ''}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
