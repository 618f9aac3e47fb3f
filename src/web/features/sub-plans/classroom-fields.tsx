import type { Classroom } from '#shared/accounts/contract.ts'
import { MAX } from '#shared/limits.ts'
import type { SchoolOffice } from '#shared/sub-plans/rules.ts'
import { Field, TextInput } from '#web/ui/field.tsx'

type Line = { name: keyof Classroom; label: string; hint?: string; maxLength: number; type?: 'email' | 'tel' }

const LINES: readonly Line[] = [
  { name: 'schoolName', label: 'School', maxLength: MAX.classroomLine },
  { name: 'officeEmail', label: 'Office email', hint: 'Gets the plan when you’re out.', maxLength: 254, type: 'email' },
  { name: 'officePhone', label: 'Office phone', maxLength: MAX.phone, type: 'tel' },
  { name: 'nursePhone', label: 'Nurse’s phone', maxLength: MAX.phone, type: 'tel' },
  { name: 'nextDoor', label: 'Teacher to ask', hint: 'Such as Ms. Kim, Room 112.', maxLength: MAX.classroomLine },
  { name: 'room', label: 'Room', maxLength: MAX.room },
  { name: 'grade', label: 'Grade', maxLength: MAX.room },
  { name: 'students', label: 'Number of students', maxLength: MAX.room },
]

type ClassroomFieldsProps = {
  /** With the school's own values and what was typed. */
  classroom: Classroom
  school: SchoolOffice | null
  mayEdit: boolean
  /** Why the server refused a line, by its name. */
  problems: Partial<Classroom>
  onType: (change: Partial<Classroom>) => void
}

const ofSchool = (school: SchoolOffice | null, name: keyof Classroom): boolean =>
  school !== null && (name === 'schoolName' || ((name === 'officeEmail' || name === 'officePhone') && school[name] !== null))

/** The lines about the office and the room that every sub plan has. Those of the school can't be changed here. */
export const ClassroomFields = ({ classroom, school, mayEdit, problems, onType }: ClassroomFieldsProps) => (
  <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
    {LINES.map(({ name, label, hint, maxLength, type }) => {
      const isOfSchool = ofSchool(school, name)
      return (
        <Field key={name} label={label} hint={isOfSchool && name !== 'schoolName' ? `Set by ${school?.name}` : hint} error={problems[name]}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type={type ?? 'text'}
              autoComplete="off"
              maxLength={maxLength}
              readOnly={isOfSchool || !mayEdit}
              className="read-only:bg-sunken read-only:text-ink-soft"
              value={classroom[name]}
              onChange={(event) => onType({ [name]: event.target.value })}
            />
          )}
        </Field>
      )
    })}
  </div>
)
