import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toasts/toast-store.ts'
import { askToConfirm } from './data.ts'

const sendLink = (): Promise<boolean> =>
  report(askToConfirm, {
    done: () => ({ title: 'Check your email', description: 'We sent you a link to confirm your email. Open it, then accept again.' }),
    failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
  })

/** Returns a toast action that sends a confirmation link if the call failed because the user's address isn't confirmed. */
export const confirmFirst = (error: unknown): Pick<ToastMessage, 'action'> =>
  error instanceof RefusedCall && error.code === 'address_unconfirmed'
    ? { action: { label: 'Send the link again', onPress: () => void sendLink() } }
    : {}
