import * as z from 'zod/mini'
import { NewAccount, SignedIn, SignedUp, Timezone } from '#shared/accounts/contract.ts'
import { contract } from '#shared/endpoint.ts'

export const guests = contract({
  openAsGuest: {
    method: 'POST',
    path: '/api/auth/guest',
    access: 'public',
    summary: 'Create a guest planner with a sample week.',
    description: 'Returns a token and the guest’s account, which has no email address and is deleted after three days.',
    body: z.object({ timezone: z.optional(Timezone) }),
    reply: SignedIn,
    answers: [201],
    refuses: ['sign_up_closed'],
  },
  signUpAsGuest: {
    method: 'POST',
    path: '/api/auth/guest/sign-up',
    access: 'account',
    summary: 'Turn the calling guest’s planner into an account, with all of its content.',
    description: 'Starts the 7-day trial and returns a new token, which replaces the guest’s.',
    body: NewAccount,
    reply: SignedUp,
    // `not_allowed` if the caller isn't a guest.
    refuses: ['taken', 'not_allowed', 'sign_up_closed'],
  },
})
