import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { formatTime, timeIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { useOnline } from '#web/lib/net/use-online.ts'

/** Says since when there is no network, and that the teacher can go on. */
export const OutageLine = () => {
  const { timezone, preferences } = useUser()
  const isOnline = useOnline()
  const { unreached } = useSaveStatus()
  const isOut = !isOnline || unreached > 0
  const [since, setSince] = useState<number | null>(null)
  if (isOut !== (since !== null)) setSince(isOut ? Date.now() : null)
  if (since === null) return null
  const time = formatTime(timeIn(timezone, since), preferences.timeFormat)
  return (
    <p role="status" className="flex items-start gap-2 pb-2 text-label text-ink-soft">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      <span>
        {isOnline ? `Firstbell hasn’t responded since ${time}. ` : `No network since ${time}. `}
        {isSharedComputer() ? 'Keep working, and keep this page open.' : 'Keep working: it is kept here and sent when it can be.'}
      </span>
    </p>
  )
}
