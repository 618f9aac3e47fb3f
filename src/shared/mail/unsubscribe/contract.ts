import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'

/** The token from an unsubscribe link. */
const Token = text(1000)

export const unsubscribe = contract({
  showUnsubscribe: {
    method: 'GET',
    path: '/api/mail/unsubscribe',
    access: 'public',
    summary: 'Redirect to the page with the unsubscribe button.',
    description: 'For mail clients without one-click unsubscribe. Changes nothing.',
    query: z.object({ token: Token }),
    redirect: [],
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/mail/unsubscribe',
    access: 'public',
    summary: 'Unsubscribe from all email that isn’t about the account.',
    description: 'For one click in the mail client (RFC 8058). Ignores the body.',
    query: z.object({ token: Token }),
    raw: true,
    reply: z.object({ success: z.literal(true) }),
    refuses: ['not_found'],
  },
})
