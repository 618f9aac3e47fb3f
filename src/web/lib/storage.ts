/**
 * The only file that accesses the browser's storage, except `shell/first-paint.js`, which runs before this one loads.
 *
 * 1. If storage is blocked or full, values are kept in memory until the page closes.
 * 2. `userId` is written before the token so another tab notified of a new token can already see whether the user changed.
 */
import type { Preferences } from '#shared/accounts/contract.ts'

export type Theme = Preferences['theme']
type DraftKey = `draft:${string}`
type TabKey = 'wantedPage' | 'inviter' | 'checkout' | 'paidAt' | 'windowMark'
type Key =
  | 'token'
  | 'userId'
  | 'theme'
  | 'preferences'
  | 'singleKeys'
  | 'notifications'
  | 'toldAlerts'
  | 'calendarSidebar'
  | 'rightSidebar'
  | 'print'
  | 'trialLine'
  | DraftKey

const fallback = new Map<Key, string>()

const read = (key: Key): string | null => {
  try {
    return fallback.get(key) ?? localStorage.getItem(key)
  } catch {
    return fallback.get(key) ?? null
  }
}

const write = (key: Key, value: string): void => {
  try {
    localStorage.setItem(key, value)
    fallback.delete(key)
  } catch {
    fallback.set(key, value)
  }
}

const remove = (key: Key): void => {
  fallback.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // If storage is blocked, there was nothing to remove.
  }
}

/** Returns the signed-in user's bearer token. */
export const storedToken = (): string | null => read('token') || null
export const storedUserId = (): string | null => read('userId')

export const storeSession = (session: { token: string; userId: string }): void => {
  write('userId', session.userId)
  write('token', session.token)
}

/** Forgets an ended session. Keeps the theme, which belongs to the device, and the user's id and drafts. */
export const forgetSession = (): void => {
  remove('token')
  remove('preferences')
  forgetPayment()
}

export type NextMessage = { title: string; description: string }

/** Stores a message for the next page that this tab loads. */
export const storeNextMessage = (message: NextMessage): void => {
  try {
    sessionStorage.setItem('nextMessage', JSON.stringify(message))
  } catch {
    // The next page makes sense without the message.
  }
}
/** Reads an entry that lives as long as the tab. Null if there is none. */
const readOfTab = (key: TabKey): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
const writeOfTab = (key: TabKey, value: string): void => {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked, so the value isn't remembered.
  }
}
const removeOfTab = (key: TabKey): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // If storage is blocked, there was nothing to remove.
  }
}

/** Returns the page that a signed-out visitor asked for, or the planner by default. */
export const pageAfterSignIn = (): string => readOfTab('wantedPage') ?? '/dashboard'
export const storeWantedPage = (path: string): void => writeOfTab('wantedPage', path)
export const forgetWantedPage = (): void => removeOfTab('wantedPage')

/** Referral code of the colleague who invited this visitor. */
export const storedInviter = (): string | null => readOfTab('inviter')
export const storeInviter = (code: string): void => writeOfTab('inviter', code)
export const forgetInviter = (): void => removeOfTab('inviter')

/** Marks a window that this page has just opened. Our pages can read the mark later, even if the window has been on other sites since. */
export const markWindow = (opened: Window, mark: string): void => {
  try {
    opened.sessionStorage.setItem('windowMark' satisfies TabKey, mark)
  } catch {
    // Storage is blocked, so the window stays unmarked.
  }
}
/** Returns and clears this window's mark. Null if it has none. */
export const takeWindowMark = (): string | null => {
  const mark = readOfTab('windowMark')
  removeOfTab('windowMark')
  return mark
}

/** Remembers the plan that the customer goes to Stripe to buy. */
export const storeCheckout = (plan: string): void => writeOfTab('checkout', plan)
/** Remembers when the customer returned from checkout (epoch milliseconds). */
export const storePaid = (at: number): void => writeOfTab('paidAt', String(at))

const PAYMENT_KEPT_MS = 3_600_000
/** Returns the unconfirmed payment: when the customer returned (epoch milliseconds) and for which plan, if known. */
export const awaitedPayment = (now: number): { since: number; plan: string | null } | null => {
  const since = Number(readOfTab('paidAt') ?? 0)
  return now - since < PAYMENT_KEPT_MS ? { since, plan: readOfTab('checkout') } : null
}
export const forgetPayment = (): void => {
  removeOfTab('paidAt')
  removeOfTab('checkout')
}

export const takeNextMessage = (): NextMessage | null => {
  try {
    const message = JSON.parse(sessionStorage.getItem('nextMessage') ?? 'null')
    sessionStorage.removeItem('nextMessage')
    return message
  } catch {
    return null
  }
}

/** True once if the landing page redirected this tab to the planner because a token is stored. */
export const takeFromLanding = (): boolean => {
  try {
    const isFromLanding = sessionStorage.getItem('fromLanding') !== null
    sessionStorage.removeItem('fromLanding')
    return isFromLanding
  } catch {
    return false
  }
}

/** The app has loaded, so reset the count of failed loads kept by the script in index.html. */
export const forgetLoadTries = (): void => {
  try {
    sessionStorage.removeItem('loadTries')
  } catch {
    // If storage is blocked, nothing was counted.
  }
}

/** Stores the theme for the next first paint. The script in index.html reads it. */
export const storeTheme = (theme: Theme): void => write('theme', theme)

/** Stores a copy for other readers on this device. The server's version is authoritative. */
export const storePreferences = (preferences: Preferences): void => write('preferences', JSON.stringify(preferences))

/** Whether single-key shortcuts are enabled on this device. */
export const areSingleKeysOn = (): boolean => read('singleKeys') !== 'off'
export const storeSingleKeys = (areOn: boolean): void => (areOn ? remove('singleKeys') : write('singleKeys', 'off'))

const keys = (): string[] => {
  try {
    return [...fallback.keys(), ...Object.keys(localStorage)]
  } catch {
    return [...fallback.keys()]
  }
}
const draftKey = (owner: string, name: string): DraftKey => `draft:${owner}:${name}`

/** Returns the unsaved drafts of `owner` on this device, by name. */
export const storedDrafts = (owner: string): Map<string, string> => {
  const prefix = draftKey(owner, '')
  const ours = keys().filter((key): key is DraftKey => key.startsWith(prefix))
  return new Map(ours.map((key) => [key.slice(prefix.length), read(key) ?? '']))
}
export const storeDraft = (owner: string, name: string, draft: string): void => write(draftKey(owner, name), draft)
export const forgetDraft = (owner: string, name: string): void => remove(draftKey(owner, name))

/** Removes all of a user's data when they sign out, because others may use this device. */
export const forgetPerson = (userId: string): void => {
  for (const name of storedDrafts(userId).keys()) forgetDraft(userId, name)
  forgetSession()
  remove('userId')
}

/** Whether browser notifications are enabled on this device. */
export const areNotificationsOn = (): boolean => read('notifications') === 'on'
export const storeNotifications = (areOn: boolean): void => (areOn ? write('notifications', 'on') : remove('notifications'))

/** Returns the alerts already shown for this user and day in any tab of this browser. Only the latest day is kept. */
export const shownAlerts = (day: string): string[] => {
  const [of, ...keys] = (read('toldAlerts') ?? '').split('\n')
  return of === day ? keys : []
}
export const storeToldAlerts = (day: string, keys: readonly string[]): void => write('toldAlerts', [day, ...keys].join('\n'))

/** Whether the calendar sidebar is collapsed on this device. */
export const isCalendarCollapsed = (): boolean => read('calendarSidebar') === 'collapsed'
export const storeCalendarCollapsed = (isCollapsed: boolean): void =>
  isCollapsed ? write('calendarSidebar', 'collapsed') : remove('calendarSidebar')

/** The state the user chose for the right sidebar on this device. Null if the screen width decides. */
export type SidebarChoice = 'collapsed' | 'expanded' | null
export const sidebarChoice = (): SidebarChoice => {
  const kept = read('rightSidebar')
  return kept === 'collapsed' || kept === 'expanded' ? kept : null
}
export const storeSidebarChoice = (choice: SidebarChoice): void => (choice ? write('rightSidebar', choice) : remove('rightSidebar'))

/** Returns the print settings chosen on this device, or null. Unvalidated JSON, because an older version may have written it. */
export const storedPrintChoices = (): unknown => {
  try {
    return JSON.parse(read('print') ?? 'null')
  } catch {
    return null
  }
}
export const storePrintChoices = (choices: object): void => write('print', JSON.stringify(choices))

/** When, and by which user, the trial notice was dismissed. */
export const trialLinePutAway = (): string | null => read('trialLine')
export const storeTrialLinePutAway = (day: string): void => write('trialLine', day)

/** Calls back when the user signs in or out in another tab. Returns an unsubscribe function. */
export const onTokenChangedElsewhere = (callback: () => void): (() => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
