import { useEffect } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { askForBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { showDueAlerts } from './alerts.ts'

const MINUTE_MS = 60_000

/** Shows due alerts at the start of each minute and whenever the tab's visibility changes, for example after the computer wakes up. */
export const Alerts = ({ user }: { user: User }) => {
  const { name } = useOwnCalendar()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const open = (today: string, blockId: string) => {
      askForBlock(today, blockId)
      goTo(today, (now) => ({ ...now, date: today, calendar: name }))
    }
    const look = () => void showDueAlerts(user, open)
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
  }, [user, name])
  return null
}
