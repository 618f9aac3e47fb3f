import { Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatTime, timeIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { maintenance } from '#web/lib/net/maintenance.ts'
import { useStore } from '#web/lib/store.ts'

/** Returns an element above the whole app, so that its content pushes the page down instead of covering it. */
const usePlaceAbove = (): HTMLElement => {
  const [place] = useState(() => document.createElement('div'))
  useEffect(() => {
    document.body.prepend(place)
    // The page below is as much shorter (app-shell.tsx), so that it doesn't scroll for the banner's sake.
    const observer = new ResizeObserver(() => document.body.style.setProperty('--banner', `${place.offsetHeight}px`))
    observer.observe(place)
    return () => {
      observer.disconnect()
      document.body.style.removeProperty('--banner')
      place.remove()
    }
  }, [place])
  return place
}

/**
 * Announces that saving is paused, with the message from the admin who turned on Maintenance Mode. Disappears at the announced end time.
 */
export const MaintenanceBanner = () => {
  const { timezone, preferences } = useUser()
  const on = useStore(maintenance)
  const place = usePlaceAbove()
  useEffect(() => {
    if (!on) return undefined
    const end = setTimeout(() => maintenance.set(null), Math.max(0, Date.parse(on.until) - Date.now()))
    return () => clearTimeout(end)
  }, [on])
  useEffect(() => {
    // Otherwise, elements positioned at the page's corner would overlap the banner.
    const page = document.getElementById('root')
    page?.classList.toggle('relative', on !== null)
    return () => page?.classList.remove('relative')
  }, [on])
  const until = on && formatTime(timeIn(timezone, Date.parse(on.until)), preferences.timeFormat).replace(' ', '\u00a0')
  return createPortal(
    <div role="status">
      {on && (
        <div className="flex items-start gap-3 bg-brass-soft px-6 py-3 text-small text-brass-ink small:px-4">
          <Wrench className="mt-0.5 size-4 shrink-0" />
          <p>
            <strong className="font-semibold">{on.words}</strong> Saving is paused until {until}. Keep this page open.
          </p>
        </div>
      )}
    </div>,
    place,
  )
}
