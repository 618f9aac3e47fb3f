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
import { type PlannerAddress, readAddress, writeAddress } from './address.ts'

/** What wouter dispatches on the window, beside the browser's own. */
const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState', 'hashchange']

let read: { search: string; today: string; address: PlannerAddress } | undefined
/** Shown already, and not in the address bar yet. */
let ahead: { today: string; address: PlannerAddress } | undefined
const listeners = new Set<() => void>()
const tell = (): void => {
  for (const heard of listeners) heard()
}

const addressInBar = (today: string): PlannerAddress => {
  const { search } = window.location
  if (read?.search !== search || read.today !== today) read = { search, today, address: readAddress(search, today) }
  return read.address
}
const shown = (today: string): PlannerAddress => ahead?.address ?? addressInBar(today)

const follow = (): void => {
  if (!ahead) return
  const { today, address } = ahead
  const written = writeAddress(address)
  ahead = undefined
  // The same object, so that what is shown is not drawn again.
  read = { search: written.slice(written.indexOf('?')), today, address }
  navigate(written)
}
const addressChanged = (): void => {
  ahead = undefined
  tell()
}

const subscribe = (heard: () => void): (() => void) => {
  if (listeners.size === 0) for (const event of ADDRESS_EVENTS) window.addEventListener(event, addressChanged)
  listeners.add(heard)
  return () => {
    listeners.delete(heard)
    if (listeners.size > 0) return
    // Whoever leaves the planner leaves by an address of their own; a step that was about to be written is over.
    ahead = undefined
    for (const event of ADDRESS_EVENTS) window.removeEventListener(event, addressChanged)
  }
}

/** What is shown. The same object as long as it is the same. */
export const usePlannerAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => shown(today))

/** What the address bar says: for what may be drawn when the lessons of a step have been painted. */
export const useFollowingAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => addressInBar(today))

/**
 * Goes on from what is shown. Asks for it itself, so that buttons need not be drawn again whenever it changes.
 * A step back in the browser leads to where one was.
 */
export const goTo = (today: string, next: (now: PlannerAddress) => PlannerAddress): void => {
  const address = next(shown(today))
  follow()
  ahead = { today, address }
  tell()
  // A task after the next frame. A hidden page has no frames: there the timer alone does it.
  if (document.hidden) setTimeout(follow)
  else requestAnimationFrame(() => setTimeout(follow))
}
