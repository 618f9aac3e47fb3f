import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { FOUND_AT_MOST } from '#shared/admin/users/contract.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { foundQuery } from './data.ts'
import { SEARCH_HINT } from './user-filters.tsx'
import { UserTable } from './user-table.tsx'

type OpenProps = { person: string | null; onOpen: (userId: string) => void }

/** The users whose email or name contains the typed text. */
export const SearchUsers = ({ typed, ...open }: OpenProps & { typed: string }) => {
  const text = useSettled(typed.trim())
  if (text === '') return <EmptyState icon={<UserSearch className="size-7" />} title="Search Users" description={`${SEARCH_HINT}.`} />
  return <Found text={text} {...open} />
}

const Found = ({ text, ...open }: OpenProps & { text: string }) => {
  const { data, error, isFetching, refetch } = useQuery(foundQuery(text))
  if (error) return <ErrorState title="Search failed" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlace label="Searching..." className="py-16" />
  if (data.length === 0)
    return (
      <p role="status" className="px-4 py-16 text-center wrap-anywhere text-ink-soft">
        No users found matching "{text}"
      </p>
    )
  return <UserTable label="Users found" users={data} hasUsage={false} {...open} />
}

/** How many users were found. Empty while there are none. */
export const FoundCount = ({ typed }: { typed: string }) => {
  const { data = [] } = useQuery(foundQuery(useSettled(typed.trim())))
  return (
    <p role="status" className="text-label text-ink-soft">
      {data.length === FOUND_AT_MOST
        ? `Showing the newest ${FOUND_AT_MOST}. Type more to find others.`
        : data.length > 0 && `${data.length} ${data.length === 1 ? 'user' : 'users'} found`}
    </p>
  )
}
