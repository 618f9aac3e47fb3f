import { useUser } from '#web/features/people/data.ts'
import { setSharedDevices } from '#web/features/schools/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { report } from '#web/ui/report.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Whether the devices of the school's teachers keep nothing. */
export const DevicesSwitch = () => {
  const { usesSharedDevices } = useUser()
  const [isSaving, whileSaving] = usePending()
  return (
    <Switch
      label="Our computers are shared"
      description="They keep nothing of your teachers’ planners, and closing the tab signs out. A teacher can say, “This is my own device.”"
      checked={usesSharedDevices}
      disabled={isSaving}
      onChange={(isOn) =>
        void report(() => whileSaving(() => setSharedDevices(isOn)), {
          failed: (reason) => ({ title: 'Failed to save', description: reason }),
        })
      }
    />
  )
}
