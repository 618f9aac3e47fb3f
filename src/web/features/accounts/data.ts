import { useMutation, useQuery } from '@tanstack/react-query'
import { accounts, DELETE_WORD } from '#shared/accounts/contract.ts'
import { forgetKnownPerson } from '#web/features/people/data.ts'
import { client } from '#web/lib/net/api.ts'
import { leaveSession } from '#web/lib/net/session-end.ts'

const api = client(accounts)

/** Storage used by the signed-in user. Refetched on every mount. */
export const useStorage = () => useQuery({ queryKey: ['storage'], queryFn: () => api.storage(), refetchOnMount: 'always', gcTime: 0 })

/** Deletes the account permanently, including everything stored on this device. */
export const useDeleteAccount = () =>
  useMutation({
    mutationFn: async () => {
      await api.deleteMe({ body: { confirmation: DELETE_WORD } })
      await forgetKnownPerson()
      leaveSession({ title: 'Account deleted', description: 'Your account and lessons are gone. Backup copies are erased within 90 days.' })
    },
  })
