import { type ComponentProps, useState } from 'react'
import { addMinutes, formatTime, minutesOf, readTime } from '#shared/dates.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { TextInput } from '#web/ui/field.tsx'

/** Minutes that an arrow key adds or subtracts. */
const STEP = 5
/** The difference between AM and PM, in minutes. */
const HALF_DAY = 12 * 60

type TimeInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  /** `HH:mm`, or '' if empty. */
  value: string
  timeFormat: '12' | '24'
  /** The time that this one must come after, if any. Used to infer AM or PM. */
  after?: string | undefined
  onChange: (time: string) => void
}

/**
 * A time input in the teacher's own format. The browser's native input uses the system's format instead. Accepts '8', '830', or '8:30 pm'
 * (see `readTime`). Up and Down change the time by five minutes. On touch screens, AM or PM is a button, so digits are enough. Invalid text
 * remains for the teacher to correct, and the value is ''.
 */
export const TimeInput = ({ value, timeFormat, after, onChange, className, ...rest }: TimeInputProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const isTouch = useMedia('(pointer: coarse)') && timeFormat === '12'
  const [time, half] = value === '' ? ['', ''] : formatTime(value, timeFormat).split(' ')
  const written = half && !isTouch ? `${time} ${half}` : time
  const step = (minutes: number) => {
    setTyped(null)
    if (value !== '') onChange(addMinutes(value, Math.max(minutes, -minutesOf(value))))
  }
  return (
    <span className={`relative block ${className ?? ''}`}>
      <TextInput
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        className={isTouch && half ? 'pr-14 tabular' : 'tabular'}
        value={typed ?? written}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped((text) => (value === '' ? text : null))}
        onKeyDown={(event) => {
          const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          step(direction * STEP)
        }}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(readTime(target.value, { timeFormat, after }) ?? '')
        }}
      />
      {isTouch && half && (
        <button
          type="button"
          aria-label={`${half}, change to ${half === 'AM' ? 'PM' : 'AM'}`}
          onClick={() => step(half === 'AM' ? HALF_DAY : -HALF_DAY)}
          className="absolute inset-y-0 right-0 grid w-13 place-items-center rounded-control text-label font-semibold text-brand"
        >
          {half}
        </button>
      )}
    </span>
  )
}
