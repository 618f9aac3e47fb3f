import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * Returns the current time in epoch milliseconds, updated each minute. A planner may stay open for days, and a trial may end in the
 * meantime.
 */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, MINUTE_MS)
    // Timers don't run while the computer sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
