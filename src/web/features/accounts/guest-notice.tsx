import { clsx } from 'clsx'
import { navigate } from 'wouter/use-browser-location'
import { guestDaysLeft } from '#shared/accounts/rules.ts'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { RETENTION } from '#shared/retention.ts'
import { useUser } from '#web/features/people/data.ts'
import { daysOf } from '#web/features/people/person.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button } from '#web/ui/button.tsx'

/** Tells guests how long their planner is kept and offers to sign them up. */
export const GuestNotice = ({ className }: { className?: string }) => {
  const { isGuest, createdAt } = useUser()
  const days = guestDaysLeft(createdAt, useNow())
  if (!isGuest) return null
  return (
    <p
      className={clsx(
        className,
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken py-1 pr-1 pl-3.5 text-label text-ink-soft',
      )}
    >
      <span className="min-w-[24ch] flex-1">
        {days < RETENTION.guestDays
          ? `${daysOf(days)} left in your guest planner.`
          : `You’re trying out Firstbell. We’ll save your planner for ${daysOf(days)}.`}{' '}
        Sign up to keep it.
      </span>
      <Button size="sm" onClick={() => navigate(SIGN_UP_ADDRESS)}>
        Sign up
      </Button>
    </p>
  )
}
