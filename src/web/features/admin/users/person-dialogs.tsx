import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { CREDIT_MONTHS, CREDITS_HELD, PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { GuardedForm } from '#web/features/accounts/guarded-section.tsx'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { addCredit, deletePerson, type Grant, grantPlan } from './data.ts'

type PersonDialogProps = { person: Person; onClose: () => void }

type DayFieldProps = { label: string; value: string; min: string; onChange: (day: string) => void }

const DayField = ({ label, value, min, onChange }: DayFieldProps) => (
  <Field label={label} hint="Through this date. Leave it empty to grant nothing.">
    {(wiring) => (
      <TextInput {...wiring} type="date" min={min} max="2199-12-31" value={value} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
)

/** Grants a plan and the add-on through a given day, or revokes them. */
export const GrantDialog = ({ person, onClose }: PersonDialogProps) => {
  const { timezone } = useUser()
  const [isPending, whilePending] = usePending()
  const [until, setUntil] = useState(person.grantedUntil ?? '')
  const [aiUntil, setAiUntil] = useState(person.aiGrantedUntil ?? '')
  const today = todayIn(timezone, Date.now())
  const grant: Grant = {
    ...(until !== (person.grantedUntil ?? '') && { until: until || null }),
    ...(aiUntil !== (person.aiGrantedUntil ?? '') && { aiUntil: aiUntil || null }),
  }
  return (
    <Dialog size="sm" title="Grant a plan" description={`${nameOf(person)} won’t be charged.`} onClose={onClose}>
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Save', variant: 'solid' }}
        isPending={isPending}
        isReady={Object.keys(grant).length > 0}
        call={() => whilePending(() => grantPlan(person.id, grant))}
        messages={{
          done: () => ({ title: 'Plan saved', description: nameOf(person) }),
          failed: (reason) => ({ title: 'Failed to save the plan', description: reason }),
        }}
        onDone={onClose}
        onCancel={onClose}
      >
        <DayField label="Pro Teacher until" value={until} min={today} onChange={setUntil} />
        <DayField label="AI add-on until" value={aiUntil} min={today} onChange={setAiUntil} />
      </GuardedForm>
    </Dialog>
  )
}

/** Gives a user a free month. */
export const CreditDialog = ({ person, onClose }: PersonDialogProps) => {
  const [isPending, whilePending] = usePending()
  return (
    <Dialog
      size="sm"
      title="Add a credit"
      description={`One free month (worth $${PRICES.proTeacher.month}). It expires in ${CREDIT_MONTHS} months. ${nameOf(person)} has ${person.credits.length} of up to ${CREDITS_HELD} credits.`}
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Add credit', variant: 'solid' }}
        isPending={isPending}
        call={() => whilePending(() => addCredit(person.id))}
        messages={{
          done: () => ({ title: 'Credit added', description: nameOf(person) }),
          failed: (reason) => ({ title: 'Failed to add the credit', description: reason }),
        }}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** Deletes a user after the admin has typed that user's email. */
export const DeleteDialog = ({ person, onClose, onGone }: PersonDialogProps & { onGone: () => void }) => {
  const [isPending, whilePending] = usePending()
  const [typed, setTyped] = useState('')
  const email = typed.trim().toLowerCase()
  return (
    <Dialog
      size="sm"
      title={`Delete ${nameOf(person)}’s account?`}
      description="This permanently deletes their lessons, notes, and history, and ends what they pay for. You can’t undo it."
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Keep account"
        confirm={{ label: 'Delete permanently', variant: 'danger-solid' }}
        isPending={isPending}
        isReady={email === person.email}
        call={() => whilePending(() => deletePerson(person.id, email))}
        messages={{
          done: () => ({ title: 'Account deleted', description: person.email }),
          failed: (reason) => ({ title: 'Failed to delete the account', description: reason }),
        }}
        onDone={onGone}
        onCancel={onClose}
      >
        <Field label={`Type ${person.email} to confirm`}>
          {(wiring) => <TextInput {...wiring} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
      </GuardedForm>
    </Dialog>
  )
}
