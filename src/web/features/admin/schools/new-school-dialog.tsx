import { useState } from 'react'
import { MAX } from '#shared/limits.ts'
import { useUser } from '#web/features/people/data.ts'
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
      done: () => ({ title: 'School created', description: name.trim() }),
      failed: (reason) => ({ title: 'Failed to create the school', description: reason }),
    }).finally(() => setIsOpening(false))
    if (isOpen) onClose()
  }
  return (
    <FormDialog
      size="sm"
      title="New school"
      description="A new school starts with no one in it. Invite someone, and once they accept, make them the school administrator. They’ll invite everyone else."
      submitLabel="Create school"
      isReady={name.trim() !== ''}
      isChanged={() => name.trim() !== ''}
      busy={isOpening}
      onSubmit={() => void open()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Field label="School name">
          {(wiring) => <TextInput {...wiring} maxLength={MAX.schoolName} value={name} onChange={(event) => setName(event.target.value)} />}
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
