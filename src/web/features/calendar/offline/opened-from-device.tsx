import { HardDrive } from 'lucide-react'
import { useEffect } from 'react'
import { keptRange, keptWords } from '#web/features/calendar/days/device/kept-range.ts'
import { useSession, useUser } from '#web/features/people/data.ts'
import { isFromDevice, keptWeeks } from '#web/lib/device/kept.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { useStore } from '#web/lib/store.ts'

const RETRY_MS = 15_000

/** Asks the server until it answers, then refetches what is on screen. */
const refresh = async (): Promise<void> => {
  await queryClient.refetchQueries({ queryKey: SESSION_KEY }, { cancelRefetch: false })
  if (isFromDevice.get()) return
  await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated || state.status === 'error' })
}

/** The note at the bottom of a planner that opened without the server: which weeks it has, and from when. */
export const OpenedFromDevice = ({ today }: { today: string }) => {
  const { timezone, preferences } = useUser()
  const { error } = useSession()
  const weeks = useStore(keptWeeks)
  useEffect(() => {
    const ask = () => void refresh()
    // The first call may have failed before the planner was drawn. One that is on its way isn't repeated.
    ask()
    const timer = setInterval(ask, RETRY_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [])
  const range = weeks && keptRange(weeks, today)
  // The server may still answer.
  if (!error || !range) return null
  return (
    <div
      role="status"
      className="sticky bottom-[calc(12px+var(--docked,0px)+var(--above-bar,0px))] z-20 mx-5 mt-auto mb-4 flex max-w-[600px] items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 text-label text-ink-soft shadow-float small:mx-4 print:hidden"
    >
      <HardDrive className="size-4 shrink-0" />
      <p>
        <strong className="text-ink">Opened from this device.</strong>{' '}
        {keptWords(range, { timezone, timeFormat: preferences.timeFormat, today })} Other weeks open when the network is back.
      </p>
    </div>
  )
}
