import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { CREDIT_MONTHS, CREDITS_HELD, PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { GuardedForm } from '#web/features/accounts/guarded-section.tsx'
import { nameOf } from '#web/features/accounts/person.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { addCredit, deletePerson, type Grant, grantPlan, sendLink } from './data.ts'

type PersonDialogProps = { person: Person; onClose: () => void }

/** Returns whether a call is pending, and a function that makes a call. */
const usePending = () => {
  const [isPending, setIsPending] = useState(false)
  const during = async <Result,>(call: Promise<Result>): Promise<Result> => {
    setIsPending(true)
    return call.finally(() => setIsPending(false))
  }
  return { isPending, during }
}

type DayFieldProps = { label: string; value: string; min: string; onChange: (day: string) => void }

const DayField = ({ label, value, min, onChange }: DayFieldProps) => (
  <Field label={label} hint="The last day, that day included. Empty: nothing is granted.">
    {(wiring) => (
      <TextInput {...wiring} type="date" min={min} max="2199-12-31" value={value} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
)

/** Grants a plan and the add-on through a day, or withdraws them. */
export const GrantDialog = ({ person, onClose }: PersonDialogProps) => {
  const { timezone } = useUser()
  const { isPending, during } = usePending()
  const [until, setUntil] = useState(person.grantedUntil ?? '')
  const [aiUntil, setAiUntil] = useState(person.aiGrantedUntil ?? '')
  const today = todayIn(timezone, Date.now())
  const grant: Grant = {
    ...(until !== (person.grantedUntil ?? '') && { until: until || null }),
    ...(aiUntil !== (person.aiGrantedUntil ?? '') && { aiUntil: aiUntil || null }),
  }
  return (
    <Dialog size="sm" title="Grant a Plan" description={`${nameOf(person)} is charged nothing for it.`} onClose={onClose}>
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Save', variant: 'solid' }}
        isPending={isPending}
        isReady={Object.keys(grant).length > 0}
        call={() => during(grantPlan(person.id, grant))}
        messages={{
          done: () => ({ title: 'The plan is saved', description: nameOf(person) }),
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

/** Gives a person a free month. */
export const CreditDialog = ({ person, onClose }: PersonDialogProps) => {
  const { isPending, during } = usePending()
  return (
    <Dialog
      size="sm"
      title="Add a Credit"
      description={`A month for free, worth $${PRICES.proTeacher.month}, to be used within ${CREDIT_MONTHS} months. ${nameOf(person)} holds ${person.credits.length} of at most ${CREDITS_HELD}.`}
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Add Credit', variant: 'solid' }}
        isPending={isPending}
        call={() => during(addCredit(person.id))}
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

/** Sends a person a password reset link. */
export const LinkDialog = ({ person, onClose }: PersonDialogProps) => {
  const { isPending, during } = usePending()
  return (
    <Dialog
      size="sm"
      title="Send a Reset Link"
      description={
        person.hasPassword
          ? `${person.email} gets a link with which they set a new password. It works once, within an hour. Until then their password stays as it is.`
          : person.hasGoogle || person.hasOidc
            ? `${person.email} signs in with ${person.hasGoogle ? 'Google' : 'your school’s sign-in'} and has no password. The mail says so.`
            : `${person.email} has never signed in. They get a link with which they set a password. It works once, within an hour.`
      }
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Cancel"
        confirm={{ label: 'Send Link', variant: 'solid' }}
        isPending={isPending}
        call={() => during(sendLink(person.id))}
        messages={{
          done: () => ({ title: 'The link is on its way', description: person.email }),
          failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
        }}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** Deletes a person after the admin has typed their email. */
export const DeleteDialog = ({ person, onClose, onGone }: PersonDialogProps & { onGone: () => void }) => {
  const { isPending, during } = usePending()
  const [typed, setTyped] = useState('')
  const email = typed.trim().toLowerCase()
  return (
    <Dialog
      size="sm"
      title={`Delete the account of ${nameOf(person)}?`}
      description="Their lessons, notes and history are deleted at once, and what they pay for ends. Nobody can bring it back."
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Keep the Account"
        confirm={{ label: 'Delete for Good', variant: 'danger-solid' }}
        isPending={isPending}
        isReady={email === person.email}
        call={() => during(deletePerson(person.id, email))}
        messages={{
          done: () => ({ title: 'The account is deleted', description: person.email }),
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
