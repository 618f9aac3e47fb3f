import { School } from 'lucide-react'
import { useState } from 'react'
import type { Classroom } from '#shared/accounts/contract.ts'
import { MAX } from '#shared/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

const SCHOOL = <School className="size-[19px]" />

type ClassroomLines = Partial<Classroom>

const LINES = [
  ['room', 'Room', MAX.room],
  ['grade', 'Grade', MAX.room],
  ['officePhone', 'Office phone', MAX.phone],
] as const

type OfficeFieldsProps = {
  /** With the school's own values and what was typed. */
  classroom: Classroom
  /** The same when the dialog opened, so that no field disappears once its text is saved. */
  atOpen: Classroom
  typed: ClassroomLines
  /** Whether the server can send mail. */
  hasMail: boolean
  mayEdit: boolean
  onType: (change: ClassroomLines) => void
  onSave: () => void
}

/** The office that gets the link, and what the plan says about the room. What is missing is typed once. */
export const OfficeFields = ({ classroom, atOpen, typed, hasMail, mayEdit, onType, onSave }: OfficeFieldsProps) => {
  const [isAdding, setIsAdding] = useState(false)
  const missing = LINES.filter(([name]) => atOpen[name] === '')
  const asksEmail = hasMail && atOpen.officeEmail === '' && mayEdit
  return (
    <section aria-label="Office and room" className="grid gap-3">
      {(classroom.officeEmail !== '' || classroom.schoolName !== '' || missing.length > 0) && (
        <div className="flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">{SCHOOL}</span>
          <p className="min-w-0 flex-1">
            <span className="block text-control font-semibold wrap-anywhere">
              {classroom.schoolName ? `${classroom.schoolName}, office` : 'School office'}
            </span>
            <span className="block text-caption text-ink-soft wrap-anywhere">
              {classroom.officeEmail || (hasMail ? 'No email address yet' : 'Mail isn’t set up here')}
            </span>
          </p>
          {mayEdit && missing.length > 0 && (
            <Button
              variant="ghost"
              className="text-brand!"
              aria-expanded={isAdding}
              aria-label={`Add ${missing.map(([, label]) => label.toLowerCase()).join(', ')}`}
              onClick={() => setIsAdding(!isAdding)}
            >
              Add
            </Button>
          )}
        </div>
      )}
      {asksEmail && (
        <Field label="Office email" hint="Gets the link and the PDF. Kept for next time.">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={254}
              value={typed.officeEmail ?? ''}
              onChange={(event) => onType({ officeEmail: event.target.value })}
              onBlur={onSave}
            />
          )}
        </Field>
      )}
      {isAdding && (
        <div className="grid grid-cols-2 gap-3">
          {missing.map(([name, label, maxLength]) => (
            <Field key={name} label={label}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  maxLength={maxLength}
                  value={typed[name] ?? ''}
                  onChange={(event) => onType({ [name]: event.target.value })}
                  onBlur={onSave}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </section>
  )
}
