import { USER_ORDERS } from '#shared/admin/users/contract.ts'
import { goToAdminTab } from '#web/features/admin/admin-tab.ts'
import { USER_STATUSES, type UserFilter } from './data.ts'

const VIEWS = ['all', 'search', 'schools'] as const
export type UsersView = (typeof VIEWS)[number]

/** The state of the Users tab, as encoded in its URL. */
export type UsersPlace = UserFilter & { view: UsersView; page: number; person: string | null }

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Parses the URL's query string. Missing or invalid parameters fall back to their defaults. */
export const readUsersPlace = (search: string): UsersPlace => {
  const asked = new URLSearchParams(search)
  const page = Number(/^[1-9]\d{0,8}$/.exec(asked.get('page') ?? '')?.[0] ?? 1)
  const person = ID.exec(asked.get('person') ?? '')?.[0] ?? null
  const oneOf = <Value extends string>(values: readonly Value[], name: string) => values.find((value) => value === asked.get(name))
  return {
    view: oneOf(VIEWS, 'view') ?? 'all',
    page,
    person,
    status: oneOf(USER_STATUSES, 'status'),
    order: oneOf(USER_ORDERS, 'order') ?? 'newest',
  }
}

/** Navigates to this state and adds a history entry. */
export const goToUsers = ({ view, page, person, status, order }: UsersPlace): void =>
  goToAdminTab('users', {
    ...(view !== 'all' && { view }),
    ...(view === 'all' && page > 1 && { page: String(page) }),
    ...(status !== undefined && { status }),
    ...(order !== 'newest' && { order }),
    ...(person !== null && { person }),
  })
