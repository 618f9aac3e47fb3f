import * as z from 'zod/mini'
import { Password, SignedIn } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { PER_MINUTE } from '#shared/limits.ts'
import { text } from '#shared/text.ts'

/** A one-time code or state, up to 512 characters. */
const Code = text(512)

/** Ways to sign in other than a password: Google, and the OpenID provider that the operator configured. */
export const PROVIDERS = ['google', 'oidc'] as const
export const Provider = z.enum(PROVIDERS).register(names, { id: 'Provider' })
export type Provider = z.output<typeof Provider>

/** Why a signed-in user is sent to a provider: to link it, to confirm their identity, or (Google only) to connect their Drive. */
export const OAuthPurpose = z.enum(['link', 'confirm', 'drive']).register(names, { id: 'OAuthPurpose' })
export type OAuthPurpose = z.output<typeof OAuthPurpose>

/** Result of a provider round trip. */
export const ProviderArrival = z
  .union([
    z.object({ kind: z.literal('signed_in'), provider: Provider, ...SignedIn.shape }),
    /**
     * The provider verified an email address that belongs to an account with a password. Pass `choice` to `joinByProvider`. It is valid for
     * ten minutes, in this browser only.
     */
    z.object({ kind: z.literal('choose'), provider: Provider, choice: Code, email: z.string() }),
    /** The requested action is complete. The session is unchanged. */
    z.object({ kind: z.literal('done'), provider: Provider, purpose: OAuthPurpose }),
  ])
  .register(names, { id: 'ProviderArrival' })
export type ProviderArrival = z.output<typeof ProviderArrival>

const leaving = <const P extends Provider>(provider: P, name: string) =>
  ({
    method: 'GET',
    path: `/api/auth/${provider}`,
    access: 'public',
    summary: `Redirect to ${name} to sign in or sign up, and from there to /auth/success.`,
    description: 'Open it as a page instead of fetching it.',
    query: z.object({
      /** An unknown time zone is ignored, because this is a page load and an error response would leave the user at a dead end. */
      timezone: z.optional(text(64)),
      /** Referral code of the colleague who invited them. */
      ref: z.optional(text(64)),
    }),
    redirect: PROVIDERS,
    refuses: ['not_configured'],
    perMinute: PER_MINUTE.providerRoundsOfNetwork,
  }) as const

const going = <const P extends Provider>(provider: P, name: string) =>
  ({
    method: 'POST',
    path: `/api/auth/${provider}`,
    access: 'account',
    ifRepeated: 'runsAgain',
    summary: `Get the URL at ${name} for the given purpose.`,
    description: 'Open the URL in the browser, which then returns to /auth/success. The purpose `link` needs a proof of identity.',
    body: z.object({ purpose: OAuthPurpose }),
    reply: z.object({ url: z.string() }),
    // `proof_needed` if this round trip would link the provider, because linking adds a way to sign in.
    refuses: ['not_configured', 'sign_up_needed', 'proof_needed'],
    perMinute: PER_MINUTE.providerRounds,
    goesOn: true,
  }) as const

const returning = <const P extends Provider>(provider: P, name: string) =>
  ({
    method: 'GET',
    path: `/api/auth/${provider}/callback`,
    access: 'public',
    summary: `Receive the browser that returns from ${name}.`,
    description: 'Redirects to /auth/success with a single-use `token` for the exchange, or with a `problem`.',
    query: z.object({
      code: z.optional(text(4096)),
      state: z.optional(Code),
      iss: z.optional(Code),
      scope: z.optional(text(2048)),
      error: z.optional(Code),
    }),
    redirect: [],
    refuses: ['not_configured'],
    perMinute: PER_MINUTE.providerRoundsOfNetwork,
  }) as const

const unlinking = <const P extends Provider>(provider: P, name: string) =>
  ({
    method: 'DELETE',
    path: `/api/user/${provider}`,
    access: 'account',
    summary: `Unlink ${name} from the account.`,
    description: 'Refused if the account has no password.',
    reply: z.object({ success: z.literal(true) }),
    refuses: ['refused_by_rule'],
    needsProof: true,
  }) as const

const OIDC = "the operator's provider (OpenID Connect)"

export const providers = contract({
  signInWithGoogle: leaving('google', 'Google'),
  goToGoogle: going('google', 'Google'),
  comeBackFromGoogle: returning('google', 'Google'),
  unlinkGoogle: unlinking('google', 'Google'),
  signInWithOidc: leaving('oidc', OIDC),
  goToOidc: going('oidc', OIDC),
  comeBackFromOidc: returning('oidc', OIDC),
  unlinkOidc: unlinking('oidc', OIDC),
  exchange: {
    method: 'POST',
    path: '/api/auth/exchange',
    access: 'public',
    summary: 'Exchange the callback’s `token` for its result.',
    description:
      'Works once, within a minute, in the browser that went to the provider. Returns a session token if the sign-in is complete.',
    body: z.object({ token: Code }),
    reply: ProviderArrival,
    // `not_found` if the code is unknown, in which case it may be a session token. `in_maintenance` only if the exchange would create or
    // link an account. Users with an account can still sign in.
    refuses: ['not_found', 'taken', 'in_maintenance', 'sign_up_closed'],
    perMinute: PER_MINUTE.providerRoundsOfNetwork,
    goesOn: true,
  },
  joinByProvider: {
    method: 'POST',
    path: '/api/auth/join',
    access: 'public',
    summary: 'Join a provider sign-in with the existing account for the same email.',
    description:
      'Returns a session token. `password` links the two. `keep` keeps the account’s content but removes its password and ends its sessions. `empty` deletes the account and starts a new one.',
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
    perMinute: PER_MINUTE.providerChoices,
    protects: 'secrets',
  },
  setPassword: {
    method: 'POST',
    path: '/api/auth/set-password',
    access: 'account',
    summary: 'Set a password on an account that has none, and end all of its other sessions.',
    description: 'For users who signed up with a provider. They can then also sign in with their email and this password.',
    body: z.object({ newPassword: Password.check(z.minLength(6, 'Password must be at least 6 characters long.')) }),
    reply: z.object({ success: z.literal(true) }),
    refuses: ['sign_up_needed'],
    needsProof: true,
    perMinute: PER_MINUTE.firstPasswords,
    protects: 'secrets',
  },
})
