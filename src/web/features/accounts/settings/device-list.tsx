import { MonitorSmartphone } from 'lucide-react'
import { formatDay, todayIn } from '#shared/dates.ts'
import { deviceOf } from '#shared/sign-in/sessions/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { useDevices, useEndDevices } from '#web/features/sign-in/data.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { report } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const DEVICE = <MonitorSmartphone className="size-5 shrink-0 text-ink-soft" />

/** Lists the account's sessions, each with a button to sign it out. */
export const DeviceList = () => {
  const { timezone } = useUser()
  const { data, error, isFetching, refetch } = useDevices()
  const end = useEndDevices()
  const signOut = (id: string | null) =>
    void report(() => end.mutateAsync(id), { failed: (reason) => ({ title: 'Failed to sign out the device', description: reason }) })
  const dayOf = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'medium')
  return (
    <section aria-labelledby="devices" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="devices" className="flex-1 text-large">
          Signed-in devices
        </h3>
        {data && data.length > 1 && (
          <Button size="sm" busy={end.isPending} onClick={() => signOut(null)}>
            Sign out other devices
          </Button>
        )}
      </div>
      {error && (
        <ErrorState title="Couldn’t load your devices" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-14" />}
      <ul className="divide-y divide-line">
        {data?.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            {DEVICE}
            <span className="min-w-0 flex-1">
              <strong className="block font-semibold">{deviceOf(userAgent)}</strong>
              <span className="block text-caption text-ink-soft">
                {isCurrent ? 'This device' : `Last used ${dayOf(lastSeenAt)}`} · signed in {dayOf(createdAt)}
              </span>
            </span>
            {!isCurrent && (
              <Button size="sm" aria-label={`Sign out ${deviceOf(userAgent)}`} disabled={end.isPending} onClick={() => signOut(id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
