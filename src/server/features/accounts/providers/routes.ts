import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignUpDeps } from '#server/features/accounts/actions.ts'
import { recordOwn } from '#server/features/audit/actions.ts'
import { type Given, userOf } from '#server/features/people/actions.ts'
import { requireLength } from '#server/features/sign-in/actions.ts'
import { forgetOtherDevices, type SignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { credentialsByEmail, passwordHashOf, replacePassword } from '#server/features/sign-in/queries.ts'
import { deleteOtherSessions } from '#server/features/sign-in/sessions/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bearerOf, DONE, type Handlers, requireProven, type Serving, serve } from '#server/lib/http/serve.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { ProviderFailed, type SignInProvider } from '#server/lib/integrations/provider.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { type Provider, providers } from '#shared/accounts/providers/contract.ts'
import { isTimezone } from '#shared/dates.ts'
import {
  type Caller,
  emailOfChoice,
  exchangeCode,
  joinAccount,
  leaveProvider,
  type Names as ProviderNames,
  savePendingSignIn,
  useOf,
} from './actions.ts'
import { type FlowCookie, LIFE_S, newSecret, type OAuthFlow, readFrom, written } from './policy.ts'

type ProviderDeps = SignUpDeps & {
  settings: Given & { passwordMinLength: number; publicAddress: string | undefined; isHttps: boolean }
  passwords: Passwords
  throttle: SignInThrottle
  /** Returns the error for writes during Maintenance Mode, or undefined at other times. */
  heldBack: () => Promise<Refused | undefined>
}
type Calls<Names extends keyof typeof providers> = Pick<Handlers<typeof providers>, Names>

const UNNAMED = 'your school’s sign-in'

type OAuthFlows = {
  /** Returns the cookie's content, or undefined if the cookie is missing, expired or not ours. */
  read: (request: FastifyRequest, now: Date) => FlowCookie | undefined
  keep: (reply: FastifyReply, kept: FlowCookie, now: Date) => void
}

/** Over HTTPS, the `__Host-` prefix prevents other hosts of the school's domain from setting the cookie. */
const makeOAuthFlows = (keys: KeyRing, { isHttps }: { isHttps: boolean }): OAuthFlows => {
  const name = isHttps ? '__Host-firstbell_google' : 'firstbell_google'
  return {
    read: ({ cookies }, now) => readFrom(keys, cookies[name] ?? '', now),
    keep: (reply, kept, now) => {
      reply.setCookie(name, written(keys, kept, now), { path: '/', maxAge: LIFE_S, secure: isHttps })
    },
  }
}

const namesOf = ({ oidc }: Services): ProviderNames => ({ google: 'Google', oidc: oidc?.name ?? UNNAMED })

const requireProvider = (services: Services, provider: Provider): SignInProvider => {
  const found = services[provider]
  if (!found)
    throw new Refused('not_configured', `You can’t sign in with ${namesOf(services)[provider]} here. Use your email and password.`)
  return found
}

/** Redirects to the success page, with a one-time code or with the error. */
const successPage = (says: { token: string } | { problem: ProviderFailed['reason'] | 'cancelled'; provider: Provider }) => ({
  to: `/auth/success?${new URLSearchParams(says)}`,
})

const CALLBACK = { google: providers.comeBackFromGoogle.path, oidc: providers.comeBackFromOidc.path }

const newFlowId = (request: FastifyRequest, settings: ProviderDeps['settings'], provider: Provider) => ({
  provider,
  state: newSecret(),
  nonce: newSecret(),
  codeVerifier: newSecret(),
  redirectUri: new URL(CALLBACK[provider], originOf(request, settings)).href,
})

const goingOut = ({ settings }: ProviderDeps, flows: OAuthFlows, provider: Provider) => {
  const signIn: Handlers<typeof providers>['signInWithGoogle'] = async ({
    now,
    query: { timezone: said, ref = null },
    request,
    reply,
    services,
  }) => {
    const there = requireProvider(services, provider)
    const timezone = said !== undefined && isTimezone(said) ? said : null
    const nobody = { purpose: null, opensDrive: false, userId: null, sessionId: null }
    const round: OAuthFlow = { ...newFlowId(request, settings, provider), ...nobody, timezone, ref }
    try {
      const to = await there.addressOf(round, { drive: false, confirm: false })
      flows.keep(reply, { browser: flows.read(request, now)?.browser ?? newSecret(), round }, now)
      return { to, at: provider }
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error
      request.log.warn({ err: error }, 'cannot redirect to the sign-in provider')
      return successPage({ problem: 'away', provider })
    }
  }

  const goTo: Handlers<typeof providers>['goToGoogle'] = async ({ db, actor, now, body: { purpose: wish }, request, reply, services }) => {
    const there = requireProvider(services, provider)
    const opensDrive = wish === 'drive'
    if (opensDrive && !(provider === 'google' && services.google?.picker))
      throw new Refused('not_configured', 'Google Drive isn’t available here.')
    if (actor.isGuest) throw new Refused('sign_up_needed')
    const { userId, sessionId } = actor
    const { name } = there
    const { purpose, email } = await useOf(db, userId, { provider, name, wish })
    if (purpose === 'link') requireProven(actor)
    const round: OAuthFlow = {
      ...newFlowId(request, settings, provider),
      ...(purpose === 'confirm' && { confirmsSince: Math.floor(Date.now() / 1000) }),
      purpose,
      opensDrive,
      userId,
      sessionId,
      timezone: null,
      ref: null,
    }
    try {
      const url = await there.addressOf(round, { drive: opensDrive, confirm: purpose === 'confirm', email })
      flows.keep(reply, { browser: flows.read(request, now)?.browser ?? newSecret(), round }, now)
      return { url }
    } catch (error) {
      if (error instanceof ProviderFailed)
        throw new Refused('unavailable', `We can’t reach ${name}. Try again in a moment.`, { retryAfter: 10 })
      throw error
    }
  }
  return { signIn, goTo }
}

const comingBack =
  (flows: OAuthFlows, provider: Provider): Handlers<typeof providers>['comeBackFromGoogle'] =>
  async ({ db, now, query, request, reply, services }) => {
    const there = requireProvider(services, provider)
    const kept = flows.read(request, now)
    const round = kept?.round
    // The callback belongs to an older round trip, another browser or another provider. Leave this browser's state alone.
    if (!round || query.state !== round.state || round.provider !== provider) return successPage({ problem: 'refused', provider })
    const { browser } = kept
    flows.keep(reply, { browser }, now)
    if (query.error !== undefined) return successPage({ problem: query.error === 'access_denied' ? 'cancelled' : 'refused', provider })
    try {
      const address = new URL(round.redirectUri)
      address.search = new URL(request.url, round.redirectUri).search
      const { person, driveRefreshToken } = await there.arrival(round, address)
      const { purpose, opensDrive, userId, sessionId, timezone, ref } = round
      if (opensDrive && !driveRefreshToken) return successPage({ problem: 'cancelled', provider })
      const coming = { ...person, provider, purpose, userId, sessionId, timezone, ref }
      const code = await savePendingSignIn(db, coming, { browser, stage: 'token', now })
      if (opensDrive && driveRefreshToken) flows.keep(reply, { browser, drive: { code, refreshToken: driveRefreshToken } }, now)
      return successPage({ token: code })
    } catch (error) {
      if (!(error instanceof ProviderFailed || cannotWrite(error))) throw error
      request.log.warn({ err: error }, 'provider sign-in failed')
      return successPage({ problem: error instanceof ProviderFailed ? error.reason : 'away', provider })
    }
  }

const arriving = (serving: Serving, parts: ProviderDeps, flows: OAuthFlows): Calls<'exchange' | 'joinByProvider'> => {
  const { passwords, throttle } = parts
  const callerOf = (request: FastifyRequest, now: Date): Caller | undefined => {
    const browser = flows.read(request, now)?.browser
    return browser === undefined ? undefined : { browser, network: networkOf(request.ip), userAgent: request.headers['user-agent'], now }
  }
  /** Returns the ID of the guest who sent this request, if any. */
  const guestOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const token = bearerOf(request)
    const actor = token === undefined ? undefined : await serving.identify(token, networkOf(request.ip))
    return actor?.isGuest ? actor.userId : undefined
  }
  /** Checks the password that the user entered and returns its hash. Attempts are throttled as they are at sign-in. */
  const hashOfRight = async (
    db: Db,
    { email, password }: { email: string; password: string },
    { network, now }: Caller,
    ip: string,
  ): Promise<string> => {
    const credentials = await credentialsByEmail(db, email)
    const attempt = await throttle.signingIn(db, { email, userId: credentials?.userId, network, device: undefined, now })
    const isRight = attempt.isDecoy ? await passwords.verifyDecoy() : await passwords.matches(credentials?.passwordHash, password, network)
    if (!isRight || !credentials?.passwordHash) {
      await recordOwn(db, { act: 'session.failed', userId: credentials?.userId ?? null, ip, at: now })
      throw new Refused('wrong_password', 'That password is incorrect.')
    }
    await attempt.wasRight()
    return credentials.passwordHash
  }

  return {
    // Anyone may call this.
    exchange: async ({ db, now, body: { token: code }, request, reply, services }) => {
      const caller = callerOf(request, now)
      if (!caller) throw new Refused('not_found')
      const { drive } = flows.read(request, now) ?? {}
      const refreshToken = drive?.code === code ? drive.refreshToken : undefined
      const outcome = await exchangeCode(
        { db, deps: parts, throttle, names: namesOf(services), heldBack: await parts.heldBack() },
        { code, refreshToken },
        { ...caller, guestId: await guestOf(request) },
      )
      if (refreshToken !== undefined) flows.keep(reply, { browser: caller.browser }, now)
      if (outcome.kind !== 'signed_in') return outcome
      const { kind, provider, token, userId } = outcome
      await recordOwn(db, { act: 'session.begun', userId, ip: request.ip, at: now })
      return { kind, provider, token, user: await userOf(db, userId, now, parts) }
    },

    // Anyone may call this.
    joinByProvider: async ({ db, now, body: { choice, how }, request, services }) => {
      const caller = callerOf(request, now)
      if (!caller) throw new Refused('not_found')
      const email = await emailOfChoice(db, choice, caller)
      const decided =
        how.kind === 'password'
          ? { kind: how.kind, passwordHash: await hashOfRight(db, { email, password: how.password }, caller, request.ip) }
          : { kind: how.kind }
      const { token, userId } = await joinAccount({ db, deps: parts, throttle, names: namesOf(services) }, { choice, how: decided }, caller)
      await recordOwn(db, { act: 'session.begun', userId, ip: request.ip, at: now })
      return { token, user: await userOf(db, userId, now, parts) }
    },
  }
}

const leaving =
  (provider: Provider): Handlers<typeof providers>['unlinkGoogle'] =>
  async ({ db, actor: { userId }, now, services }) => {
    await leaveProvider({ db, names: namesOf(services) }, { userId, provider, now })
    return DONE
  }

const ownWays = ({ settings, passwords }: ProviderDeps): Calls<'setPassword'> => ({
  // Anyone signed in may call this, with or without a plan, after proving who they are.
  setPassword: async ({ db, actor, body: { newPassword } }) => {
    if (actor.isGuest) throw new Refused('sign_up_needed')
    if (await passwordHashOf(db, actor.userId)) throw new Refused('refused_by_rule', 'You already have a password.')
    requireLength(newPassword, settings)
    const to = await passwords.hash(newPassword, actor.userId)
    await db.transaction(async (db) => {
      if (!(await replacePassword(db, actor.userId, { from: null, to })))
        throw new Refused('refused_by_rule', 'You already have a password.')
      await deleteOtherSessions(db, actor.userId, actor.sessionId)
      await forgetOtherDevices(db, actor.userId, undefined)
    })
    return DONE
  },
})

export const providerRoutes = (serving: Serving, parts: ProviderDeps): void => {
  const flows = makeOAuthFlows(parts.keys, parts.settings)
  const { google, oidc } = { google: goingOut(parts, flows, 'google'), oidc: goingOut(parts, flows, 'oidc') }
  serve(serving, providers, {
    // Anyone may call this.
    signInWithGoogle: google.signIn,
    // Anyone signed in may call this, with or without a plan.
    goToGoogle: google.goTo,
    // Anyone may call this.
    comeBackFromGoogle: comingBack(flows, 'google'),
    // Anyone signed in may call this, with or without a plan, after proving who they are.
    unlinkGoogle: leaving('google'),
    // Anyone may call this.
    signInWithOidc: oidc.signIn,
    // Anyone signed in may call this, with or without a plan.
    goToOidc: oidc.goTo,
    // Anyone may call this.
    comeBackFromOidc: comingBack(flows, 'oidc'),
    // Anyone signed in may call this, with or without a plan, after proving who they are.
    unlinkOidc: leaving('oidc'),
    ...arriving(serving, parts, flows),
    ...ownWays(parts),
  })
}
