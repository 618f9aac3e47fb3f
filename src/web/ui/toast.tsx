import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { type Shown, useToasts } from './toast-store.ts'

/**
 * Shows what `showToast` (toast-store.ts) is given. Put it on the page once. What draws toasts comes when the browser is
 * idle or the first one is due; if that fails (offline by then), the text is shown without it.
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
        // The plain text is shown instead, and the next toast tries again.
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
    // A strip at the end of the page, so that it covers nothing for good. It has no buttons: presses go through it.
    <div role="alert" data-toast="" className="pointer-events-none sticky bottom-0 z-60 border-t border-line bg-surface p-3.5">
      <p className="font-semibold">{shown.message.title}</p>
      {shown.message.description && <p className="text-ink-soft">{shown.message.description}</p>}
    </div>
  )
}
