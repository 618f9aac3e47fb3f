import { School } from 'lucide-react'
import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import type { useClassroom } from '#web/features/sub-plans/use-classroom.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

const SCHOOL = <School className="size-[19px]" />

type ClassroomLines = ReturnType<typeof useClassroom>

const LINES = [
  ['room', 'Room', MAX.room],
  ['grade', 'Grade', MAX.room],
  ['officePhone', 'Office phone', MAX.phone],
] as const

/** The office's address, which the teacher types once. */
export const OfficeEmail = ({ lines: { classroom, problems, type, save } }: { lines: ClassroomLines }) => (
  <Field label="Office email" hint="Gets the link and the PDF. Kept for next time." error={problems.officeEmail}>
    {(wiring) => (
      <TextInput
        {...wiring}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={classroom.officeEmail}
        onChange={(event) => type({ officeEmail: event.target.value })}
        onBlur={() => void save()}
      />
    )}
  </Field>
)

type OfficeFieldsProps = {
  lines: ClassroomLines
  /** Whether the server can send mail. */
  hasMail: boolean
  mayEdit: boolean
}

/** The office that gets the link, with fields for the lines about the office and the room that are still empty. */
export const OfficeFields = ({ lines, hasMail, mayEdit }: OfficeFieldsProps) => {
  const { school, classroom, atOpen, typed, type, save, problems } = lines
  const [isAdding, setIsAdding] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const missing = LINES.filter(([name]) => atOpen[name] === '')
  const isOwnEmail = hasMail && mayEdit && !school?.officeEmail
  const asksEmail = isOwnEmail && (atOpen.officeEmail === '' || isChanging)
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
          {isOwnEmail && atOpen.officeEmail !== '' && (
            <Button
              variant="ghost"
              className="text-brand!"
              aria-expanded={isChanging}
              aria-label="Change the office email"
              onClick={() => setIsChanging(!isChanging)}
            >
              Change
            </Button>
          )}
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
      {asksEmail && <OfficeEmail lines={lines} />}
      {isAdding && (
        <div className="grid grid-cols-2 gap-3">
          {missing.map(([name, label, maxLength]) => (
            <Field key={name} label={label} error={problems[name]}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  maxLength={maxLength}
                  value={typed[name] ?? ''}
                  onChange={(event) => type({ [name]: event.target.value })}
                  onBlur={() => void save()}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </section>
  )
}
