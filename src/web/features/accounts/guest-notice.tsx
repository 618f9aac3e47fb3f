import { clsx } from 'clsx'
import { navigate } from 'wouter/use-browser-location'
import { GUEST_DAYS } from '#shared/accounts/rules.ts'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { Button } from '#web/ui/button.tsx'

/** Says how long a guest's planner is kept and offers to sign up. */
export const GuestNotice = ({ className }: { className?: string }) =>
  useUser().isGuest && (
    <p
      className={clsx(
        className,
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-sunken py-1 pr-1 pl-3.5 text-label text-ink-soft',
      )}
    >
      <span className="min-w-[24ch] flex-1">You are trying Firstbell. Your plan is kept for {GUEST_DAYS} days. Sign up to keep it.</span>
      <Button size="sm" onClick={() => navigate(SIGN_UP_ADDRESS)}>
        Sign Up
      </Button>
    </p>
  )
