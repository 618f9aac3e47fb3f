import { queryOptions } from '@tanstack/react-query'
import { schools } from '#shared/schools/contract.ts'
import { client } from '#web/lib/api.ts'
import { pressSwitch } from '#web/lib/press-switch.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'

const api = client(schools)
const SCHOOL_KEY = ['school']

/** Others invite, join and leave while this page is open: fetched when it is looked at. */
const lookedAt = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

/** The school that the person has joined, and the invitations that wait for them. */
export const mySchoolQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'mine'], queryFn: () => api.mySchool(), ...lookedAt })
/** When administrators looked; fetched each time it is shown. */
export const looksQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'looks'], queryFn: () => api.looks(), gcTime: 0 })
/** Who teaches at the school, for its administrators. */
export const teachersQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'teachers'], queryFn: () => api.teachers(), ...lookedAt })
export const invitationsQuery = queryOptions({
  queryKey: [...SCHOOL_KEY, 'invitations'],
  queryFn: () => api.schoolInvitations(),
  ...lookedAt,
})

/** Asks again for what is shown of the school and its people. */
export const reloadSchool = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SCHOOL_KEY })

/** Which school one belongs to has changed: who one is, and what lies over the days. */
const reloadMembership = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  // The page lets go of what one may see no more first.
  await new Promise((resolve) => setTimeout(resolve))
  await reloadSchool()
  void queryClient.invalidateQueries({ queryKey: ['calendar'] })
}

/** Does a call, and asks for the school as it is afterwards; also when it was refused, since something has changed meanwhile. */
const andReload = async (call: Promise<unknown>, reload: () => Promise<void>): Promise<void> => {
  try {
    await call
  } finally {
    void reload()
  }
}

const byId = (id: string) => ({ params: { id } })

export const joinSchool = (id: string) => andReload(api.acceptSchool(byId(id)), reloadMembership)
export const declineSchool = (id: string) => andReload(api.declineSchool(byId(id)), reloadSchool)
export const leaveSchool = () => andReload(api.leaveSchool(), reloadMembership)
export const inviteTeacher = (email: string) => andReload(api.inviteTeacher({ body: { email } }), reloadSchool)
export const withdrawInvitation = (id: string) => andReload(api.withdrawInvitation(byId(id)), reloadSchool)
export const removeTeacher = (id: string) => andReload(api.removeTeacher(byId(id)), reloadSchool)
/** `isSelf`: what oneself may do changes with it. */
export const setAdministrator = (id: string, isAdministrator: boolean, isSelf: boolean) =>
  andReload(api.setAdministrator({ ...byId(id), body: { isAdministrator } }), isSelf ? reloadMembership : reloadSchool)

const putShared = (includesStudentNotes: boolean): void =>
  void queryClient.setQueryData(mySchoolQuery.queryKey, (mine) =>
    mine?.school ? { ...mine, school: { ...mine.school, includesStudentNotes } } : mine,
  )

/** Says whether plans that administrators make may hold one's student notes. Shown at once, taken back when it fails. */
export const shareWithSchool = (includesStudentNotes: boolean): Promise<void> =>
  pressSwitch(
    {
      name: 'notes for the school',
      shown: () => queryClient.getQueryData(mySchoolQuery.queryKey)?.school?.includesStudentNotes,
      show: putShared,
      send: (isOn) => api.shareWithSchool({ body: { includesStudentNotes: isOn } }),
    },
    includesStudentNotes,
  )
