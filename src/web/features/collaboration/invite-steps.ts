import { useState } from 'react'
import { confirmFirst } from '#web/features/accounts/links/confirm-first.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import { reloadInvites } from './data.ts'

type Step = {
  call: () => Promise<unknown>
  done?: ToastMessage
  /** The title of the toast that says why not. */
  failed: string
}

/** Takes a step with an invite, says how it went, and asks for the invites as they are now. Returns whether it went well. */
export const takeStep = async ({ call, done, failed }: Step): Promise<boolean> => {
  const stepped = async () => {
    try {
      await call()
    } finally {
      // Where the other one has taken a step meanwhile the message says which, and the list shows it.
      void reloadInvites()
    }
  }
  return await report(stepped, {
    ...(done && { done: () => done }),
    failed: (reason, error) => ({ title: failed, description: reason, ...confirmFirst(error) }),
  })
}

/** One step at a time: which one is under way, and what takes one. */
export const useSteps = () => {
  const [busy, setBusy] = useState<string>()
  const take = async (id: string, step: Step): Promise<void> => {
    if (busy) return
    setBusy(id)
    await takeStep(step).finally(() => setBusy(undefined))
  }
  return { busy, take }
}
