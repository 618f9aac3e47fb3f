/**
 * Browser notifications on this device. We request permission only when the teacher turns them on, because browsers permanently block pages
 * that ask unprompted.
 */

import { flag, slot } from './storage.ts'

/** Whether browser notifications are enabled on this device. */
const areOn = slot('notifications', flag('on'), 'device')

export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Returns whether notifications are on. 'blocked' means the browser denies permission, which only its settings can change. */
export const notificationState = (): NotificationState => {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && areOn.get() ? 'on' : 'off'
}

/** Turns notifications on or off and returns the new state. Must be called from a click, because the browser prompts for permission. */
export const turnNotifications = async (on: boolean): Promise<NotificationState> => {
  areOn.set(on && (await Notification.requestPermission()) === 'granted')
  return notificationState()
}

/**
 * Shows a notification if notifications are on. Clicking it brings this tab to the front. Replaces an earlier notification with the same
 * tag.
 */
export const notify = (title: string, body: string, tag: string): void => {
  if (notificationState() !== 'on') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch (error) {
    // Chrome on Android grants the permission but doesn't support the constructor (it requires a service worker), so only the toast appears
    // there.
    if (!(error instanceof TypeError)) throw error
  }
}
