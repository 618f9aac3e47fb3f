import type { JobCall } from '#server/lib/jobs/run.ts'
import { openGrant } from './actions.ts'

/** Revokes a refresh token with Google. The payload contains the encrypted token and its user id. */
export const closeDrive = async ({ keys, services: { google }, payload }: JobCall): Promise<void> => {
  const refreshToken = openGrant(keys, payload as { userId: string; sealed: string })
  // The encryption key is gone, so this token can't be used by anyone.
  if (refreshToken === undefined) return
  if (!google) throw new Error('Google is not set up on this server.')
  await google.closeDrive(refreshToken)
}
