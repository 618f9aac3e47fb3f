import { goToAdminTab } from '#web/features/admin/admin-tab.ts'

const VIEWS = ['all', 'search', 'schools'] as const
export type UsersView = (typeof VIEWS)[number]

/** The state of the Users tab, as encoded in its URL. */
export type UsersPlace = { view: UsersView; page: number; person: string | null }

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parses the URL's query string. Missing or invalid parameters fall back to their defaults. */
export const readUsersPlace = (search: string): UsersPlace => {
  const asked = new URLSearchParams(search)
  const page = Number(/^[1-9]\d{0,8}$/.exec(asked.get('page') ?? '')?.[0] ?? 1)
  const person = ID.exec(asked.get('person') ?? '')?.[0] ?? null
  return { view: VIEWS.find((view) => view === asked.get('view')) ?? 'all', page, person }
}

/** Navigates to this state and adds a history entry. */
export const goToUsers = ({ view, page, person }: UsersPlace): void =>
  goToAdminTab('users', {
    ...(view !== 'all' && { view }),
    ...(view === 'all' && page > 1 && { page: String(page) }),
    ...(person !== null && { person }),
  })
