import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { PER_HOUR, PER_MINUTE } from '#shared/limits.ts'
import { text } from '#shared/text.ts'

/** The token from a link in an email. */
const Token = text(1000)
const Done = z.object({ success: z.literal(true) })

export const mail = contract({
  askToConfirm: {
    method: 'POST',
    path: '/api/user/confirm-address',
    access: 'account',
    summary: 'Email the caller a link for confirming their address.',
    description: 'The link has a token for the call that confirms the address.',
    reply: Done,
    refuses: ['not_configured', 'sign_up_needed', 'refused_by_rule'],
    perHour: PER_HOUR.confirmationMails,
    protects: 'mail',
  },
  confirmAddress: {
    method: 'POST',
    path: '/api/mail/confirm',
    access: 'public',
    summary: 'Confirm an email address with the emailed link’s token.',
    description: 'The token proves that the email arrived, so the caller doesn’t have to be signed in.',
    body: z.object({ token: Token }),
    reply: Done,
    refuses: ['not_found'],
    perMinute: PER_MINUTE.confirmations,
    protects: 'secrets',
  },
})
