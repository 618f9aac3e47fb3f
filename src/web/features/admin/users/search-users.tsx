import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { FOUND_AT_MOST } from '#shared/admin/users/contract.ts'
import { useSettled } from '#web/features/search/use-settled.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { foundQuery } from './data.ts'
import { UserTable } from './user-table.tsx'

const HINT = 'Search by email, name, or domain (@example.com)'

type OpenProps = { person: string | null; onOpen: (userId: string) => void }

/** Searches users by email or name. */
export const SearchUsers = ({ typed, onType, ...open }: OpenProps & { typed: string; onType: (typed: string) => void }) => {
  const text = useSettled(typed.trim())
  return (
    <>
      <div className="relative p-3">
        <Search className="pointer-events-none absolute top-1/2 left-6 size-4 -translate-y-1/2 text-ink-soft" />
        <TextInput
          type="search"
          aria-label={HINT}
          placeholder={HINT}
          maxLength={100}
          autoComplete="off"
          className="pl-9"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      {text !== '' && <Found text={text} {...open} />}
    </>
  )
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
  return (
    <>
      <UserTable label="Users found" users={data} hasUsage={false} {...open} />
      <p role="status" className="border-t border-line px-4 py-2.5 text-label text-ink-soft">
        {data.length === FOUND_AT_MOST
          ? `Showing the newest ${FOUND_AT_MOST}. Type more to find others.`
          : `${data.length} ${data.length === 1 ? 'user' : 'users'} found`}
      </p>
    </>
  )
}
