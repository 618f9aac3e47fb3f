import type { SubLinkParts } from '#shared/sub-links/contract.ts'
import { Checkbox } from '#web/ui/field.tsx'

const SWITCHES = [
  ['files', 'Files of these lessons'],
  ['substituteInstructions', 'Substitute instructions'],
  ['alerts', 'Alerts'],
  ['report', 'Ask for a report'],
] as const

const second = (name: string, text: string) => (
  <>
    {name}
    <span className="block text-caption text-ink-soft">{text}</span>
  </>
)

type LinkPartsProps = {
  include: SubLinkParts
  /** The name of the teacher, or undefined for the user's own days. */
  of: string | undefined
  /** False if the teacher doesn't share student notes with the user. */
  hasStudentNotes: boolean
  disabled: boolean
  onChange: (change: Partial<SubLinkParts>) => void
}

/** Checkboxes for the parts of a link's page. The emergency card is always included. */
export const LinkParts = ({ include, of, hasStudentNotes, disabled, onChange }: LinkPartsProps) => (
  <fieldset disabled={disabled}>
    <legend className="mb-2 text-caption font-semibold text-ink-soft">What is in it</legend>
    <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2 touch:gap-y-0">
      <Checkbox
        label="Lessons in full"
        checked={include.lessons === 'full'}
        onChange={(event) => onChange({ lessons: event.target.checked ? 'full' : 'glance' })}
      />
      {SWITCHES.filter(([name]) => !of || name !== 'alerts').map(([name, label]) => (
        <Checkbox key={name} label={label} checked={include[name]} onChange={(event) => onChange({ [name]: event.target.checked })} />
      ))}
      <Checkbox label={second('Emergency card', 'Always there')} checked disabled readOnly />
    </div>
    <div className="mt-3 rounded-card border border-line bg-paper px-3 py-2.5 touch:py-0">
      <Checkbox
        label={second(
          'Student notes',
          hasStudentNotes
            ? 'Medical alerts, support, pickup. Only for this link, and gone when it ends.'
            : `${of} doesn’t share student notes with you.`,
        )}
        checked={include.studentNotes && hasStudentNotes}
        disabled={!hasStudentNotes}
        onChange={(event) => onChange({ studentNotes: event.target.checked })}
      />
    </div>
  </fieldset>
)
