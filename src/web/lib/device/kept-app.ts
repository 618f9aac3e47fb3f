/**
 * The app on this device: its service worker (shell/app-worker.ts), which opens the planner without the network.
 *
 * 1. Nothing depends on it. Without a worker, everything comes from the network.
 * 2. A new version never replaces an open page that a teacher looks at. Opening or reloading a page does, and a page that was hidden for half
 *    an hour with nothing open reloads itself.
 */
import { saveStatus } from '#web/lib/net/save-status.ts'
import { createStore } from '#web/lib/store.ts'
import { isSharedComputer } from './shared-computer.ts'

const PAGE = '/dashboard'
const PAGES = 'app-page'
const HIDDEN_MS = 30 * 60 * 1000
const ASKED_AGAIN_MS = 60 * 60 * 1000

/** True if the next page that opens is of another version than this one. */
export const updateReady = createStore(false)

const followed = createStore(false)

/** The address of this page's script, which changes with every version. */
const ownScript = (): string => document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? ''

const checkVersion = async (): Promise<void> => {
  const kept = await caches.match(PAGE, { cacheName: PAGES })
  if (kept) updateReady.set(!(await kept.text()).includes(`"${ownScript()}"`))
}

/** Matches where a teacher may be typing. */
const OPEN = '[role=dialog], [role=alertdialog], [contenteditable=true], textarea, input:not([type=radio], [type=checkbox])'

/** True if a reload loses nothing: no open dialog, no text in a field, and no save on its way. */
const isQuiet = (): boolean => window.location.pathname === PAGE && saveStatus().saving === 0 && !document.querySelector(OPEN)

/** Asks the server for a new version. Without a network, the next question finds it. */
const askAgain = (registration: ServiceWorkerRegistration): Promise<unknown> => registration.update().catch(() => undefined)

/** Asks for a new version whenever a page that stays open for days is shown again, or stays hidden. */
const followVisibility = (registration: ServiceWorkerRegistration): void => {
  const asked = { at: Date.now() }
  const onHidden = () => {
    if (updateReady.get() && isQuiet()) window.location.reload()
    else void askAgain(registration)
  }
  const hidden = { timer: 0 }
  document.addEventListener('visibilitychange', () => {
    window.clearInterval(hidden.timer)
    if (document.hidden) hidden.timer = window.setInterval(onHidden, HIDDEN_MS)
    else if (Date.now() - asked.at > ASKED_AGAIN_MS) {
      asked.at = Date.now()
      void askAgain(registration)
    }
  })
}

/** Follows the worker, and keeps the files of this page's version while the page is open. */
const follow = (registration: ServiceWorkerRegistration): void => {
  if (followed.get()) return
  followed.set(true)
  void navigator.locks.request(`app ${ownScript()}`, { mode: 'shared' }, () => new Promise(() => undefined))
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      // If the device can't be read, no update is shown.
      if (next.state === 'installed') checkVersion().catch(() => undefined)
    })
  })
  followVisibility(registration)
}

/** Removes the app from this device. Its pages then come from the network. */
const forgetApp = async (): Promise<void> => {
  await (await navigator.serviceWorker.getRegistration('/'))?.unregister()
  for (const name of await caches.keys()) if (name.startsWith('app-')) await caches.delete(name)
}

const savesData = (): boolean => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/**
 * Keeps the app on the signed-in person's device, and not on a computer that others use, too. Rejects if the browser refuses. Development
 * has no worker, because its files have no hash.
 */
export const keepApp = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (isSharedComputer()) return forgetApp()
  if (savesData()) return
  follow(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
  await checkVersion()
}
