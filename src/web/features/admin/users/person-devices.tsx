import { Laptop, Smartphone, Tablet } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { deviceOf } from '#shared/sign-in/sessions/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { endDevices } from './data.ts'
import { dayWords } from './user-words.ts'

const DeviceIcon = ({ userAgent }: { userAgent: string | null }) => {
  const Icon = /iPad/.test(userAgent ?? '') ? Tablet : /iPhone|Android/.test(userAgent ?? '') ? Smartphone : Laptop
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
}

/** A user's signed-in devices, each with a sign-out button. */
export const PersonDevices = ({ person: { id: userId, devices } }: { person: Person }) => {
  const { timezone } = useUser()
  const clock = { timezone, now: useNow() }
  const [ending, setEnding] = useState<string | null>(null)
  const signOut = (sessionId: string) => {
    setEnding(sessionId)
    void report(() => endDevices(userId, sessionId), {
      done: () => ({ title: 'Device signed out' }),
      failed: (reason) => ({ title: 'Failed to sign out the device', description: reason }),
    }).finally(() => setEnding(null))
  }
  if (devices.length === 0) return <p className="text-ink-soft">No active devices</p>
  return (
    <ul className="grid gap-1">
      {devices.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
        <li key={id} className="flex items-center gap-3">
          <DeviceIcon userAgent={userAgent} />
          <span className="min-w-0 flex-1 leading-snug">
            <strong className="block font-medium">{deviceOf(userAgent)}</strong>
            <span className="block text-small text-ink-soft">
              {isCurrent ? 'This device' : dayWords(lastSeenAt, clock)} · signed in{' '}
              {formatDay(todayIn(timezone, Date.parse(createdAt)), 'monthDay')}
            </span>
          </span>
          {!isCurrent && (
            <Button
              variant="ghost"
              size="sm"
              className="-mr-2"
              busy={ending === id}
              aria-label={`Sign out ${deviceOf(userAgent)}`}
              onClick={() => signOut(id)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
