import { useState } from 'react'
import { confirmFirst } from '#web/features/sign-in/links/confirm-first.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toasts/toast-store.ts'
import { reloadInvites } from './data.ts'

type InviteAction = {
  call: () => Promise<unknown>
  done?: ToastMessage
  /** The title of the error toast. */
  failed: string
}

/** Runs an invitation action, reports the outcome in a toast, and refetches the invitations. Returns whether it succeeded. */
export const respondToInvite = async ({ call, done, failed }: InviteAction): Promise<boolean> => {
  const callAndReload = async () => {
    try {
      await call()
    } finally {
      // If the other user acted first, the error message says so and the refetched list shows it.
      void reloadInvites()
    }
  }
  return await report(callAndReload, {
    ...(done && { done: () => done }),
    failed: (reason, error) => ({ title: failed, description: reason, ...confirmFirst(error) }),
  })
}

/** Runs one action at a time. `busy` is the ID of the action in progress. */
export const useInviteActions = () => {
  const [busy, setBusy] = useState<string>()
  const take = async (id: string, action: InviteAction): Promise<void> => {
    if (busy) return
    setBusy(id)
    await respondToInvite(action).finally(() => setBusy(undefined))
  }
  return { busy, take }
}
