import * as z from 'zod/mini'
import { Done, EmailAddress, Password } from '#shared/accounts/contract.ts'
import { contract } from '#shared/endpoint.ts'
import { PER_MINUTE } from '#shared/limits.ts'

/** 256 bits, base64url. */
const Token = z.string().check(z.regex(/^[\w-]{43}$/, 'This link is incomplete. Open it from your email again.'))

export const passwordReset = contract({
  forgotPassword: {
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Email a password-reset link if the address has an account.',
    description: 'The response is the same if it doesn’t.',
    body: z.object({ email: EmailAddress }),
    reply: Done,
    refuses: ['not_configured'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the emailed link’s token.',
    description: 'The token works once, within an hour. Ends all of the account’s sessions.',
    body: z.object({ token: Token, newPassword: Password.check(z.minLength(6, 'Password must be at least 6 characters long.')) }),
    reply: Done,
    refuses: ['not_found'],
    perMinute: PER_MINUTE.passwordTries,
    protects: 'secrets',
  },
})
