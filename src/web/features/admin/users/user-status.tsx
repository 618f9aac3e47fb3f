import { clsx } from 'clsx'
import { Check, CircleAlert, CircleHelp, Clock, type LucideIcon, TimerOff } from 'lucide-react'

const STATES: Record<string, { label: string; Icon: LucideIcon; look: string }> = {
  TRIAL: { label: 'Trial', Icon: Clock, look: 'bg-brass-soft text-brass-ink' },
  TRIALEXPIRED: { label: 'Trial Expired', Icon: TimerOff, look: 'bg-sunken text-ink-soft' },
  PROTEACHERACTIVE: { label: 'Pro Active', Icon: Check, look: 'bg-note-soft text-note' },
  PROTEACHEREXPIRED: { label: 'Pro Expired', Icon: CircleAlert, look: 'bg-blocked-soft text-blocked' },
}

const badge = 'inline-flex items-center gap-1.5 rounded-full py-0.5 pr-2.5 pl-2 text-small font-semibold whitespace-nowrap'

/** The status of a user's trial or plan. Shows unknown statuses unchanged. */
export const UserStatus = ({ status }: { status: string }) => {
  const { label, Icon, look } = STATES[status] ?? { label: status, Icon: CircleHelp, look: 'bg-sunken text-ink-soft' }
  return (
    <span className={clsx(badge, look)}>
      <Icon className="size-[13px]" />
      {label}
    </span>
  )
}

export const PersonBadge = ({ Icon, children }: { Icon: LucideIcon; children: string }) => (
  <span className={clsx(badge, 'bg-brand-soft text-brand')}>
    <Icon className="size-[13px]" />
    {children}
  </span>
)
