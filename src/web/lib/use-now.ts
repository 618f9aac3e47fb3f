import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Returns epoch milliseconds, followed minute by minute: a planner stays open for days, and a trial ends in between. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, MINUTE_MS)
    // A computer that slept has missed its minutes.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}
