import { useEffect, useState } from 'react'

/** Milliseconds in which nobody types on. */
const PAUSE_MS = 150

/** A text once nothing has been typed for a moment. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
