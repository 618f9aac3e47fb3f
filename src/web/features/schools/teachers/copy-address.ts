import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Copies an email address and says so. */
export const copyAddress = async (email: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(email)
    showToast({ title: 'Email address copied', description: email, tone: 'success' })
  } catch {
    showToast({ title: 'Couldn’t copy the email address', description: email, tone: 'destructive' })
  }
}
