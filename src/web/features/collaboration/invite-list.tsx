import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'

type InviteListProps<Item> = {
  label: string
  query: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Shown when the list is empty. */
  empty: ReactNode
  children: (item: Item) => ReactNode
}

/** Lists invitations, or shows why they failed to load. */
export const InviteList = <Item,>({ label, query: { data, error, isFetching, refetch }, empty, children }: InviteListProps<Item>) => {
  if (!data && error)
    return <ErrorState title="Couldn’t load the list" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.length === 0) return empty
  return (
    <ul aria-label={label} className="mt-1.5 divide-y divide-line">
      {data.map(children)}
    </ul>
  )
}
