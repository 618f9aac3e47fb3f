/**
 * The only file that touches the browser's storage, but for `shell/first-paint.js`, which runs before it is there.
 *
 * 1. A browser that forbids or has filled its storage still works: the value then lives as long as the page.
 * 2. Whose token it is (`userId`) is written before the token, so that another tab that is told of a new token
 *    can already see whether it is somebody else's.
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
    // Nothing can have been kept where storage is forbidden.
  }
}

/** Returns the bearer token of the signed-in person. */
export const storedToken = (): string | null => read('token') || null
export const storedUserId = (): string | null => read('userId')

export const storeSession = (session: { token: string; userId: string }): void => {
  write('userId', session.userId)
  write('token', session.token)
}

/** Forgets a session that has ended. The theme stays: it belongs to the screen. Whose it was stays, with their drafts. */
export const forgetSession = (): void => {
  remove('token')
  remove('preferences')
  forgetPayment()
}

export type NextMessage = { title: string; description: string }

/** Keeps a message for the next page that this tab loads. */
export const storeNextMessage = (message: NextMessage): void => {
  try {
    sessionStorage.setItem('nextMessage', JSON.stringify(message))
  } catch {
    // The page that comes speaks for itself.
  }
}
/** An entry for as long as the tab lives; null where there is none. */
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
    // Storage is forbidden: what it was for is not remembered.
  }
}
const removeOfTab = (key: TabKey): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing can have been kept.
  }
}

/** The page that somebody wanted who has to sign in first; the planner for everybody else. */
export const pageAfterSignIn = (): string => readOfTab('wantedPage') ?? '/dashboard'
export const storeWantedPage = (path: string): void => writeOfTab('wantedPage', path)
export const forgetWantedPage = (): void => removeOfTab('wantedPage')

/** The code of the colleague who invited a visitor. */
export const storedInviter = (): string | null => readOfTab('inviter')
export const storeInviter = (code: string): void => writeOfTab('inviter', code)
export const forgetInviter = (): void => removeOfTab('inviter')

/** Marks a window that this page has just opened; pages of ours that it shows later can read it, wherever it has been in between. */
export const markWindow = (opened: Window, mark: string): void => {
  try {
    opened.sessionStorage.setItem('windowMark' satisfies TabKey, mark)
  } catch {
    // Storage is forbidden: the window is then as any other.
  }
}
/** Returns the mark of this window, once; null where nobody has marked it. */
export const takeWindowMark = (): string | null => {
  const mark = readOfTab('windowMark')
  removeOfTab('windowMark')
  return mark
}

/** What somebody goes to Stripe to pay for. */
export const storeCheckout = (plan: string): void => writeOfTab('checkout', plan)
/** They are back from paying. */
export const storePaid = (at: number): void => writeOfTab('paidAt', String(at))

const PAYMENT_KEPT_MS = 3_600_000
/** The payment that is not confirmed yet: when they came back (epoch milliseconds), and what it is for, if that is known. */
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

/** Whether the landing page has sent this tab on to the planner, for the token that is kept here; true once. */
export const takeFromLanding = (): boolean => {
  try {
    const isFromLanding = sessionStorage.getItem('fromLanding') !== null
    sessionStorage.removeItem('fromLanding')
    return isFromLanding
  } catch {
    return false
  }
}

/** The app has come; the script in index.html counts the times that it did not. */
export const forgetLoadTries = (): void => {
  try {
    sessionStorage.removeItem('loadTries')
  } catch {
    // Nothing was counted where storage is forbidden.
  }
}

/** For the next first paint: the script in index.html reads it. */
export const storeTheme = (theme: Theme): void => write('theme', theme)

/** A copy for whatever else on this device reads it; the server's are the ones that hold. */
export const storePreferences = (preferences: Preferences): void => write('preferences', JSON.stringify(preferences))

/** Whether single keys are shortcuts on this device. */
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

/** What `owner` wrote on this device and has not saved, by name; nobody else's. */
export const storedDrafts = (owner: string): Map<string, string> => {
  const prefix = draftKey(owner, '')
  const ours = keys().filter((key): key is DraftKey => key.startsWith(prefix))
  return new Map(ours.map((key) => [key.slice(prefix.length), read(key) ?? '']))
}
export const storeDraft = (owner: string, name: string, draft: string): void => write(draftKey(owner, name), draft)
export const forgetDraft = (owner: string, name: string): void => remove(draftKey(owner, name))

/** For somebody who signs out: nothing of theirs stays on a device that others use too. */
export const forgetPerson = (userId: string): void => {
  for (const name of storedDrafts(userId).keys()) forgetDraft(userId, name)
  forgetSession()
  remove('userId')
}

/** Whether the browser's own notifications are wanted on this device. */
export const areNotificationsOn = (): boolean => read('notifications') === 'on'
export const storeNotifications = (areOn: boolean): void => (areOn ? write('notifications', 'on') : remove('notifications'))

/** What the tabs of this browser have told of one person's day. One day is kept: the next one takes its place. */
export const toldAlerts = (day: string): string[] => {
  const [of, ...keys] = (read('toldAlerts') ?? '').split('\n')
  return of === day ? keys : []
}
export const storeToldAlerts = (day: string, keys: readonly string[]): void => write('toldAlerts', [day, ...keys].join('\n'))

/** Whether the calendar sidebar is a narrow strip on this device. */
export const isCalendarCollapsed = (): boolean => read('calendarSidebar') === 'collapsed'
export const storeCalendarCollapsed = (isCollapsed: boolean): void =>
  isCollapsed ? write('calendarSidebar', 'collapsed') : remove('calendarSidebar')

/** What was chosen by hand on this device for the right sidebar; null where the width of the screen decides. */
export type SidebarChoice = 'collapsed' | 'expanded' | null
export const sidebarChoice = (): SidebarChoice => {
  const kept = read('rightSidebar')
  return kept === 'collapsed' || kept === 'expanded' ? kept : null
}
export const storeSidebarChoice = (choice: SidebarChoice): void => (choice ? write('rightSidebar', choice) : remove('rightSidebar'))

/** What was chosen on this device for paper, as JSON that an older version may have written; null for nothing. */
export const storedPrintChoices = (): unknown => {
  try {
    return JSON.parse(read('print') ?? 'null')
  } catch {
    return null
  }
}
export const storePrintChoices = (choices: object): void => write('print', JSON.stringify(choices))

/** On which day, and by whom, the line about the end of the trial was put away. */
export const trialLinePutAway = (): string | null => read('trialLine')
export const storeTrialLinePutAway = (day: string): void => write('trialLine', day)

/** Calls back when another tab has signed somebody in or out. Returns how to stop. */
export const onTokenChangedElsewhere = (callback: () => void): (() => void) => {
  const listener = (event: StorageEvent) => {
    if (event.key === 'token' || event.key === null) callback()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}
