import { useState } from 'react'
import { notificationState, turnNotifications } from '#web/lib/notifications.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Turns browser notifications for alerts on or off. The browser asks for permission. */
export const NotificationSwitch = () => {
  const [state, setState] = useState(notificationState)
  if (state === 'unsupported') return null
  return (
    <Switch
      label="Browser notifications"
      description={
        state === 'blocked'
          ? 'Your browser blocks them: allow notifications for this page in its settings'
          : 'Alerts also show outside of Firstbell, on this device'
      }
      checked={state === 'on'}
      disabled={state === 'blocked'}
      onChange={(isOn) => void turnNotifications(isOn).then(setState)}
    />
  )
}
