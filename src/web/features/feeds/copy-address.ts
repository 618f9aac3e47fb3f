import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Copies a calendar's address and says so. */
export const copyAddress = async (url: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ tone: 'success', title: 'Address copied' })
  } catch {
    showToast({
      tone: 'destructive',
      title: 'Your browser blocked copying',
      description: 'Choose Show, then select the address and copy it.',
    })
  }
}
