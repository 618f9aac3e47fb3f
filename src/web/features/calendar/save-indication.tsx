import { Check } from 'lucide-react'
import { formatTime } from '#shared/dates.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSaveStatus } from './save-status.ts'

/** The wall clock in a zone, as HH:mm. */
const clockIn = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)

/** 'Saving…' while something is on its way, then when it arrived. Read out politely. */
export const SaveIndication = () => {
  const { saving, savedAt } = useSaveStatus()
  const { timezone, preferences } = useUser()
  return (
    <p role="status" className="flex items-center gap-1.5 text-[13px] whitespace-nowrap text-ink-soft tabular small:-order-2">
      {saving > 0 && (
        <>
          <Spinner className="size-3.5" />
          Saving…
        </>
      )}
      {saving === 0 && savedAt !== null && (
        <>
          <Check aria-hidden="true" className="size-3.5 text-note" />
          {`Saved ${formatTime(clockIn(timezone, savedAt), preferences.timeFormat)}`}
        </>
      )}
    </p>
  )
}
