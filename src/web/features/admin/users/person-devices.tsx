import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { deviceOf } from '#shared/sign-in/sessions/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { endDevices } from './data.ts'

/** A user's signed-in devices, each with a sign-out button. */
export const PersonDevices = ({ person: { id: userId, devices } }: { person: Person }) => {
  const { timezone } = useUser()
  const [ending, setEnding] = useState<string | null>(null)
  const day = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'monthDay')
  const signOut = (sessionId: string) => {
    setEnding(sessionId)
    void report(() => endDevices(userId, sessionId), {
      done: () => ({ title: 'Device signed out' }),
      failed: (reason) => ({ title: 'Failed to sign out the device', description: reason }),
    }).finally(() => setEnding(null))
  }
  if (devices.length === 0) return <p className="text-ink-soft">No active devices</p>
  return (
    <ul className="grid gap-2">
      {devices.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
        <li key={id} className="flex items-center gap-3">
          <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
            <MonitorSmartphone className="size-[18px]" />
          </span>
          <span className="min-w-0 flex-1">
            <strong className="block font-semibold">{deviceOf(userAgent)}</strong>
            <span className="block text-caption text-ink-soft">
              {isCurrent ? (
                'This device'
              ) : (
                <>
                  Last seen <Instant at={lastSeenAt} />
                </>
              )}{' '}
              · signed in {day(createdAt)}
            </span>
          </span>
          {!isCurrent && (
            <Button size="sm" busy={ending === id} aria-label={`Sign out ${deviceOf(userAgent)}`} onClick={() => signOut(id)}>
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
