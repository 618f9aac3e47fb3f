/** The edits that the server doesn't have: for the list of them, and for the question before a sign-out. */
import { retryNow } from '#web/features/calendar/days/retry-offline.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { useStore } from '#web/lib/store.ts'
import { forgetEnd, look, refused } from './outbox.ts'
import { dropEdit, refuseEdit, type StoredEdit, storedEdits } from './stored-edits.ts'
import { tellTabs } from './tabs.ts'

/** Sends everything now, in whichever tab. */
export const sendNow = (): void => {
  retryNow()
  tellTabs({ is: 'retry' })
}

/** Whether this device has edits that the server doesn't have, which signing out would delete. */
export const hasUnsent = async (): Promise<boolean> => saveStatus().saving > 0 || (await storedEdits().catch(() => [])).length > 0

/** Returns the edits that the server refused after their tab was gone. */
export const useRefusedEdits = (): readonly StoredEdit[] => useStore(refused)

/** Deletes a refused edit. */
export const dropRefused = async ({ id }: StoredEdit): Promise<void> => {
  await dropEdit(id)
  await look()
  tellTabs({ is: 'given-up', id })
}

/** Sends a refused edit again. */
export const resendRefused = async ({ id }: StoredEdit): Promise<void> => {
  await refuseEdit(id, undefined)
  forgetEnd(id)
  await look()
  tellTabs({ is: 'stored' })
}
