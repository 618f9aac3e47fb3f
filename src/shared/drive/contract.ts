import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { PER_MINUTE } from '#shared/limits.ts'

export const drive = contract({
  driveToken: {
    method: 'GET',
    path: '/api/drive/token',
    access: 'subscriber',
    summary: 'Get a token for Google’s file picker.',
    description:
      'The token is valid for a few minutes and only for files the user picks. Refused if the caller hasn’t connected Google Drive.',
    reply: z.object({ accessToken: z.string() }),
    // `not_found` if the user hasn't connected Google Drive or has revoked our access in their Google account.
    refuses: ['not_configured', 'not_found', 'sign_up_needed', 'cannot_write'],
    perMinute: PER_MINUTE.driveTokens,
  },
  clearDriveTokens: {
    method: 'POST',
    path: '/api/drive/clear-tokens',
    access: 'platformAdministrator',
    summary: 'Delete the caller’s Drive tokens and revoke access at Google.',
    description: 'The next file asks for access again.',
    reply: z.object({ success: z.literal(true) }),
    refuses: [],
  },
})
