import { Check, CloudOff } from 'lucide-react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { retryNow } from '#web/features/calendar/days/retry-offline.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const CHECK = <Check className="size-3.5 shrink-0 text-note" />
const SPINNER = <Spinner className="size-3.5 shrink-0" />
const OFF = <CloudOff className="size-4 shrink-0 text-brass-ink" />

/**
 * The save status, announced politely: saving, waiting for the server (with Retry), or saved. Also indicates that the
 * browser is offline when there's nothing to save, so that the teacher knows before typing.
 */
export const SaveIndication = () => {
  const { saving, unreached, waiting, savedAt } = useSaveStatus()
  const isOnline = useOnline()
  // A save never changes a viewed calendar, so 'Saved' isn't shown there. Unsaved changes show on every calendar.
  const { isViewed } = useCalendar()
  const [icon, text] =
    unreached > 0
      ? [OFF, isOnline ? 'Not saved yet. Still trying.' : 'Offline. Will save later.']
      : saving > 0
        ? [SPINNER, 'Saving…']
        : !isOnline
          ? [OFF, 'Offline']
          : savedAt !== null && !isViewed
            ? [CHECK, 'Saved']
            : []
  return (
    // Fills the bar's remaining space regardless of the text length, so that adjacent controls don't move.
    <div className="flex min-w-0 flex-1 items-center justify-end gap-1.5 text-label text-ink-soft tabular">
      <p role="status" title={text} className="flex min-w-0 items-center gap-1.5">
        {icon}
        <span className="truncate">{text}</span>
      </p>
      {unreached > 0 && (
        <Button size="sm" busy={waiting === 0} onClick={retryNow}>
          Retry
        </Button>
      )}
    </div>
  )
}
