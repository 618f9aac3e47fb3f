import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import { adminUsers, PAGE_SIZE, type UserOrder } from '#shared/admin/users/contract.ts'
import { reloadPeople, USERS_KEY } from '#web/features/admin/data.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'

const api = client(adminUsers)

export const USER_STATUSES = [
  'TRIAL',
  'TRIALEXPIRED',
  'PROTEACHERACTIVE',
  'PROTEACHEREXPIRED',
] as const satisfies readonly SubscriptionStatus[]

/** Which users are listed, and in which order. */
export type UserFilter = { status: SubscriptionStatus | undefined; order: UserOrder }

/** One page of users. The previous page remains on screen while this one loads. */
export const usersQuery = (page: number, { status, order }: UserFilter) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'page', page, status, order],
    queryFn: () => api.listUsers({ params: { page: String(page), pageSize: String(PAGE_SIZE) }, query: { status, order } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** Users whose email or name contains the search text. Disabled while the search text is empty. */
export const foundQuery = (text: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'found', text],
    queryFn: () => api.searchUsers({ query: { q: text } }),
    enabled: text !== '',
    gcTime: 0,
  })

export const personQuery = (userId: string) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'person', userId],
    queryFn: () => api.person({ params: { userId } }),
    refetchOnMount: 'always',
  })

/**
 * Awaits a call, then refetches the users on screen. Also refetches if the server refuses the call, because then the data on screen is
 * stale.
 */
const andReload = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } finally {
    reloadPeople()
  }
}

const of = (userId: string) => ({ params: { userId } })

/** Makes a user a platform admin, or removes that role. Admins who remove their own role lose access to the dashboard. */
export const setAdmin = async (userId: string, isAdmin: boolean, { isSelf }: { isSelf: boolean }): Promise<void> => {
  const call = api.setAdmin({ ...of(userId), body: { isAdmin } })
  if (!isSelf) return andReload(call)
  await call
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
}

/** The last days of the granted plan and of the granted add-on. Null revokes the grant. Undefined leaves it unchanged. */
export type Grant = { until?: string | null; aiUntil?: string | null }
export const grantPlan = (userId: string, grant: Grant) => andReload(api.grantPlan({ ...of(userId), body: grant }))

export const addCredit = (userId: string) => andReload(api.addCredit(of(userId)))

/** Sends a user a password reset link. */
export const sendLink = (userId: string) => andReload(api.sendPersonLink(of(userId)))

/** Signs a user out on one device, or on all devices if `sessionId` is null. */
export const endDevices = (userId: string, sessionId: string | null) =>
  andReload(sessionId === null ? api.endPersonSessions(of(userId)) : api.endPersonSession({ params: { userId, sessionId } }))

export const deletePerson = async (userId: string, email: string): Promise<void> => {
  await api.deletePerson({ ...of(userId), body: { email } })
  queryClient.removeQueries({ queryKey: personQuery(userId).queryKey })
  reloadPeople()
}
