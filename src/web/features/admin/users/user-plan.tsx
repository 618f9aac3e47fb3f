import { Check, CircleAlert, CircleHelp, Clock, Hourglass, type LucideIcon } from 'lucide-react'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { type Clock as Now, planWords } from './user-words.ts'

const ICONS: Record<string, LucideIcon> = {
  TRIAL: Clock,
  TRIALEXPIRED: Hourglass,
  PROTEACHERACTIVE: Check,
  PROTEACHEREXPIRED: CircleAlert,
}

/** A user's trial or plan, as an icon and words. */
export const UserPlan = ({ user, clock }: { user: ListedUser; clock: Now }) => {
  const Icon = ICONS[user.subscriptionStatus] ?? CircleHelp
  return (
    <span className="inline-flex items-center gap-[7px] align-middle">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {planWords(user, clock)}
    </span>
  )
}
