import { Check, CloudOff } from 'lucide-react'
import { formatTime, timeIn } from '#shared/dates.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { retryNow } from '#web/features/calendar/days/retry-offline.ts'
import { useSaveStatus } from '#web/lib/save-status.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const CHECK = <Check aria-hidden="true" className="size-3.5 shrink-0 text-note" />
const SPINNER = <Spinner className="size-3.5 shrink-0" />
const OFF = <CloudOff aria-hidden="true" className="size-4 shrink-0 text-brass-ink" />

/**
 * How the saves stand, read out politely: on their way, kept until the server can be reached (with Retry), or when the
 * last one arrived. Offline is said even with nothing to send, before something is typed in vain.
 */
export const SaveIndication = () => {
  const { saving, unreached, waiting, savedAt } = useSaveStatus()
  const { timezone, preferences } = useUser()
  const isOnline = useOnline()
  // What was saved is not what is on screen there; what is not saved yet must be known everywhere.
  const { isViewed } = useCalendar()
  const [icon, text] =
    unreached > 0
      ? [OFF, isOnline ? 'Not saved yet – will be sent' : 'Offline – will be sent']
      : saving > 0
        ? [SPINNER, 'Saving…']
        : !isOnline
          ? [OFF, 'Offline']
          : savedAt !== null && !isViewed
            ? [CHECK, `Saved ${formatTime(timeIn(timezone, savedAt), preferences.timeFormat)}`]
            : []
  return (
    // Its place takes what the bar has left, whatever it says: nothing beside it moves.
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
