import { clsx } from 'clsx'
import { Check, CloudOff, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { openOutbox, sendNow } from '#web/features/calendar/days/outbox/outbox.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const CHECK = <Check className="size-3.5 shrink-0 text-note" />
const SPINNER = <Spinner className="size-3.5 shrink-0" />
const OFF = <CloudOff className="size-4 shrink-0 text-brass-ink" />
// On phones, the words need its place.
const UNSENT = <CloudOff className="size-4 shrink-0 text-brass-ink phone:hidden" />
const RETRY = <RotateCw className="size-4" />
const OFFLINE = (
  <>
    Offline<span className="@max-[1000px]:hidden">. Keep working.</span>
  </>
)

/**
 * The save status, announced politely: saving, waiting for the server (with Retry), or saved. Also indicates that the
 * browser is offline when there's nothing to save, so that the teacher knows before typing.
 */
export const SaveIndication = () => {
  useEffect(() => void openOutbox(), [])
  const { saving, unreached, waiting, savedAt } = useSaveStatus()
  const isOnline = useOnline()
  // A save never changes a viewed calendar, so 'Saved' isn't shown there. Unsaved changes show on every calendar.
  const { isViewed } = useCalendar()
  // A day's later changes wait for the first one that couldn't be sent.
  const unsent = unreached > 0 ? Math.max(saving, unreached) : 0
  const [icon, text] =
    unsent > 0
      ? [UNSENT, `Not yet sent: ${unsent}`]
      : saving > 0
        ? [SPINNER, 'Saving…']
        : !isOnline
          ? [OFF, OFFLINE]
          : savedAt !== null && !isViewed
            ? [CHECK, 'Saved']
            : []
  return (
    // Fills the bar's remaining space regardless of the text length, so that adjacent controls don't move.
    <div
      data-notice={unsent > 0 ? 'unsent' : isOnline ? undefined : 'offline'}
      className="flex min-w-0 flex-1 items-center justify-end gap-1 text-label text-ink-soft tabular"
    >
      <p role="status" className={clsx('flex min-w-0 items-center gap-1.5', unsent > 0 && 'font-semibold text-brass-ink')}>
        {icon}
        <span className="truncate">{text}</span>
      </p>
      {unsent > 0 && (
        <Button
          variant="ghost"
          size="sm"
          icon={RETRY}
          busy={waiting === 0}
          data-tip="Retry"
          className="w-[34px] px-0! touch:w-11"
          onClick={sendNow}
        >
          <span className="sr-only">Retry</span>
        </Button>
      )}
    </div>
  )
}
