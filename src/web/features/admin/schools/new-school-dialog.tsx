import { useState } from 'react'
import { MAX_SCHOOL_NAME } from '#shared/admin/schools/contract.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { report } from '#web/ui/report.ts'
import { openSchool } from './data.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

/** Creates a school. */
export const NewSchoolDialog = ({ onClose }: { onClose: () => void }) => {
  const user = useUser()
  const [name, setName] = useState('')
  const [timezone, setTimezone] = useState(user.timezone)
  const [isOpening, setIsOpening] = useState(false)
  const open = async () => {
    setIsOpening(true)
    const isOpen = await report(() => openSchool({ name: name.trim(), timezone }), {
      done: () => ({ title: 'The school is open', description: name.trim() }),
      failed: (reason) => ({ title: 'Failed to open the school', description: reason }),
    }).finally(() => setIsOpening(false))
    if (isOpen) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="New School"
      description="It opens with nobody in it. Invite somebody next; once they have accepted, make them school administrator, who invites the others."
      submitLabel="Open School"
      isReady={name.trim() !== ''}
      isChanged={() => name.trim() !== ''}
      busy={isOpening}
      onSubmit={() => void open()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="Name of the school">
          {(wiring) => <TextInput {...wiring} maxLength={MAX_SCHOOL_NAME} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="Time zone">
          {(wiring) => (
            <Select {...wiring} value={timezone} onChange={(event) => setTimezone(event.target.value)}>
              {[...new Set([user.timezone, ...ZONES])].sort().map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
