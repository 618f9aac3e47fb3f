import * as z from 'zod/mini'
import { Done, EmailAddress, Password, SignedIn } from '#shared/accounts/contract.ts'
import { contract } from '#shared/endpoint.ts'

export const signIn = contract({
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in with an email and a password.',
    description: 'Returns the account and a token for the Authorization header. Too many wrong passwords delay further attempts.',
    body: z.object({ email: EmailAddress, password: Password }),
    reply: SignedIn,
    // `not_signed_in` if the account is deleted during the call.
    refuses: ['wrong_credentials', 'not_signed_in'],
    goesOn: true,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'account',
    summary: 'End the current session.',
    description: 'The token stops working, and the session’s live streams end.',
    reply: Done,
    goesOn: true,
  },
})
