import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'

export const drive = contract({
  driveToken: {
    method: 'GET',
    path: '/api/drive/token',
    access: 'subscriber',
    summary: "A token for Google's file picker, which lives for minutes and opens only files that the person picks there.",
    reply: z.object({ accessToken: z.string() }),
    // `not_found` if the user hasn't connected Google Drive or revoked access at Google.
    refuses: ['not_configured', 'not_found', 'sign_up_needed', 'cannot_write'],
    perMinute: 20,
  },
  clearDriveTokens: {
    method: 'POST',
    path: '/api/drive/clear-tokens',
    access: 'platformAdministrator',
    summary: "Forget what opens the caller's own Drive, here and at Google: the next file asks for it anew.",
    reply: z.object({ success: z.literal(true) }),
    refuses: [],
  },
})
