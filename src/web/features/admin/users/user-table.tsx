import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { formatNumber } from '#web/features/admin/figures.ts'
import { useUser } from '#web/features/people/data.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { AdminToggle } from './admin-toggle.tsx'
import { UserStatus } from './user-status.tsx'

type OpenProps = { user: ListedUser; isOpen: boolean; onOpen: (userId: string) => void }

/** A user's name, which opens that user's page. */
const UserName = ({ user: { id, displayName, email }, isOpen, onOpen }: OpenProps) => {
  const name = displayName?.trim()
  return (
    <button
      type="button"
      data-person={id}
      aria-expanded={isOpen}
      onClick={() => onOpen(id)}
      className="-mx-2 block max-w-full rounded-control px-2 py-1 text-left hover:underline small:min-h-11"
    >
      <strong className={clsx('block font-semibold wrap-anywhere', !name && 'text-ink-soft italic')}>{name || 'No Name'}</strong>
      <span className="block text-caption wrap-anywhere text-ink-soft">{email}</span>
    </button>
  )
}

const AiUsage = ({ aiFeatureFlag, monthlyTokenUsage }: ListedUser) => (
  <span className="inline-flex items-center gap-2">
    {aiFeatureFlag && <span className="rounded-small bg-brand-soft px-1.5 py-px text-small font-bold text-brand">AI</span>}
    {formatNumber(monthlyTokenUsage)}
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

const cell = 'border-t border-line px-3 py-1 whitespace-nowrap first:pl-4 last:pr-4'
const heading = 'bg-sunken px-3 py-2 text-left text-small font-semibold whitespace-nowrap text-ink-soft first:pl-4 last:pr-4'

/** A table of users. On phones, each row is a card. */
export const UserTable = ({ label, users, hasUsage, person, onOpen }: UserTableProps) => {
  const { timezone } = useUser()
  const isPhone = useMedia(PHONE)
  const createdOn = ({ createdAt }: ListedUser) => formatDay(todayIn(timezone, Date.parse(createdAt)), 'medium')
  const rows = users.map((user) => ({ user, isOpen: user.id === person, onOpen }))
  if (isPhone)
    return (
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <UserCard key={row.user.id} {...row} hasUsage={hasUsage} created={createdOn(row.user)} />
        ))}
      </ul>
    )
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse tabular">
        <thead>
          <tr>
            <th className={heading}>User</th>
            <th className={heading}>Status</th>
            <th className={heading}>Created</th>
            <th className={clsx(heading, 'text-right')}>Credits</th>
            {hasUsage && <th className={clsx(heading, 'text-right')}>AI Usage</th>}
            <th className={heading}>Admin</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ user, isOpen }) => (
            <tr key={user.id} className={clsx(isOpen && 'bg-brand-soft shadow-[inset_3px_0_0_var(--brand)]')}>
              <td className={clsx(cell, 'whitespace-normal! small:w-full')}>
                <UserName user={user} isOpen={isOpen} onOpen={onOpen} />
              </td>
              <td className={cell}>
                <UserStatus status={user.subscriptionStatus} />
              </td>
              <td className={cell}>{createdOn(user)}</td>
              <td className={clsx(cell, 'text-right')}>{formatNumber(user.referralCredits)}</td>
              {hasUsage && (
                <td className={clsx(cell, 'text-right')}>
                  <AiUsage {...user} />
                </td>
              )}
              <td className={cell}>
                <AdminToggle user={user} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt className="text-ink-soft">{label}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

const UserCard = ({ hasUsage, created, ...row }: OpenProps & { hasUsage: boolean; created: string }) => {
  const { user, isOpen } = row
  return (
    <li className={clsx('grid gap-2 px-4 py-3', isOpen && 'bg-brand-soft')}>
      <UserName {...row} />
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-caption tabular">
        <Fact label="Created">{created}</Fact>
        <Fact label="Credits">{formatNumber(user.referralCredits)}</Fact>
        {hasUsage && (
          <Fact label="AI Usage">
            <AiUsage {...user} />
          </Fact>
        )}
      </dl>
      <div className="flex items-center justify-between gap-2">
        <UserStatus status={user.subscriptionStatus} />
        <AdminToggle user={user} />
      </div>
    </li>
  )
}
