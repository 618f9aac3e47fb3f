import { useEffect, useState } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { flag, slot } from '#web/lib/storage.ts'
import { storeOwnDevice } from '#web/lib/stored-session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const LABEL = 'This is my own device'

const keepHere = (): void => {
  storeOwnDevice()
  showToast({ title: 'This device now keeps your planner', description: 'Until you sign out.' })
}

/** Whether this tab has told the signed-in person. */
const wasTold = slot('toldShared', flag('yes'), 'tab')

/** Tells a teacher whose school shares its computers, once after each sign-in. Preferences say it after that. */
export const SharedComputerNews = () => {
  const { usesSharedDevices } = useUser()
  useEffect(() => {
    if (!usesSharedDevices || !isSharedComputer() || wasTold.get()) return
    wasTold.set(true)
    showToast({
      title: 'This computer keeps nothing of yours',
      description: 'Your school’s computers are shared. Closing the tab signs you out.',
      action: { label: LABEL, onPress: keepHere },
    })
  }, [usesSharedDevices])
  return null
}

/** Says that this computer keeps nothing, with a button for a teacher whose own device it is. */
export const OwnDevice = () => {
  const { usesSharedDevices } = useUser()
  const [isShared, setIsShared] = useState(isSharedComputer)
  if (!isShared) return null
  const keep = () => {
    keepHere()
    setIsShared(false)
  }
  return (
    <section aria-label="This device" className="grid justify-items-start gap-2.5 rounded-card bg-sunken p-3.5">
      <p>
        {usesSharedDevices ? 'Your school’s computers are shared, so this one' : 'You said that this computer is shared, so it'} keeps
        nothing of yours. Closing the tab signs you out.
      </p>
      <Button size="sm" onClick={keep}>
        {LABEL}
      </Button>
    </section>
  )
}
