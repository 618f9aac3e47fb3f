import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { type GapField, readyWords, type Typed } from './typed-gaps.ts'

const MISSING = <CircleAlert className="mt-0.5 size-[18px] shrink-0 text-brass-ink" />
const THERE = <CircleCheck className="mt-0.5 size-[18px] shrink-0 text-note" />
/** How many fields are shown at first, so that the office and Send aren't far below. */
const SHOWN_FIRST = 4

const isTyped = (typed: Typed, { key }: GapField): boolean => (typed[key] ?? '').trim() !== ''

type GapRowProps = { field: GapField; text: string; mayEdit: boolean; onType: (text: string) => void; onSave: () => void }

const GapRow = ({ field: { title, hint, place }, text, mayEdit, onType, onSave }: GapRowProps) => {
  const canType = mayEdit && ('note' in place || place.blockId !== undefined)
  const sign = text.trim() === '' ? MISSING : THERE
  if (!canType)
    return (
      <li className="flex gap-2.5 py-2">
        {sign}
        <p>
          <span className="block text-control font-semibold">{title}</span>
          {mayEdit && <span className="block text-caption text-ink-soft">{hint}</span>}
        </p>
      </li>
    )
  const Input = 'note' in place && place.heading !== undefined ? TextInput : TextArea
  return (
    <li className="flex gap-2.5 py-2">
      {sign}
      <Field label={<span className="text-control text-ink">{title}</span>} hint={hint} className="min-w-0 flex-1">
        {(wiring) => (
          <Input
            {...wiring}
            {...(Input === TextArea && { rows: 2 })}
            value={text}
            onChange={(event: { target: { value: string } }) => onType(event.target.value)}
            onBlur={onSave}
          />
        )}
      </Field>
    </li>
  )
}

type ReadinessProps = {
  fields: readonly GapField[]
  typed: Typed
  /** A sentence about what is there, or '' if nothing is. */
  there: string
  /** False if the user's trial or plan has ended, so that nothing can be typed. */
  mayEdit: boolean
  onType: (key: string, text: string) => void
  onSave: () => void
}

/** Says what is missing from the plan, and takes it right there. */
export const Readiness = ({ fields, typed, there, mayEdit, onType, onSave }: ReadinessProps) => {
  const [areAllShown, setAreAllShown] = useState(false)
  const missing = fields.filter((field) => !isTyped(typed, field)).length
  const shown = areAllShown ? fields : fields.slice(0, SHOWN_FIRST)
  return (
    <section aria-labelledby="ready" className="rounded-card border border-line bg-surface px-3.5 py-3">
      <h3 id="ready" aria-live="polite" className="text-large">
        {readyWords(missing)}
      </h3>
      {fields.length > 0 && (
        <ul>
          {shown.map((field) => (
            <GapRow
              key={field.key}
              field={field}
              text={typed[field.key] ?? ''}
              mayEdit={mayEdit}
              onType={(text) => onType(field.key, text)}
              onSave={onSave}
            />
          ))}
        </ul>
      )}
      {shown.length < fields.length && (
        <Button size="sm" variant="ghost" className="mb-1.5 ml-5" onClick={() => setAreAllShown(true)}>
          Show {fields.length - shown.length} more
        </Button>
      )}
      {there !== '' && (
        <p className={fields.length > 0 ? 'flex gap-2.5 border-t border-line pt-2.5 text-ink-soft' : 'mt-1.5 flex gap-2.5 text-ink-soft'}>
          {THERE} {there}
        </p>
      )}
    </section>
  )
}
