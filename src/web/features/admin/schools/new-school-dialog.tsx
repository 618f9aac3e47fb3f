import { useState } from 'react'
import { zoneWords } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { useUser } from '#web/features/people/data.ts'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { report } from '#web/ui/report.ts'
import { openSchool } from './data.ts'

const US_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]
// By name. Looking up the words of all of them would take the browser most of a second.
const OTHER_ZONES = Intl.supportedValuesOf('timeZone').filter((zone) => !US_ZONES.includes(zone))

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
              <optgroup label="United States">
                {US_ZONES.map((zone) => (
                  <option key={zone} value={zone}>
                    {zoneWords(zone)}
                  </option>
                ))}
              </optgroup>
              <optgroup label="Other time zones">
                {[...new Set([...OTHER_ZONES, ...(US_ZONES.includes(user.timezone) ? [] : [user.timezone])])].sort().map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </optgroup>
            </Select>
          )}
        </Field>
      </div>
    </FormDialog>
  )
}
