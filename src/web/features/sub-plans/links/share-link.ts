import { showToast } from '#web/ui/toasts/toast-store.ts'

/** Copies a link's address and says so. */
export const copyLink = async (url: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ tone: 'success', title: 'Link copied' })
  } catch {
    showToast({ tone: 'destructive', title: 'Your browser blocked copying', description: 'Select the address and copy it yourself.' })
  }
}

/** True if the device has a share sheet, as phones do. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Opens the device's share sheet with a link. Copies the link if the sheet can't open. */
export const shareLink = async (url: string): Promise<void> => {
  try {
    await navigator.share({ title: 'Substitute plan', url })
  } catch (error) {
    // The teacher closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copyLink(url)
  }
}
