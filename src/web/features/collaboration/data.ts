import { queryOptions } from '@tanstack/react-query'
import { collaboration, type SentInvite } from '#shared/collaboration/contract.ts'
import { pressSwitch } from '#web/lib/input/press-switch.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(collaboration)
const INVITES_KEY = ['collaboration']

/** Colleagues invite and respond while this page is open, so refetch on mount and on window focus. */
const lookedAt = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const

export const sentQuery = queryOptions({ queryKey: [...INVITES_KEY, 'sent'], queryFn: () => api.sentInvites(), ...lookedAt })
export const receivedQuery = queryOptions({ queryKey: [...INVITES_KEY, 'received'], queryFn: () => api.receivedInvites(), ...lookedAt })

/** Invalidates the invitation queries and refetches the active ones. */
export const reloadInvites = (): Promise<void> => queryClient.invalidateQueries({ queryKey: INVITES_KEY })

const byId = (id: string) => ({ params: { id } })

export const invite = (collaboratorEmail: string) => api.invite({ body: { collaboratorEmail } })
export const accept = (id: string) => api.accept(byId(id))
export const decline = (id: string) => api.decline(byId(id))
export const deleteInvite = (id: string) => api.deleteInvite(byId(id))
export const revokeSent = (id: string) => api.revokeSent(byId(id))
export const revokeReceived = (id: string) => api.revokeReceived(byId(id))

const putShared = (id: string, includesStudentNotes: boolean): void =>
  void queryClient.setQueryData<SentInvite[]>(sentQuery.queryKey, (invites) =>
    invites?.map((one) => (one.id === id ? { ...one, includesStudentNotes } : one)),
  )

/** Sets whether plans that a colleague generates include the teacher's student notes. Updates optimistically and rolls back on failure. */
export const shareStudentNotes = (id: string, includesStudentNotes: boolean): Promise<void> =>
  pressSwitch(
    {
      name: `notes for ${id}`,
      shown: () => queryClient.getQueryData(sentQuery.queryKey)?.find((one) => one.id === id)?.includesStudentNotes,
      show: (isOn) => putShared(id, isOn),
      send: (isOn) => api.shareStudentNotes({ ...byId(id), body: { includesStudentNotes: isOn } }),
    },
    includesStudentNotes,
  )
