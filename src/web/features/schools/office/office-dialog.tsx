import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { setOffice } from '#web/features/schools/data.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'

type OfficeDialogProps = { email: string; phone: string; onClose: () => void }

/** Sets the email and phone number of the school's office. */
export const OfficeDialog = ({ email, phone, onClose }: OfficeDialogProps) => {
  const [typed, setTyped] = useState({ officeEmail: email, officePhone: phone })
  const isNew = typed.officeEmail.trim().toLowerCase() !== email
  return (
    <ActionDialog
      title="Office"
      description="For every substitute plan at your school."
      call={() => setOffice(typed)}
      messages={{
        done: () => ({
          title: 'Office saved',
          ...(isNew && typed.officeEmail && { description: 'We sent a link to confirm the email.' }),
        }),
        failed: (reason) => ({ title: 'Failed to save the office', description: reason }),
      }}
      isChanged={() => isNew || typed.officePhone !== phone}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="Email" hint="We’ll send a link there to make sure that plans arrive.">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="email"
              autoComplete="off"
              maxLength={254}
              value={typed.officeEmail}
              onChange={({ target }) => setTyped({ ...typed, officeEmail: target.value })}
            />
          )}
        </Field>
        <Field label="Phone" hint="At the top of each plan, for emergencies.">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="tel"
              autoComplete="off"
              maxLength={MAX.phone}
              value={typed.officePhone}
              onChange={({ target }) => setTyped({ ...typed, officePhone: target.value })}
            />
          )}
        </Field>
      </div>
    </ActionDialog>
  )
}
