import { useEffect, useState } from 'react'
import { todayIn } from '#shared/dates.ts'

const LOOK_AGAIN_MS = 30_000

/** Returns today's date in the teacher's time zone. Updates at midnight, even if the computer was asleep then. */
export const useToday = (timezone: string): string => {
  const [today, setToday] = useState(() => todayIn(timezone, Date.now()))
  useEffect(() => {
    const look = () => setToday(todayIn(timezone, Date.now()))
    look()
    const timer = setInterval(look, LOOK_AGAIN_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [timezone])
  return today
}
