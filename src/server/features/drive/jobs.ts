import type { JobCall } from '#server/lib/jobs/run.ts'
import { openGrant } from './actions.ts'

/** Has Google forget a Drive that was opened to us. What is queued holds what opens it sealed, and whose it was. */
export const closeDrive = async ({ keys, services: { google }, payload }: JobCall): Promise<void> => {
  const refreshToken = openGrant(keys, payload as { userId: string; sealed: string })
  // Sealed by a key that is gone: nobody can open that Drive with it any more.
  if (refreshToken === undefined) return
  if (!google) throw new Error('Google is not set up on this server.')
  await google.closeDrive(refreshToken)
}
