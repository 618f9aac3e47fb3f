import * as z from 'zod/mini'
import { Done, PASSWORD_TRIES, Password } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'

/** One of the caller's active sessions. */
const Session = z
  .object({
    id: z.string(),
    /** The browser's User-Agent header; null if it sent none. */
    userAgent: z.nullable(z.string()),
    createdAt: z.string(),
    /** Accurate to five minutes. */
    lastSeenAt: z.string(),
    /** True for the session that made this call. */
    isCurrent: z.boolean(),
  })
  .register(names, { id: 'Session' })

/** Each attempt costs a password hash, even if it's right. */
const PROOFS_A_MINUTE = 30

export const ownSessions = contract({
  prove: {
    method: 'POST',
    path: '/api/auth/proof',
    access: 'account',
    summary:
      'Prove by the password that it is oneself: what asks for a proof is then open to this session for five minutes. 204. The session ends after fifteen wrong passwords.',
    body: z.object({ password: Password }),
    reply: z.void(),
    answers: [204],
    refuses: ['wrong_password', 'sign_up_needed'],
    perMinute: PROOFS_A_MINUTE,
    goesOn: true,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'account',
    summary: 'Change the password and end every other session of the account. The current one is a proof, and counts as a try.',
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
    needsProof: true,
    goesOn: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'account',
    summary: 'End every sign-in of the account but the one that asks.',
    reply: Done,
    needsProof: true,
    goesOn: true,
  },
})
