import { Snowflake } from 'lucide-react'
import { useId } from 'react'
import { MAX } from '#shared/limits.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

/** A reason that is chosen with one press, or the reason that was typed. */
export type Reason = { choice: 'Snow day' | 'Power out' | 'Other…'; typed: string }

export const reasonText = ({ choice, typed }: Reason): string => (choice === 'Other…' ? typed.trim() : choice)

const CHOICES = [
  { choice: 'Snow day', icon: <Snowflake aria-hidden="true" className="size-3.5" /> },
  { choice: 'Power out', icon: null },
  { choice: 'Other…', icon: null },
] as const

type ReasonChoiceProps = { reason: Reason; onChange: (reason: Reason) => void }

/** Chooses why the school is closed. The last choice has a field for any other reason. */
export const ReasonChoice = ({ reason, onChange }: ReasonChoiceProps) => {
  const name = useId()
  return (
    <>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-caption font-semibold text-ink-soft">Reason</legend>
        <div className="flex flex-wrap gap-1.5">
          {CHOICES.map(({ choice, icon }) => (
            <label key={choice} className="school-pill">
              <input
                type="radio"
                name={name}
                checked={reason.choice === choice}
                onChange={() => onChange({ ...reason, choice })}
                className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
              />
              {icon}
              {choice}
            </label>
          ))}
        </div>
      </fieldset>
      {reason.choice === 'Other…' && (
        <Field label="Other reason">
          {(wiring) => (
            <TextInput
              {...wiring}
              value={reason.typed}
              maxLength={MAX.markText}
              placeholder="Winter break"
              autoComplete="off"
              autoFocus
              onChange={(event) => onChange({ ...reason, typed: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
