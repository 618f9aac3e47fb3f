import type { NoteName } from '#shared/accounts/rules.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'

const PARTS = [
  ['emergencyProcedures', 'Emergency procedures'],
  ['substituteInstructions', 'Substitute instructions'],
  ['studentNotes', 'Student notes'],
  ['alerts', 'Alerts'],
] as const
const LESSONS = [
  { value: 'full', label: 'Full lessons' },
  { value: 'glance', label: 'At a glance' },
] as const

type PlanChoicesProps = {
  choices: SubPlanChoices
  /** The name of the viewed teacher, or undefined for the teacher's own plan. */
  of: string | undefined
  /** Why the plan can't have student notes, or undefined if it can. */
  withoutStudentNotes: string | undefined
  /** The notes without text. */
  emptyNotes: readonly NoteName[]
  /** Opens the special note, so that the teacher can write it. */
  onWrite: (note: NoteName) => void
  onChange: (change: Partial<SubPlanChoices>) => void
}

/** The controls for choosing a plan's contents. */
export const PlanChoices = ({ choices, of, withoutStudentNotes, emptyNotes, onWrite, onChange }: PlanChoicesProps) => (
  <div className="grid content-start gap-2.5">
    <h3 className="font-text text-caption font-semibold tracking-normal text-ink-soft md:leading-[34px] md:touch:leading-[44px]">
      What to include
    </h3>
    <div className="grid gap-2.5 touch:gap-0">
      {PARTS.filter(([name]) => !of || name !== 'alerts').map(([name, label]) => {
        const empty = emptyNotes.find((note) => note === name)
        return (
          <div key={name} className="flex items-center gap-2.5">
            <Checkbox
              label={
                <>
                  {label} {empty && <span className="text-ink-soft">(empty)</span>}
                </>
              }
              checked={choices[name] && (withoutStudentNotes === undefined || name !== 'studentNotes')}
              disabled={withoutStudentNotes !== undefined && name === 'studentNotes'}
              onChange={(event) => onChange({ [name]: event.target.checked })}
            />
            {empty && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Add ${label.toLowerCase()}`}
                className="-my-2 -mr-[11px] ml-auto text-brand! touch:my-0"
                onClick={() => onWrite(empty)}
              >
                Add
              </Button>
            )}
          </div>
        )
      })}
    </div>
    {withoutStudentNotes !== undefined && <p className="text-caption text-ink-soft">{withoutStudentNotes}</p>}
    <SegmentedField
      label="Lessons"
      value={choices.lessons}
      options={LESSONS}
      onChange={(lessons) => onChange({ lessons })}
      className="w-full"
    />
    <Field label="Message for the sub" hint="Just for this plan">
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={2}
          maxLength={2000}
          value={choices.message}
          onChange={(event) => onChange({ message: event.target.value })}
        />
      )}
    </Field>
  </div>
)
