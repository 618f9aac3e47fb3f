import { queryOptions } from '@tanstack/react-query'
import { MAX } from '#shared/limits.ts'
import { schools } from '#shared/schools/contract.ts'
import { schoolOffice } from '#shared/schools/office/contract.ts'
import { pressSwitch } from '#web/lib/input/press-switch.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'

const api = client({ ...schools, ...schoolOffice })
const SCHOOL_KEY = ['school']

/** Administrators and teachers invite, join, and leave while this page is open, so refetch on mount and on window focus. */
const lookedAt = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

/** Loads the school that the teacher has joined and the teacher's pending invitations. */
export const mySchoolQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'mine'], queryFn: () => api.mySchool(), ...lookedAt })
/** Loads the log of when administrators viewed the teacher's schedule. Not kept in the cache. */
export const viewLogQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'looks'], queryFn: () => api.looks(), gcTime: 0 })
/** Loads the school's teachers, for its administrators. */
export const teachersQuery = queryOptions({ queryKey: [...SCHOOL_KEY, 'teachers'], queryFn: () => api.teachers(), ...lookedAt })
export const invitationsQuery = queryOptions({
  queryKey: [...SCHOOL_KEY, 'invitations'],
  queryFn: () => api.schoolInvitations(),
  ...lookedAt,
})

/** Invalidates the school queries and refetches the active ones. */
export const reloadSchool = (): Promise<void> => queryClient.invalidateQueries({ queryKey: SCHOOL_KEY })

/** Refetches the session and all calendars after a membership change, because the school's entries may have been added or removed. */
const reloadMembership = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: SESSION_KEY })
  // Let React unmount the parts that the teacher can no longer access before refetching.
  await new Promise((resolve) => setTimeout(resolve))
  await reloadSchool()
  void queryClient.invalidateQueries({ queryKey: ['calendar'] })
}

/** Awaits a call and then reloads, even if the server refused the call, because a refusal means that the data here is stale. */
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
/**
 * Invites these addresses, in several calls if there are many. Calls `onSent` after each call with its addresses. Returns how many were
 * invited, and how many were skipped because they already joined or are invited.
 */
export const inviteTeachers = async (
  emails: readonly string[],
  onSent: (emails: readonly string[]) => void,
): Promise<{ invited: number; skipped: number }> => {
  let [invited, skipped] = [0, 0]
  try {
    for (let from = 0; from < emails.length; from += MAX.invitedAtOnce) {
      const part = emails.slice(from, from + MAX.invitedAtOnce)
      const reply = await api.inviteTeachers({ body: { emails: part } })
      invited += reply.invited.length
      skipped += reply.skipped.length
      onSent(part)
    }
  } finally {
    void reloadSchool()
  }
  return { invited, skipped }
}
export const resendInvitation = (id: string) => andReload(api.resendInvitation(byId(id)), reloadSchool)
export const withdrawInvitation = (id: string) => andReload(api.withdrawInvitation(byId(id)), reloadSchool)
/** Emails a teacher the link for confirming their address again. */
export const remindToConfirm = (id: string) => andReload(api.remindToConfirm(byId(id)), reloadSchool)
export const removeTeacher = (id: string) => andReload(api.removeTeacher(byId(id)), reloadSchool)
/** If `isSelf` is true, the caller's own rights change, too. */
export const setAdministrator = (id: string, isAdministrator: boolean, isSelf: boolean) =>
  andReload(api.setAdministrator({ ...byId(id), body: { isAdministrator } }), isSelf ? reloadMembership : reloadSchool)

/** Saves the office of the administrator's school. A new email gets a link that confirms it. */
export const setOffice = (office: { officeEmail: string; officePhone: string }) => andReload(api.setOffice({ body: office }), reloadSchool)
/** Sets whether the devices of the school's teachers keep nothing until a teacher says that a device is their own. */
export const setSharedDevices = (usesSharedDevices: boolean) =>
  andReload(api.setSharedDevices({ body: { usesSharedDevices } }), reloadMembership)

/** Emails the office the link for confirming its address again. */
export const remindOffice = () => andReload(api.remindOffice(), reloadSchool)

const putShared = (includesStudentNotes: boolean): void =>
  void queryClient.setQueryData(mySchoolQuery.queryKey, (mine) =>
    mine?.school ? { ...mine, school: { ...mine.school, includesStudentNotes } } : mine,
  )

/**
 * Sets whether plans that administrators generate include the teacher's student notes. Updates optimistically and rolls back on failure.
 */
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
