import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { initialsOf, nameOf, statusLineOf } from '#web/features/people/person.ts'
import { useNow } from '#web/lib/time/use-now.ts'

/** The user's name and account status. */
export const AccountWords = ({ user, className }: { user: User; className?: string }) => {
  const status = statusLineOf(user, useNow())
  return (
    <span className={className}>
      <strong className="block truncate font-semibold">{nameOf(user)}</strong>
      <span className={clsx('block truncate text-small', status.isEnded ? 'font-medium text-blocked' : 'text-brass-ink')}>
        {status.text}
      </span>
    </span>
  )
}

/** The account button. Shows only the picture if the sidebar is collapsed or missing. */
export const ProfileChip = ({ user, ...button }: { user: User } & ComponentProps<'button'>) => (
  <button
    {...button}
    type="button"
    data-tutorial="settings"
    aria-label={`Account: ${nameOf(user)}`}
    className="flex items-center gap-[11px] rounded-full text-left transition-colors duration-150 hover:bg-sunken wide:w-full wide:rounded-card wide:border wide:border-line wide:p-2.5 strip:w-auto strip:rounded-full strip:border-0 strip:p-0"
  >
    {user.profileImage ? (
      <img src={user.profileImage} alt="" className="size-[38px] shrink-0 rounded-full object-cover small:size-11" />
    ) : (
      <span
        aria-hidden="true"
        className="grid size-[38px] shrink-0 place-items-center rounded-full bg-brass-soft text-label font-bold text-brass-ink small:size-11"
      >
        {initialsOf(user)}
      </span>
    )}
    <AccountWords user={user} className="hidden min-w-0 flex-1 wide:block strip:hidden" />
    <ChevronRight className="hidden size-4 shrink-0 text-ink-soft wide:block strip:hidden" />
  </button>
)
