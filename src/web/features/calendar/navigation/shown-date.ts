/**
 * Which week or day is on screen, and the address that says so.
 *
 * 1. What is shown changes at once; the address bar follows when that has been painted, since telling the browser
 *    of a new address holds up the frame.
 * 2. Each step is an entry of the browser's history, in the order the steps were made: a step that has not reached
 *    the address yet gets there before the next.
 * 3. Whatever else changes the address (Back, Forward, a link) decides what is shown.
 */
import { useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { createStore } from '#web/lib/store.ts'
import { type PlannerAddress, readAddress, writeAddress } from './planner-url.ts'

/** What wouter dispatches on the window, beside the browser's own. */
const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState', 'hashchange']

const read = createStore<{ search: string; today: string; address: PlannerAddress } | undefined>(undefined)
/** Shown already, and not in the address bar yet. */
const ahead = createStore<{ today: string; address: PlannerAddress } | undefined>(undefined)

const addressInBar = (today: string): PlannerAddress => {
  const { search } = window.location
  const known = read.get()
  if (known?.search === search && known.today === today) return known.address
  const address = readAddress(search, today)
  read.set({ search, today, address })
  return address
}
const shown = (today: string): PlannerAddress => ahead.get()?.address ?? addressInBar(today)

const follow = (): void => {
  const next = ahead.get()
  if (!next) return
  const written = writeAddress(next.address)
  // The teacher has left the planner by another address: the step is over.
  if (written.startsWith(`${window.location.pathname}?`)) {
    // The same object, so that what is shown is not drawn again.
    read.set({ search: written.slice(written.indexOf('?')), today: next.today, address: next.address })
    navigate(written)
  }
  ahead.set(undefined)
}

const subscribe = (listener: () => void): (() => void) => {
  const changed = () => {
    ahead.set(undefined)
    listener()
  }
  const stop = ahead.subscribe(listener)
  for (const event of ADDRESS_EVENTS) window.addEventListener(event, changed)
  return () => {
    stop()
    for (const event of ADDRESS_EVENTS) window.removeEventListener(event, changed)
  }
}

/** What is shown. The same object as long as it is the same. */
export const usePlannerAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => shown(today))

/** What the address bar says: for what may be drawn when the lessons of a step have been painted. */
export const useFollowingAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => addressInBar(today))

/**
 * Goes on from what is shown. Asks for it itself, so that buttons need not be drawn again whenever it changes.
 * A step back in the browser leads to where one was; a step that leads nowhere else is none.
 */
export const goTo = (today: string, next: (now: PlannerAddress) => PlannerAddress): void => {
  const address = next(shown(today))
  if (writeAddress(address) === writeAddress(shown(today))) return
  follow()
  ahead.set({ today, address })
  // A task after the next frame. A hidden page has no frames: there the timer alone does it.
  if (document.hidden) setTimeout(follow)
  else requestAnimationFrame(() => setTimeout(follow))
}
