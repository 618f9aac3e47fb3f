import * as z from 'zod/mini'
import { Done, PASSWORD_TRIES, Password } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'

/** A sign-in of one's own that still holds. */
const Session = z
  .object({
    id: z.string(),
    /** The browser's own words for itself; null when it gave none. */
    userAgent: z.nullable(z.string()),
    createdAt: z.string(),
    /** Right to five minutes. */
    lastSeenAt: z.string(),
    /** The one that asks. */
    isCurrent: z.boolean(),
  })
  .register(names, { id: 'Session' })

export const ownSessions = contract({
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'account',
    summary: 'Change the password and end every other session of the account.',
    body: z.object({
      currentPassword: Password,
      newPassword: Password.check(z.minLength(6, 'Password must be at least 6 characters long.')),
    }),
    reply: Done,
    refuses: ['wrong_password', 'sign_up_needed'],
    perMinute: PASSWORD_TRIES,
  },
  sessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'account',
    summary: 'The sign-ins of the account that still hold, the latest used first.',
    reply: z.array(Session),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'account',
    summary: 'End one sign-in of the account.',
    params: z.object({ id: z.uuid() }),
    reply: Done,
    // To who has no password and was not vouched for by Google just now; the same below.
    refuses: ['confirmation_needed'],
    goesOn: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'account',
    summary: 'End every sign-in of the account but the one that asks.',
    reply: Done,
    refuses: ['confirmation_needed'],
    goesOn: true,
  },
})
