import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { PAGE_SIZE } from '#shared/admin/users/contract.ts'
import { formatNumber } from '#web/features/admin/figures.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { type UserFilter, usersQuery } from './data.ts'
import { UserTable } from './user-table.tsx'

type AllUsersProps = {
  page: number
  filter: UserFilter
  onPage: (page: number) => void
  person: string | null
  onOpen: (userId: string) => void
}

/** All users who have signed up, one page at a time. */
export const AllUsers = ({ page, filter, onPage, ...open }: AllUsersProps) => {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(usersQuery(page, filter))
  if (error)
    return <ErrorState title="Couldn’t load users" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlace label="Loading users..." className="py-16" />
  const pages = Math.max(1, Math.ceil(data.total / PAGE_SIZE))
  const first = (page - 1) * PAGE_SIZE + 1
  const last = Math.min(page * PAGE_SIZE, data.total)
  return (
    <>
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
        <UserTable label="All Users" users={data.users} hasUsage {...open} />
      </div>
      <nav
        aria-label="Pages of users"
        className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-1.5 pr-3 pl-4 text-label text-ink-soft tabular phone:justify-between phone:px-4"
      >
        <span role="status" className="mr-auto phone:w-full">
          {first > last
            ? `No users on this page of ${formatNumber(data.total)} users`
            : `Showing ${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(data.total)} users`}
        </span>
        <Button size="sm" icon={<ChevronLeft className="size-4" />} disabled={page === 1} onClick={() => onPage(Math.min(page - 1, pages))}>
          Previous
        </Button>
        <span>
          Page {formatNumber(page)} of {formatNumber(pages)}
        </span>
        <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight className="size-4" />
        </Button>
      </nav>
    </>
  )
}
