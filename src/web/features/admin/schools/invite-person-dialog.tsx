import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#web/features/people/person.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { report } from '#web/ui/report.ts'
import { inviteMember, schoolsQuery } from './data.ts'

type InvitePersonDialogProps = { person: { displayName: string | null; email: string }; onClose: () => void }

/** Invites a user to a school. */
export const InvitePersonDialog = ({ person, onClose }: InvitePersonDialogProps) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const [isSending, whileSending] = usePending()
  const { data: schools = [] } = useQuery(schoolsQuery(useSettled(typed.trim())))
  const school = schools.find(({ id }) => id === chosen)
  const send = async () => {
    if (!school) return
    const isSent = await whileSending(() =>
      report(() => inviteMember(school.id, person.email), {
        done: () => ({ title: 'Invitation sent', description: `${nameOf(person)} joins ${school.name} by accepting.` }),
        failed: (reason) => ({ title: 'Failed to send invitation', description: reason }),
      }),
    )
    if (isSent) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title={`Invite ${nameOf(person)} to a school`}
      description="They’ll join once they accept the invitation in Firstbell. After that, the school’s administrators can view their schedule."
      submitLabel="Send"
      isReady={school !== undefined}
      busy={isSending}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="Find a school">
          {(wiring) => (
            <TextInput {...wiring} type="search" maxLength={100} value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
        <Field label="School" hint={schools.length === 0 ? 'No schools found.' : undefined}>
          {(wiring) => (
            <Select {...wiring} value={school?.id ?? ''} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose a school</option>
              {schools.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
