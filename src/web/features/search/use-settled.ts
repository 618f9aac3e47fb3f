import { useEffect, useState } from 'react'

/** Debounce delay in milliseconds. */
const PAUSE_MS = 150

/** Returns the debounced text. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
