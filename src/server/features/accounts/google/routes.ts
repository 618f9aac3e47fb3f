import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Given, type Hooks, requireLength, userOf } from '#server/features/accounts/actions.ts'
import { forgetOtherDevices, type Guard } from '#server/features/accounts/guessing/actions.ts'
import { credentialsByEmail, passwordHashOf, replacePassword } from '#server/features/accounts/queries.ts'
import { deleteOtherSessions } from '#server/features/accounts/sessions/queries.ts'
import { recordOwn } from '#server/features/audit/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { originOf } from '#server/lib/http/origin.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bearerOf, type Handlers, requireProven, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { type Google, GoogleFailed } from '#server/lib/outside/google.ts'
import type { Services } from '#server/lib/outside/world.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { google } from '#shared/accounts/google/contract.ts'
import { isTimezone } from '#shared/dates.ts'
import { type Caller, emailOfChoice, exchangeCode, joinAccount, keepArrival, leaveGoogle, useOf } from './actions.ts'
import { type Kept, LIFE_S, newSecret, type Round, readFrom, written } from './policy.ts'

type Parts = Hooks & {
  settings: Given & { passwordMinLength: number; publicAddress: string | undefined; isHttps: boolean }
  keys: KeyRing
  passwords: Passwords
  guard: Guard
  /** Returns why nothing is saved now; undefined where it is. */
  heldBack: () => Promise<Refused | undefined>
}
type Calls<Names extends keyof typeof google> = Pick<Handlers<typeof google>, Names>

const DONE = { success: true } as const
const AWAY = 'Google cannot be reached. Try again in a moment.'

type Rounds = {
  /** Returns what the browser keeps; undefined where it is nothing, too old, or not ours. */
  read: (request: FastifyRequest, now: Date) => Kept | undefined
  keep: (reply: FastifyReply, kept: Kept, now: Date) => void
}

/** `__Host-`, where browsers take it: no other host of the school's domain can set it. */
const makeRounds = (keys: KeyRing, { isHttps }: { isHttps: boolean }): Rounds => {
  const name = isHttps ? '__Host-firstbell_google' : 'firstbell_google'
  return {
    read: ({ cookies }, now) => readFrom(keys, cookies[name] ?? '', now),
    keep: (reply, kept, now) => {
      reply.setCookie(name, written(keys, kept, now), { path: '/', maxAge: LIFE_S, secure: isHttps })
    },
  }
}

const requireGoogle = ({ google }: Services): Google => {
  if (!google) throw new Refused('not_configured', 'Signing in with Google is not set up here.')
  return google
}

/** Where the page goes on: with a code to be exchanged, or with what is wrong. */
const successPage = (says: { token: string } | { problem: 'away' | 'refused' | 'cancelled' }) => ({
  to: `/auth/success?${new URLSearchParams(says)}`,
})

const newRound = (request: FastifyRequest, settings: Parts['settings']) => ({
  state: newSecret(),
  nonce: newSecret(),
  codeVerifier: newSecret(),
  redirectUri: new URL(google.comeBackFromGoogle.path, originOf(request, settings)).href,
})

const goingOut = ({ settings }: Parts, rounds: Rounds): Calls<'signInWithGoogle' | 'goToGoogle'> => ({
  signInWithGoogle: async ({ now, query: { timezone: said, ref = null }, request, reply, services }) => {
    const google = requireGoogle(services)
    const timezone = said !== undefined && isTimezone(said) ? said : null
    const round: Round = { ...newRound(request, settings), purpose: null, opensDrive: false, userId: null, sessionId: null, timezone, ref }
    try {
      const to = await google.addressOf(round, { drive: false })
      rounds.keep(reply, { browser: rounds.read(request, now)?.browser ?? newSecret(), round }, now)
      return { to, at: 'google' }
    } catch (error) {
      if (!(error instanceof GoogleFailed)) throw error
      request.log.warn({ err: error }, 'nobody can be sent to Google')
      return successPage({ problem: 'away' })
    }
  },

  goToGoogle: async ({ db, actor, now, body: { purpose: wish }, request, reply, services }) => {
    const google = requireGoogle(services)
    const opensDrive = wish === 'drive'
    if (opensDrive && !google.picker) throw new Refused('not_configured', 'Google Drive is not set up here.')
    if (actor.isGuest) throw new Refused('sign_up_needed')
    const { userId, sessionId } = actor
    const { purpose, email } = await useOf(db, userId, wish)
    if (purpose === 'link') requireProven(actor)
    const round: Round = { ...newRound(request, settings), purpose, opensDrive, userId, sessionId, timezone: null, ref: null }
    try {
      const url = await google.addressOf(round, { drive: opensDrive, email })
      rounds.keep(reply, { browser: rounds.read(request, now)?.browser ?? newSecret(), round }, now)
      return { url }
    } catch (error) {
      if (error instanceof GoogleFailed) throw new Refused('unavailable', AWAY, { retryAfter: 10 })
      throw error
    }
  },
})

const comingBack = (rounds: Rounds): Calls<'comeBackFromGoogle'> => ({
  comeBackFromGoogle: async ({ db, now, query, request, reply, services }) => {
    const google = requireGoogle(services)
    const kept = rounds.read(request, now)
    const round = kept?.round
    // A round that another one has overtaken, or of another browser: what this browser keeps is left alone.
    if (!round || query.state !== round.state) return successPage({ problem: 'refused' })
    const { browser } = kept
    rounds.keep(reply, { browser }, now)
    if (query.error !== undefined) return successPage({ problem: query.error === 'access_denied' ? 'cancelled' : 'refused' })
    try {
      const address = new URL(round.redirectUri)
      address.search = new URL(request.url, round.redirectUri).search
      const { person, driveRefreshToken } = await google.arrival(round, address)
      const { purpose, opensDrive, userId, sessionId, timezone, ref } = round
      if (opensDrive && !driveRefreshToken) return successPage({ problem: 'cancelled' })
      const code = await keepArrival(db, { ...person, purpose, userId, sessionId, timezone, ref }, { browser, stage: 'token', now })
      if (opensDrive && driveRefreshToken) rounds.keep(reply, { browser, drive: { code, refreshToken: driveRefreshToken } }, now)
      return successPage({ token: code })
    } catch (error) {
      if (!(error instanceof GoogleFailed || cannotWrite(error))) throw error
      request.log.warn({ err: error }, 'somebody who came back from Google is not let in')
      return successPage({ problem: error instanceof GoogleFailed ? error.reason : 'away' })
    }
  },
})

const arriving = (serving: Serving, parts: Parts, rounds: Rounds): Calls<'exchange' | 'joinByGoogle'> => {
  const { settings, passwords, guard } = parts
  const callerOf = (request: FastifyRequest, now: Date): Caller | undefined => {
    const browser = rounds.read(request, now)?.browser
    return browser === undefined ? undefined : { browser, network: networkOf(request.ip), userAgent: request.headers['user-agent'], now }
  }
  /** The guest who is signed in where the call comes from. */
  const guestOf = async (request: FastifyRequest): Promise<string | undefined> => {
    const token = bearerOf(request)
    const actor = token === undefined ? undefined : await serving.identify(token, networkOf(request.ip))
    return actor?.isGuest ? actor.userId : undefined
  }
  /** Returns the hash of the password that was typed for an account. Guessing counts as it does at sign-in. */
  const hashOfRight = async (
    db: Db,
    { email, password }: { email: string; password: string },
    { network, now }: Caller,
    ip: string,
  ): Promise<string> => {
    const credentials = await credentialsByEmail(db, email)
    const attempt = await guard.signingIn(db, { email, userId: credentials?.userId, network, device: undefined, now })
    const isRight = attempt.isPretence ? await passwords.pretend() : await passwords.matches(credentials?.passwordHash, password, network)
    if (!isRight || !credentials?.passwordHash) {
      await recordOwn(db, { act: 'session.failed', userId: credentials?.userId ?? null, ip, at: now })
      throw new Refused('wrong_password', 'This is not the password of the account.')
    }
    await attempt.wasRight()
    return credentials.passwordHash
  }

  return {
    exchange: async ({ db, now, body: { token: code }, request, reply }) => {
      const caller = callerOf(request, now)
      if (!caller) throw new Refused('not_found')
      const { drive } = rounds.read(request, now) ?? {}
      const refreshToken = drive?.code === code ? drive.refreshToken : undefined
      const outcome = await exchangeCode(
        { db, hooks: parts, guard, heldBack: await parts.heldBack() },
        { code, refreshToken },
        { ...caller, guestId: await guestOf(request) },
      )
      if (refreshToken !== undefined) rounds.keep(reply, { browser: caller.browser }, now)
      if (outcome.kind !== 'signed_in') return outcome
      const { kind, token, userId } = outcome
      await recordOwn(db, { act: 'session.begun', userId, ip: request.ip, at: now })
      return { kind, token, user: await userOf(db, userId, now, settings) }
    },

    joinByGoogle: async ({ db, now, body: { choice, how }, request }) => {
      const caller = callerOf(request, now)
      if (!caller) throw new Refused('not_found')
      const email = await emailOfChoice(db, choice, caller)
      const decided =
        how.kind === 'password'
          ? { kind: how.kind, passwordHash: await hashOfRight(db, { email, password: how.password }, caller, request.ip) }
          : { kind: how.kind }
      const { token, userId } = await joinAccount({ db, hooks: parts, guard }, { choice, how: decided }, caller)
      await recordOwn(db, { act: 'session.begun', userId, ip: request.ip, at: now })
      return { token, user: await userOf(db, userId, now, settings) }
    },
  }
}

const ownWays = ({ settings, passwords, ...hooks }: Parts): Calls<'unlinkGoogle' | 'setPassword'> => ({
  unlinkGoogle: async ({ db, actor, now }) => {
    await leaveGoogle(db, actor.userId, hooks, now)
    return DONE
  },

  setPassword: async ({ db, actor, body: { newPassword } }) => {
    if (actor.isGuest) throw new Refused('sign_up_needed')
    if (await passwordHashOf(db, actor.userId)) throw new Refused('refused_by_rule', 'You have a password already.')
    requireLength(newPassword, settings)
    const to = await passwords.hash(newPassword, actor.userId)
    await db.transaction(async (db) => {
      if (!(await replacePassword(db, actor.userId, { from: null, to })))
        throw new Refused('refused_by_rule', 'You have a password already.')
      await deleteOtherSessions(db, actor.userId, actor.sessionId)
      await forgetOtherDevices(db, actor.userId, undefined)
    })
    return DONE
  },
})

export const googleRoutes = (serving: Serving, parts: Parts): void => {
  const rounds = makeRounds(parts.keys, parts.settings)
  serve(serving, google, { ...goingOut(parts, rounds), ...comingBack(rounds), ...arriving(serving, parts, rounds), ...ownWays(parts) })
}
