import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOnline } from '#web/lib/net/use-online.ts'

/** Why a plan made without the server lacks the student notes. */
export const NO_STUDENT_NOTES = 'Student notes need the network, so this plan won’t have them.'

/** Says what works without a network, and what doesn't. */
export const AwayNote = ({ children }: { children: ReactNode }) => {
  const isOnline = useOnline()
  return (
    <p role="status" className="flex gap-2.5 rounded-control bg-sunken px-3 py-2.5 text-label text-ink-soft">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      <span>
        <b className="font-semibold text-ink">{isOnline ? 'Firstbell isn’t responding.' : 'No network.'}</b> {children}
      </span>
    </p>
  )
}
