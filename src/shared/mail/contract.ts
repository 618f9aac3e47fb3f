import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'

/** The token of a link in a mail. */
const Token = text(1000)
const Done = z.object({ success: z.literal(true) })

export const mail = contract({
  askToConfirm: {
    method: 'POST',
    path: '/api/user/confirm-address',
    access: 'account',
    summary: 'Send the signed-in person a link that confirms that mail reaches them.',
    reply: Done,
    refuses: ['not_configured', 'sign_up_needed', 'refused_by_rule'],
    perHour: 6,
  },
  confirmAddress: {
    method: 'POST',
    path: '/api/mail/confirm',
    access: 'public',
    summary: 'Confirm an address by the token of the link that was sent to it.',
    body: z.object({ token: Token }),
    reply: Done,
    refuses: ['not_found'],
    perMinute: 30,
  },
  showUnsubscribe: {
    method: 'GET',
    path: '/api/mail/unsubscribe',
    access: 'public',
    summary: 'Where a mail program that knows no one-click unsubscribe sends people: on to the page with the button. Changes nothing.',
    query: z.object({ token: Token }),
    redirect: [],
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/mail/unsubscribe',
    access: 'public',
    summary:
      'End all mail to a person that is not about their account, by one click in their mail program (RFC 8058). The body is ignored.',
    query: z.object({ token: Token }),
    raw: true,
    reply: Done,
    refuses: ['not_found'],
  },
})
