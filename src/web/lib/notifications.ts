/**
 * The browser's own notifications, on this device. Permission is asked for only when the teacher turns them on:
 * a page that asks on its own is refused, for good.
 */
import { areNotificationsOn, storeNotifications } from './storage.ts'

export type NotificationState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Returns whether notifications are on. 'blocked': the browser has been told to refuse them, and only its settings can change that. */
export const notificationState = (): NotificationState => {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && areNotificationsOn() ? 'on' : 'off'
}

/** Turns notifications on or off, and returns whether they are on. Call it from a click: the browser asks its own question. */
export const turnNotifications = async (on: boolean): Promise<NotificationState> => {
  storeNotifications(on && (await Notification.requestPermission()) === 'granted')
  return notificationState()
}

/** Shows one, if they are on; a press on it brings this tab to the front. One with the same tag is replaced. */
export const notify = (title: string, body: string, tag: string): void => {
  if (notificationState() !== 'on') return
  try {
    const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch (error) {
    // Chrome on Android has the permission and yet no constructor (it wants a service worker): there only the toast is shown.
    if (!(error instanceof TypeError)) throw error
  }
}
