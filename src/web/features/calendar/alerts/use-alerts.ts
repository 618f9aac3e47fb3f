import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { showDueAlerts } from './alerts.ts'

const MINUTE_MS = 60_000

/** Shows due alerts at the start of each minute and whenever the tab's visibility changes, for example after the computer wakes up. */
export const useAlerts = (user: User): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => void showDueAlerts(user)
    const tick = () => {
      look()
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS))
    }
    const begun = whenIdle(tick)
    document.addEventListener('visibilitychange', look)
    return () => {
      begun()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [user])
}
