import { useEffect } from 'react'
import { keepApp } from '#web/lib/device/kept-app.ts'

/** Keeps the app on this device once the planner has loaded. */
export const AppOnDevice = () => {
  useEffect(() => {
    // The browser refuses workers or is out of space, so the app needs the network, as on a first visit.
    keepApp().catch(() => undefined)
  }, [])
  return null
}
