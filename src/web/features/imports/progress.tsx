import { useEffect, useState } from 'react'
import './imports.css'

const PATIENCE_MS = 1000

/** Returns whether work has gone on for more than a second. */
export const useIsSlow = (isBusy: boolean): boolean => {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return undefined
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isBusy])
  return isSlow
}

/** A bar for work whose end isn't known. */
export const Progress = ({ label }: { label: string }) => <div role="progressbar" aria-label={label} className="import-progress" />
