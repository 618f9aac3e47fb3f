import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminSchools } from '#shared/admin/schools/contract.ts'
import { reloadPeople } from '#web/features/admin/data.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(adminSchools)
const SCHOOLS_KEY = ['admin', 'schools']

/** Schools whose name contains the search text, or all schools if the search text is empty. */
export const schoolsQuery = (text: string) =>
  queryOptions({
    queryKey: [...SCHOOLS_KEY, 'list', text],
    queryFn: () => api.listSchools({ query: text === '' ? {} : { q: text } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

export const schoolQuery = (schoolId: string) =>
  queryOptions({
    queryKey: [...SCHOOLS_KEY, 'one', schoolId],
    queryFn: () => api.school({ params: { schoolId } }),
    refetchOnMount: 'always',
  })

/**
 * Awaits a call, then refetches schools and users. Also refetches if the server refuses the call, because then the data on screen is stale.
 */
const andReload = async <Result>(call: Promise<Result>): Promise<Result> => {
  try {
    return await call
  } finally {
    void queryClient.invalidateQueries({ queryKey: SCHOOLS_KEY })
    reloadPeople()
  }
}

const of = (schoolId: string) => ({ params: { schoolId } })

export type NewSchool = { name: string; timezone: string }
export const openSchool = (school: NewSchool) => andReload(api.openSchool({ body: school }))
export const renameSchool = (schoolId: string, name: string) => andReload(api.renameSchool({ ...of(schoolId), body: { name } }))

type Member = { schoolId: string; userId: string }
export const setAdministrator = (member: Member, isAdministrator: boolean) =>
  andReload(api.setMember({ params: member, body: { isAdministrator } }))
export const removeMember = (member: Member) => andReload(api.removeMember({ params: member }))
export const inviteMember = async (schoolId: string, email: string): Promise<void> => {
  await andReload(api.inviteMember({ ...of(schoolId), body: { email } }))
}
export const withdrawInvitation = (schoolId: string, invitationId: string) =>
  andReload(api.withdrawMember({ params: { schoolId, invitationId } }))
