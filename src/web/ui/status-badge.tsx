import { clsx } from 'clsx'
import { Check, Clock, X } from 'lucide-react'

const STATES = {
  waiting: { label: 'Waiting', Icon: Clock, look: 'bg-brass-soft text-brass-ink' },
  /** A school's invitation. */
  pending: { label: 'Pending', Icon: Clock, look: 'bg-brass-soft text-brass-ink' },
  accepted: { label: 'Accepted', Icon: Check, look: 'bg-note-soft text-note' },
  declined: { label: 'Declined', Icon: X, look: 'bg-sunken text-ink-soft' },
  open: { label: 'Open', Icon: Check, look: 'bg-note-soft text-note' },
  ended: { label: 'Ended', Icon: Clock, look: 'bg-sunken text-ink-soft' },
  /** Turned off before its end. */
  off: { label: 'Off', Icon: X, look: 'bg-sunken text-ink-soft' },
} as const

/** Shows the status of an invitation, a link, or a similar offer. */
export const StatusBadge = ({ status }: { status: keyof typeof STATES }) => {
  const { label, Icon, look } = STATES[status]
  return (
    <span
      className={clsx('inline-flex items-center gap-1.5 rounded-full py-0.5 pr-2.5 pl-2 text-small font-semibold whitespace-nowrap', look)}
    >
      <Icon aria-hidden="true" className="size-[13px]" />
      {label}
    </span>
  )
}
