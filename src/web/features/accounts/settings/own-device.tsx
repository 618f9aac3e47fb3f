import { useState } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { storeOwnDevice } from '#web/lib/stored-session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Says that this computer keeps nothing, with a button for a teacher whose own device it is. */
export const OwnDevice = () => {
  const { usesSharedDevices } = useUser()
  const [isShared, setIsShared] = useState(isSharedComputer)
  if (!isShared) return null
  const keep = () => {
    storeOwnDevice()
    setIsShared(false)
    showToast({ title: 'This device now keeps your planner', description: 'Until you sign out.' })
  }
  return (
    <section aria-label="This device" className="grid justify-items-start gap-2.5 rounded-card bg-sunken p-3.5">
      <p>
        {usesSharedDevices ? 'Your school’s computers are shared, so this one' : 'You said that this computer is shared, so it'} keeps
        nothing of yours. Closing the tab signs you out.
      </p>
      <Button size="sm" onClick={keep}>
        This is my own device
      </Button>
    </section>
  )
}
