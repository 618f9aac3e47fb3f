import * as z from 'zod/mini'
import { Password, SignedIn } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'

/** One-time codes and states: at most so long. */
const Code = text(512)
/** Rounds to Google and back, of one person; and of one network, where a whole school may sign in at first bell. */
const ROUNDS_A_MINUTE = 20
const ROUNDS_OF_NETWORK = 600

/** What somebody goes to Google for: to add it to their account, to confirm that it is they, or to open their Drive. */
export const GooglePurpose = z.enum(['link', 'confirm', 'drive']).register(names, { id: 'GooglePurpose' })
export type GooglePurpose = z.output<typeof GooglePurpose>

/** What has become of a round to Google. */
export const GoogleArrival = z
  .union([
    z.object({ kind: z.literal('signed_in'), ...SignedIn.shape }),
    /**
     * Google vouches for an address that has an account with a password here. `choice` is what `joinByGoogle` takes: it holds
     * for ten minutes, in this browser.
     */
    z.object({ kind: z.literal('choose'), choice: Code, email: z.string() }),
    /** What it was for is done; the person is who they were. */
    z.object({ kind: z.literal('done'), purpose: GooglePurpose }),
  ])
  .register(names, { id: 'GoogleArrival' })
export type GoogleArrival = z.output<typeof GoogleArrival>

export const google = contract({
  signInWithGoogle: {
    method: 'GET',
    path: '/api/auth/google',
    access: 'public',
    summary: 'Go to Google to sign in or up: a page to be opened, not fetched. It comes back to /auth/success.',
    query: z.object({
      /** One that is not known is left out: this is a page, where a refusal would be the end. */
      timezone: z.optional(text(64)),
      /** The code of the colleague who invited them. */
      ref: z.optional(text(64)),
    }),
    redirect: ['google'],
    refuses: ['not_configured'],
    perMinute: ROUNDS_OF_NETWORK,
  },
  goToGoogle: {
    method: 'POST',
    path: '/api/auth/google',
    access: 'account',
    summary: 'The address at Google where a signed-in person does what it is for; it comes back to /auth/success.',
    body: z.object({ purpose: GooglePurpose }),
    reply: z.object({ url: z.string() }),
    // `proof_needed` where this round would link Google: it becomes a way in.
    refuses: ['not_configured', 'sign_up_needed', 'proof_needed'],
    perMinute: ROUNDS_A_MINUTE,
    goesOn: true,
  },
  comeBackFromGoogle: {
    method: 'GET',
    path: '/api/auth/google/callback',
    access: 'public',
    summary: 'Where Google sends the browser back to: on to /auth/success with a `token` to be exchanged once, or with a `problem`.',
    query: z.object({
      code: z.optional(text(2048)),
      state: z.optional(Code),
      iss: z.optional(Code),
      scope: z.optional(text(2048)),
      error: z.optional(Code),
    }),
    redirect: [],
    refuses: ['not_configured'],
    perMinute: ROUNDS_OF_NETWORK,
  },
  exchange: {
    method: 'POST',
    path: '/api/auth/exchange',
    access: 'public',
    summary: 'What the `token` in the address stands for: once, within a minute, in the browser that went to Google.',
    body: z.object({ token: Code }),
    reply: GoogleArrival,
    // `not_found` where it is no such token: it may be that of a session.
    // `in_maintenance` only where it would make an account or link one: who has an account signs in.
    refuses: ['not_found', 'taken', 'in_maintenance', 'sign_up_closed'],
    perMinute: ROUNDS_OF_NETWORK,
    goesOn: true,
  },
  joinByGoogle: {
    method: 'POST',
    path: '/api/auth/google/join',
    access: 'public',
    summary:
      'Google vouches for an address that has an account here. Its password links the two; without it the person keeps what is in the account, and the password and all its sessions are removed; or starts empty, and the account is deleted.',
    body: z.object({
      choice: Code,
      how: z.union([
        z.object({ kind: z.literal('password'), password: Password }),
        z.object({ kind: z.literal('keep') }),
        z.object({ kind: z.literal('empty') }),
      ]),
    }),
    reply: SignedIn,
    refuses: ['not_found', 'taken', 'wrong_password', 'last_administrator', 'sign_up_closed'],
    perMinute: 60,
  },
  unlinkGoogle: {
    method: 'DELETE',
    path: '/api/user/google',
    access: 'account',
    summary: 'Sign in with Google no more; refused where it is the only way in.',
    reply: z.object({ success: z.literal(true) }),
    refuses: ['refused_by_rule'],
    needsProof: true,
  },
  setPassword: {
    method: 'POST',
    path: '/api/auth/set-password',
    access: 'account',
    summary: 'Give a password to an account that has none; every other session of it ends.',
    body: z.object({ newPassword: Password.check(z.minLength(6, 'Password must be at least 6 characters long.')) }),
    reply: z.object({ success: z.literal(true) }),
    refuses: ['sign_up_needed'],
    needsProof: true,
    perMinute: 10,
  },
})
