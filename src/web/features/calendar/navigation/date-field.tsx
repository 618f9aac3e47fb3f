import type { ComponentProps } from 'react'
import { formatDay, isDay } from '#shared/dates.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type DateFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  label: string
  value: string
  error?: string | undefined
  onChange: (date: string) => void
}

/** A labeled date input. Names the weekday below it, because the browser's input shows only numbers. */
export const DateField = ({ label, value, error, onChange, ...rest }: DateFieldProps) => (
  <Field label={label} error={error} hint={isDay(value) && formatDay(value, 'weekdayAndDay')}>
    {(wiring) => <TextInput {...wiring} {...rest} type="date" value={value} onChange={({ target }) => onChange(target.value)} />}
  </Field>
)
