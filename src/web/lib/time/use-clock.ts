import { useSyncExternalStore } from 'react'
import { timeIn } from '#shared/dates.ts'

const MINUTE_MS = 60_000

/**
 * Calls the listener at the start of each minute and when the page becomes visible, such as after sleep. Returns an unsubscribe function.
 */
const eachMinute = (listener: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
  }
  const tick = () => {
    listener()
    wait()
  }
  wait()
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}
const never = () => () => undefined

/**
 * Returns the result of `read` for the current time (`HH:mm`) in a time zone, updated each minute. Re-renders only when the result changes.
 * Returns an empty string while `isOn` is false.
 */
export const useClock = (timezone: string, read: (time: string) => string, isOn = true): string =>
  useSyncExternalStore(isOn ? eachMinute : never, () => (isOn ? read(timeIn(timezone, Date.now())) : ''))
