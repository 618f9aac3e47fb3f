import { useEffect } from 'react'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { drawRest } from '#web/lib/device/kept.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type NotOnDeviceProps = { view: 'week' | 'day'; today: string; isBusy: boolean; onRetry: () => void }

/** Shown instead of a week that doesn't open without a network. */
export const NotOnDevice = ({ view, today, isBusy, onRetry }: NotOnDeviceProps) => {
  // The device may have it: the page forgets weeks that changed elsewhere.
  useEffect(() => void drawRest(), [])
  return (
    <div role="alert">
      <EmptyState
        className="py-16"
        title={`This ${view} isn’t on this device.`}
        description="It opens when the network is back."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button busy={isBusy} onClick={onRetry}>
              Try again
            </Button>
            <Button variant="solid" onClick={() => goTo(today, (now) => ({ ...now, date: today }))}>
              Back to today
            </Button>
          </div>
        }
      />
    </div>
  )
}
