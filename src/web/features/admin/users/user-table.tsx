import { clsx } from 'clsx'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { formatNumber } from '#web/features/admin/figures.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { UserMenu } from './user-menu.tsx'
import { UserPlan } from './user-plan.tsx'
import { aiShare, type Clock, dayWords } from './user-words.ts'

type RowProps = { user: ListedUser; isOpen: boolean; clock: Clock; onOpen: (userId: string) => void }

/** A user's name and email, which open that user's page. */
const UserName = ({ user: { id, displayName, email, isAdmin }, isOpen, onOpen }: RowProps) => {
  const name = displayName?.trim()
  return (
    <button
      type="button"
      data-person={id}
      aria-expanded={isOpen}
      onClick={() => onOpen(id)}
      className="group/name -mx-2 block max-w-full text-ink rounded-control px-2 py-1 text-left leading-snug small:min-h-11"
    >
      <span className="block">
        <strong className={clsx('wrap-anywhere group-hover/name:underline', name ? 'font-semibold' : 'font-medium text-ink-soft italic')}>
          {name || 'No Name'}
        </strong>
        {isAdmin && <span className="ml-2 text-small font-medium text-ink-soft">Admin</span>}
      </span>
      <span className="block text-caption wrap-anywhere text-ink-soft">{email}</span>
    </button>
  )
}

/** The used share of the month's AI, with the word AI if the user has the add-on. */
const AiUsage = ({ user }: { user: ListedUser }) => (
  <span>
    {user.aiFeatureFlag && <span className="mr-1.5 text-small">AI</span>}
    {aiShare(user)}
  </span>
)

type UserTableProps = {
  label: string
  users: readonly ListedUser[]
  /** Whether to show the AI usage column. */
  hasUsage: boolean
  /** ID of the user whose page is open. */
  person: string | null
  onOpen: (userId: string) => void
}

const cell = 'border-t border-line px-3 py-0.5 whitespace-nowrap text-ink-soft first:pl-4'
/** On wide screens, the headings stay in view below the dashboard's head. */
const heading =
  'wide:sticky wide:top-(--admin-head) bg-sunken px-3 py-2 text-left text-small font-semibold whitespace-nowrap text-ink-soft first:rounded-tl-card first:pl-4 last:rounded-tr-card'
const number = 'text-right'

/** A table of users. On phones, each user is a row with the plan below the email. */
export const UserTable = ({ label, users, hasUsage, person, onOpen }: UserTableProps) => {
  const { timezone } = useUser()
  const now = useNow()
  const isPhone = useMedia(PHONE)
  const clock = { timezone, now }
  const rows = users.map((user) => ({ user, isOpen: user.id === person, clock, onOpen }))
  if (isPhone)
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <UserCard key={row.user.id} {...row} />
        ))}
      </ul>
    )
  // The open user's page shows the same facts, and takes the room of these columns.
  const isShort = person !== null
  return (
    <div className="narrow:overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse text-control tabular">
        <thead>
          <tr>
            <th className={clsx(heading, 'w-[30%] narrow:w-[42%]')}>User</th>
            <th className={clsx(heading, 'w-[18%]')}>Status</th>
            <th className={clsx(heading, 'w-[18%] small:hidden')}>School</th>
            {!isShort && <th className={clsx(heading, number, 'narrow:hidden')}>Credits</th>}
            {hasUsage && <th className={clsx(heading, number)}>AI Usage</th>}
            {!isShort && <th className={clsx(heading, 'narrow:hidden')}>Created</th>}
            <th className={heading}>Last here</th>
            <th className={clsx(heading, 'w-14')}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <UserRow key={row.user.id} {...row} hasUsage={hasUsage} isShort={isShort} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const UserRow = ({ hasUsage, isShort, ...row }: RowProps & { hasUsage: boolean; isShort: boolean }) => {
  const { user, isOpen, clock } = row
  return (
    <tr className={clsx(isOpen && 'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)]')}>
      <td className={clsx(cell, 'whitespace-normal!')}>
        <UserName {...row} />
      </td>
      <td className={cell}>
        <UserPlan user={user} clock={clock} />
      </td>
      <td className={clsx(cell, 'small:hidden')}>
        <span className="block max-w-[220px] truncate" title={user.schoolName ?? undefined}>
          {user.schoolName ?? '–'}
        </span>
      </td>
      {!isShort && <td className={clsx(cell, number, 'narrow:hidden')}>{formatNumber(user.referralCredits)}</td>}
      {hasUsage && (
        <td className={clsx(cell, number)}>
          <AiUsage user={user} />
        </td>
      )}
      {!isShort && (
        <td className={clsx(cell, 'narrow:hidden')}>{formatDay(todayIn(clock.timezone, Date.parse(user.createdAt)), 'medium')}</td>
      )}
      <td className={cell}>{user.lastSeenAt ? dayWords(user.lastSeenAt, clock) : '–'}</td>
      <td className="border-t border-line pr-2 text-right">
        <UserMenu user={user} onOpen={row.onOpen} />
      </td>
    </tr>
  )
}

const UserCard = (row: RowProps) => {
  const { user, isOpen, clock, onOpen } = row
  return (
    <li className={clsx('flex items-center gap-2 py-2 pr-2 pl-4', isOpen && 'bg-brand-soft')}>
      <div className="min-w-0 flex-1">
        <UserName {...row} />
        <p className="flex flex-wrap gap-x-3 text-caption text-ink-soft">
          <UserPlan user={user} clock={clock} />
          {user.lastSeenAt && <span>Last here: {dayWords(user.lastSeenAt, clock)}</span>}
        </p>
      </div>
      <UserMenu user={user} onOpen={onOpen} />
    </li>
  )
}
