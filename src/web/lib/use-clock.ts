import { useSyncExternalStore } from 'react'
import { timeIn } from '#shared/dates.ts'

const MINUTE_MS = 60_000

/** Calls back as each minute begins, and when a computer that slept is looked at again. Returns how to stop. */
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
 * Returns what `read` makes of the wall clock of a zone (`HH:mm`), followed minute by minute: drawn again only when that
 * changes. A clock that is off returns an empty text.
 */
export const useClock = (timezone: string, read: (time: string) => string, isOn = true): string =>
  useSyncExternalStore(isOn ? eachMinute : never, () => (isOn ? read(timeIn(timezone, Date.now())) : ''))
