import { useState } from 'react'
import { confirmFirst } from '#web/features/accounts/links/confirm-first.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { reloadInvites } from './data.ts'

type Step = {
  call: () => Promise<unknown>
  done?: ToastMessage
  /** The title of the error toast. */
  failed: string
}

/** Runs an invitation action, reports the outcome in a toast, and refetches the invitations. Returns whether it succeeded. */
export const takeStep = async ({ call, done, failed }: Step): Promise<boolean> => {
  const stepped = async () => {
    try {
      await call()
    } finally {
      // If the other person acted first, the error message says so and the refetched list shows it.
      void reloadInvites()
    }
  }
  return await report(stepped, {
    ...(done && { done: () => done }),
    failed: (reason, error) => ({ title: failed, description: reason, ...confirmFirst(error) }),
  })
}

/** Runs one action at a time. `busy` is the id of the one in progress. */
export const useSteps = () => {
  const [busy, setBusy] = useState<string>()
  const take = async (id: string, step: Step): Promise<void> => {
    if (busy) return
    setBusy(id)
    await takeStep(step).finally(() => setBusy(undefined))
  }
  return { busy, take }
}
