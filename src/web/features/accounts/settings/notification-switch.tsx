import { useState } from 'react'
import { notificationState, turnNotifications } from '#web/lib/notifications.ts'
import { Switch } from '#web/ui/switch.tsx'

/** Turns browser notifications for alerts on or off. The browser asks for permission. */
export const NotificationSwitch = ({ className }: { className: string }) => {
  const [state, setState] = useState(notificationState)
  if (state === 'unsupported') return null
  return (
    <Switch
      className={className}
      label="Browser notifications"
      description={
        state === 'blocked'
          ? 'Your browser is blocking these. Allow notifications for this site in your browser settings.'
          : 'Show lesson alerts on this device even when you’re in another tab. Alerts pop up only while Firstbell is open.'
      }
      checked={state === 'on'}
      disabled={state === 'blocked'}
      onChange={(isOn) => void turnNotifications(isOn).then(setState)}
    />
  )
}
