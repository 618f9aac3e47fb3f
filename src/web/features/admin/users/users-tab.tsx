import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { SchoolsView } from '#web/features/admin/schools/schools-view.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AllUsers } from './all-users.tsx'
import { PersonPanel } from './person-panel.tsx'
import { SearchUsers } from './search-users.tsx'
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

/** Lists and searches users and schools. The selected user's page opens next to the list. */
export const UsersTab = () => {
  const place = readUsersPlace(useSearch())
  const { view, page, person } = place
  useFocusBack(person)
  const [typed, setTyped] = useState('')
  const open = (userId: string | null) => goToUsers({ ...place, person: userId })
  return (
    <Tabs
      label="Users"
      value={view}
      options={VIEWS}
      onChange={(chosen) => goToUsers({ view: chosen, page: 1, person: null })}
      beside={view === 'schools' ? '' : 'Newest first'}
    >
      <div className={clsx('mt-2.5 grid items-start gap-4', person !== null && 'wide:grid-cols-[minmax(0,1fr)_392px]')}>
        <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {view === 'all' && <AllUsers page={page} onPage={(to) => goToUsers({ ...place, page: to })} person={person} onOpen={open} />}
          {view === 'schools' && <SchoolsView />}
          {view === 'search' && <SearchUsers typed={typed} onType={setTyped} person={person} onOpen={open} />}
        </div>
        {person !== null && <PersonPanel userId={person} onClose={() => open(null)} />}
      </div>
    </Tabs>
  )
}
