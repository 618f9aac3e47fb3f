import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { CREDIT_MONTHS, CREDITS_HELD, PRICES } from '#shared/billing/rules.ts'
import { addMonths, formatDay, isDay, LAST_DAY, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput, Field, TextInput } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { addCredit, deletePerson, type Grant, grantPlan } from './data.ts'

type PersonDialogProps = { person: Person; onClose: () => void }

const SPANS = [
  { label: '1 month', months: 1 },
  { label: '6 months', months: 6 },
  { label: '1 year', months: 12 },
]

type DayFieldProps = { label: string; value: string; today: string; onChange: (day: string) => void }

/** The last day of a grant, typed or counted from today. */
const DayField = ({ label, value, today, onChange }: DayFieldProps) => (
  <div className="grid gap-2">
    <Field label={label}>
      {(wiring) => (
        <DateInput
          {...wiring}
          words={isDay(value) ? formatDay(value, 'medium') : ''}
          min={today}
          max={LAST_DAY}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
    <div className="flex flex-wrap gap-2">
      {SPANS.map((span) => (
        <Button key={span.label} size="sm" aria-label={`${label}: ${span.label}`} onClick={() => onChange(addMonths(today, span.months))}>
          {span.label}
        </Button>
      ))}
    </div>
  </div>
)

/** Grants a plan and the add-on through a given day, or revokes them. */
export const GrantDialog = ({ person, onClose }: PersonDialogProps) => {
  const { timezone } = useUser()
  const [until, setUntil] = useState(person.grantedUntil ?? '')
  const [aiUntil, setAiUntil] = useState(person.aiGrantedUntil ?? '')
  const today = todayIn(timezone, Date.now())
  const grant: Grant = {
    ...(until !== (person.grantedUntil ?? '') && { until: until || null }),
    ...(aiUntil !== (person.aiGrantedUntil ?? '') && { aiUntil: aiUntil || null }),
  }
  return (
    <ActionDialog
      title="Grant a plan"
      description={`${nameOf(person)} won’t be charged. A grant includes its last day. Without a date, nothing is granted.`}
      submitLabel="Grant plan"
      isReady={Object.keys(grant).length > 0}
      call={() => grantPlan(person.id, grant)}
      messages={{
        done: () => ({ title: 'Plan saved', description: nameOf(person) }),
        failed: (reason) => ({ title: 'Failed to save the plan', description: reason }),
      }}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <DayField label="Pro Teacher until" value={until} today={today} onChange={setUntil} />
        <DayField label="AI add-on until" value={aiUntil} today={today} onChange={setAiUntil} />
      </div>
    </ActionDialog>
  )
}

const creditsOf = ({ credits }: Person): string =>
  credits.length === 0 ? 'no credits yet' : `${credits.length} of ${CREDITS_HELD} credits`

/** Gives a user a free month. */
export const CreditDialog = ({ person, onClose }: PersonDialogProps) => (
  <ActionDialog
    title="Add a credit"
    description={`One free month (worth $${PRICES.proTeacher.month}). It expires in ${CREDIT_MONTHS} months. ${nameOf(person)} has ${creditsOf(person)}.`}
    submitLabel="Add credit"
    call={() => addCredit(person.id)}
    messages={{
      done: () => ({ title: 'Credit added', description: nameOf(person) }),
      failed: (reason) => ({ title: 'Failed to add the credit', description: reason }),
    }}
    onClose={onClose}
  />
)

/** Deletes a user after the admin has typed that user's email. */
export const DeleteDialog = ({ person, onClose, onGone }: PersonDialogProps & { onGone: () => void }) => {
  const [typed, setTyped] = useState('')
  const email = typed.trim().toLowerCase()
  return (
    <ActionDialog
      title={`Delete ${nameOf(person)}’s account?`}
      description="This permanently deletes their lessons, notes, and history, and ends what they pay for. You can’t undo it."
      submitLabel="Delete permanently"
      submitLook={{ variant: 'danger-solid' }}
      cancelLabel="Keep account"
      isReady={email === person.email}
      call={() => deletePerson(person.id, email)}
      messages={{
        done: () => ({ title: 'Account deleted', description: person.email }),
        failed: (reason) => ({ title: 'Failed to delete the account', description: reason }),
      }}
      onDone={onGone}
      onClose={onClose}
    >
      <Field label={`Type ${person.email} to confirm`}>
        {(wiring) => <TextInput {...wiring} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
    </ActionDialog>
  )
}
