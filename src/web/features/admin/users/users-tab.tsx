import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { NewSchool, SchoolsView } from '#web/features/admin/schools/schools-view.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AllUsers } from './all-users.tsx'
import { FoundCount, SearchUsers } from './search-users.tsx'
import { SEARCH_HINT, UserFilters } from './user-filters.tsx'
import { goToUsers, readUsersPlace, type UsersView } from './users-address.ts'

const VIEWS: { value: UsersView; label: string }[] = [
  { value: 'all', label: 'All Users' },
  { value: 'search', label: 'Search Users' },
  { value: 'schools', label: 'Schools' },
]

/** Moves focus back to a user's row after that user's page closes. */
const useFocusBack = (person: string | null): void => {
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const before = opened.current
    opened.current = person
    if (before === null || person !== null) return undefined
    const frame = requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-person="${before}"]`)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [person])
}

/** Lists and searches users and schools. The selected user's page opens next to the dashboard. */
export const UsersTab = () => {
  const place = readUsersPlace(useSearch())
  const { view, page, person } = place
  useFocusBack(person)
  const [typed, setTyped] = useState('')
  const [school, setSchool] = useState('')
  const open = (userId: string | null) => goToUsers({ ...place, person: userId })
  const type = (text: string) => {
    setTyped(text)
    if (view === 'all') goToUsers({ ...place, view: 'search' })
  }
  return (
    <Tabs
      label="Users"
      value={view}
      options={VIEWS}
      onChange={(chosen) => goToUsers({ ...place, view: chosen, page: 1, person: null })}
      beside={
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <SearchInput
            key={view === 'schools' ? 'schools' : 'users'}
            {...(view === 'schools'
              ? { label: 'Find a school', typed: school, onType: setSchool }
              : { label: SEARCH_HINT, typed, onType: type })}
            className={clsx('max-w-[480px] min-w-[210px] flex-1 phone:max-w-none', view !== 'schools' && 'phone:basis-full')}
          />
          {view === 'all' && <UserFilters filter={place} onChange={(filter) => goToUsers({ ...place, ...filter, page: 1 })} />}
          {view === 'search' && <FoundCount typed={typed} />}
          {view === 'schools' && <NewSchool />}
        </div>
      }
    >
      <div className="mt-2.5 rounded-card border border-line bg-surface shadow-card">
        {view === 'all' && (
          <AllUsers page={page} filter={place} onPage={(to) => goToUsers({ ...place, page: to })} person={person} onOpen={open} />
        )}
        {view === 'schools' && <SchoolsView typed={school} />}
        {view === 'search' && <SearchUsers typed={typed} person={person} onOpen={open} />}
      </div>
    </Tabs>
  )
}
