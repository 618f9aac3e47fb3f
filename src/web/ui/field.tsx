import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** Attributes that connect an input to its label, hint and error. Spread them on the input. */
type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: (wiring: Wiring) => ReactNode
}

/** A labeled input with a hint. An error replaces the hint. */
export const Field = ({ label, hint, error, className, children }: FieldProps) => {
  const id = useId()
  const message = error ?? hint
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-caption font-semibold text-ink-soft">
        {label}
      </label>
      {children({ id, 'aria-describedby': message ? `${id}-message` : undefined, 'aria-invalid': error ? true : undefined })}
      {message && (
        <div
          id={`${id}-message`}
          role={error ? 'alert' : undefined}
          className={clsx('text-caption', error ? 'font-medium text-blocked' : 'text-ink-soft')}
        >
          {message}
        </div>
      )}
    </div>
  )
}

const box =
  'w-full rounded-control border border-line-strong bg-paper px-3 text-body text-ink transition-colors duration-150 placeholder:text-ink-soft hover:border-ink-soft focus-visible:outline-offset-0 aria-invalid:border-blocked disabled:opacity-60 touch:text-large'

export const TextInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...rest} className={clsx(box, 'h-10 touch:h-11', className)} />
)

/** Hides the browser's numbers. Firefox has no pseudo-element for them, so its text is transparent. In forced colors, they stay. */
const inWords =
  'peer not-forced-colors:not-focus:[&::-webkit-datetime-edit]:opacity-0 not-forced-colors:not-focus:[&::-webkit-date-and-time-value]:opacity-0 not-forced-colors:not-focus:supports-[-moz-appearance:none]:text-transparent'

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** The date in words, such as 'Tue, Nov 24', or an empty string if there is none. */
  words: string
}

/** A date input that shows its date in words, and the browser's numbers while it has the focus. */
export const DateInput = ({ words, 'aria-describedby': message, ...rest }: DateInputProps) => {
  const id = useId()
  return (
    <span className="relative block">
      <TextInput
        {...rest}
        type="date"
        aria-describedby={message ? `${id} ${message}` : id}
        className={clsx('[&::-webkit-calendar-picker-indicator]:opacity-60', words && inWords)}
      />
      <span
        id={id}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-9 left-3 flex items-center text-body peer-focus:hidden forced-colors:hidden touch:text-large phone:text-body"
      >
        <span className="truncate">{words}</span>
      </span>
    </span>
  )
}

export const TextArea = ({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) => (
  <textarea {...rest} rows={rows} className={clsx(box, 'py-2.5 leading-normal touch:resize-none', className)} />
)

export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <span className={clsx('relative block', className)}>
    <select {...rest} className={clsx(box, 'h-10 appearance-none truncate pr-9 touch:h-11')} />
    <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft" />
  </span>
)

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

/** A labeled checkbox. Links in the label stay clickable. */
export const Checkbox = ({ label, className, ...rest }: CheckboxProps) => (
  <label className={clsx('flex items-start gap-2.5 text-control leading-snug touch:py-[13px]', className)}>
    <input
      {...rest}
      type="checkbox"
      className="mt-px size-[18px] shrink-0 rounded accent-brand not-checked:appearance-none not-checked:border not-checked:border-line-strong not-checked:bg-sunken"
    />
    <span className={clsx(rest.disabled && 'text-ink-soft')}>{label}</span>
  </label>
)
