import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { drive } from '#shared/drive/contract.ts'
import { driveTokenOf, leaveDrive } from './actions.ts'

export const driveRoutes = (serving: Serving, keys: KeyRing): void =>
  serve(serving, drive, {
    // Anyone with an active trial or plan may call this.
    driveToken: async ({ db, actor, services: { google } }) => {
      if (actor.isGuest) throw new Refused('sign_up_needed')
      if (!google?.picker) throw new Refused('not_configured', 'Google Drive isn’t available here.')
      return { accessToken: await driveTokenOf(db, { keys, google }, actor.userId) }
    },

    // Platform admins may call this.
    clearDriveTokens: async ({ db, actor }) => {
      await leaveDrive(db, actor.userId)
      return DONE
    },
  })
