import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { type Shown, useToasts } from './toast-store.ts'

/**
 * Renders the toasts from `showToast` (toast-store.ts). Mount it once. The toast UI loads when the browser is idle or when the first toast
 * appears. If loading fails, such as while offline, shows the plain text.
 */
export const Toaster = () => {
  const toasts = useToasts()
  const shown = toasts.at(-1)
  const [Region, setRegion] = useState<ComponentType<{ toasts: readonly Shown[] }>>()
  useEffect(() => {
    if (Region) return undefined
    const fetchRegion = () => {
      import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        // Falls back to plain text. The next toast retries the load.
        () => undefined,
      )
    }
    if (!shown) return whenIdle(fetchRegion)
    fetchRegion()
    return undefined
  }, [Region, shown])

  if (Region) return <Region toasts={toasts} />
  if (!shown) return null
  return (
    // A strip at the end of the page, so that it doesn't permanently cover any content. It has no buttons, so clicks pass through it.
    <div role="alert" data-toast="" className="pointer-events-none sticky bottom-0 z-60 border-t border-line bg-surface p-3.5">
      <p className="font-semibold">{shown.message.title}</p>
      {shown.message.description && <p className="text-ink-soft">{shown.message.description}</p>}
    </div>
  )
}
