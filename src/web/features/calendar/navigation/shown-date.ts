/**
 * Tracks the displayed week or day and keeps the URL in sync.
 *
 * 1. The screen changes immediately. The URL is updated after the paint, because an earlier update would delay the frame.
 * 2. Each step is a browser history entry, in order. If the URL doesn't reflect a step yet when the next one starts, the pending step is
 *    written first.
 * 3. Any other URL change (Back, Forward, a link) determines the displayed week or day.
 */
import { useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { createStore } from '#web/lib/store.ts'
import { type PlannerAddress, readAddress, writeAddress } from './planner-url.ts'

/** Native navigation events, and the events that wouter dispatches on the window. */
const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState', 'hashchange']

/**
 * The planner state that was read from the URL, by today's date. At midnight, some components already have the new date. Each must keep
 * getting the same object, or they would render each other forever.
 */
const read = createStore<{ search: string; addresses: ReadonlyMap<string, PlannerAddress> }>({ search: '', addresses: new Map() })
/** The planner state that is already displayed but not yet in the URL. */
const ahead = createStore<{ today: string; address: PlannerAddress } | undefined>(undefined)

const addressInBar = (today: string): PlannerAddress => {
  const { search } = window.location
  const before = read.get()
  const addresses = before.search === search ? before.addresses : new Map<string, PlannerAddress>()
  const known = addresses.get(today)
  if (known) return known
  const address = readAddress(search, today)
  read.set({ search, addresses: new Map(addresses).set(today, address) })
  return address
}
const shown = (today: string): PlannerAddress => ahead.get()?.address ?? addressInBar(today)

const follow = (): void => {
  const next = ahead.get()
  if (!next) return
  const written = writeAddress(next.address)
  // If the teacher has left the planner, the step is dropped.
  if (written.startsWith(`${window.location.pathname}?`)) {
    // Reuse the same state object, so that nothing re-renders.
    read.set({ search: written.slice(written.indexOf('?')), addresses: new Map([[next.today, next.address]]) })
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

/** Returns the displayed planner state. Returns the same object until the state changes. */
export const usePlannerAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => shown(today))

/** Returns the planner state from the URL, for components that can render after a step's lessons are painted. */
export const useFollowingAddress = (today: string): PlannerAddress => useSyncExternalStore(subscribe, () => addressInBar(today))

/**
 * Navigates relative to the displayed planner state. Reads the current state itself, so that buttons don't re-render whenever the state
 * changes. Back returns to the previous view. Navigating to the current state adds no history entry.
 */
export const goTo = (today: string, next: (now: PlannerAddress) => PlannerAddress): void => {
  const address = next(shown(today))
  if (writeAddress(address) === writeAddress(shown(today))) return
  follow()
  ahead.set({ today, address })
  // Runs in a task after the next frame. A hidden page renders no frames, so it uses only the timer.
  if (document.hidden) setTimeout(follow)
  else requestAnimationFrame(() => setTimeout(follow))
}
