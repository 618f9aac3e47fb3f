import * as z from 'zod/mini'
import { Done, Password } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { PER_MINUTE } from '#shared/limits.ts'

/** One of the caller's active sessions. */
const Session = z
  .object({
    id: z.string(),
    /** The browser's User-Agent header. Null if the browser didn't send one. */
    userAgent: z.nullable(z.string()),
    createdAt: z.string(),
    /** Accurate to within five minutes. */
    lastSeenAt: z.string(),
    /** True for the session that made this call. */
    isCurrent: z.boolean(),
  })
  .register(names, { id: 'Session' })

export const ownSessions = contract({
  prove: {
    method: 'POST',
    path: '/api/auth/proof',
    access: 'account',
    summary: 'Confirm the caller’s identity with their password.',
    description:
      'Returns 204. For five minutes, this session can then make the calls that need proof. The session ends after fifteen wrong passwords.',
    body: z.object({ password: Password }),
    reply: z.void(),
    answers: [204],
    refuses: ['wrong_password', 'sign_up_needed'],
    perMinute: PER_MINUTE.proofs,
    protects: 'secrets',
    goesOn: true,
  },
  changePassword: {
    method: 'POST',
    path: '/api/auth/change-password',
    access: 'account',
    summary: 'Change the password and end all other sessions.',
    description: 'The current password counts as proof of identity, and wrong ones count toward the limit.',
    body: z.object({
      currentPassword: Password,
      newPassword: Password.check(z.minLength(6, 'Password must be at least 6 characters long.')),
    }),
    reply: Done,
    refuses: ['wrong_password', 'sign_up_needed'],
    perMinute: PER_MINUTE.passwordTries,
    protects: 'secrets',
  },
  sessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'account',
    summary: 'List the caller’s active sessions, most recently used first.',
    description: 'Returns each session’s browser, start, and last use (accurate to five minutes), and marks the current one.',
    reply: z.array(Session),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'account',
    summary: 'End one of the caller’s sessions.',
    description: 'Signs the caller out on that device. The list of sessions has the ids.',
    params: z.object({ id: z.uuid() }),
    reply: Done,
    needsProof: true,
    goesOn: true,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: 'account',
    summary: 'End all of the caller’s sessions except the current one.',
    description: 'Signs the caller out on every other device.',
    reply: Done,
    needsProof: true,
    goesOn: true,
  },
})
