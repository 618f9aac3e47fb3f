import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordOwn } from '#server/features/audit/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { networkOf, wideNetworkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { jpegSize } from '#server/lib/pictures/jpeg-size.ts'
import { accounts, NOT_A_PICTURE, PICTURE_SIDE } from '#shared/accounts/contract.ts'
import { guests } from '#shared/accounts/guests/contract.ts'
import { MAX_TITLE_HUES, withTitleHue } from '#shared/accounts/rules.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import { beginAccount, deleteAccount, type Given, type Hooks, isByLink, requireLength, requireOpenSignUp, userOf } from './actions.ts'
import { DEVICE_LIFE_S, rememberDevice, type SignInThrottle } from './guessing/actions.ts'
import { DEVICE_COOKIE, deviceOf } from './guessing/policy.ts'
import { type FillWeek, openGuest, ownGuest, refuseTaken } from './guests/actions.ts'
import { quotaFor } from './guests/policy.ts'
import * as query from './queries.ts'
import { type Sessions, startSession } from './sessions/actions.ts'

const DONE = { success: true } as const

type AccountSettings = Given & { passwordMinLength: number; contactEmail: string }

const TOO_MANY_HUES = `You’ve picked colors for ${MAX_TITLE_HUES} lesson titles, the most we can save. Set one back to Automatic first.`

/** Throws unless this is a JPEG of the right size. Only reads its header, so a huge picture is never decoded. */
const requirePicture = (address: string) => {
  const size = jpegSize(Buffer.from(address.slice(address.indexOf(',')), 'base64'))
  if (size?.width !== PICTURE_SIDE || size.height !== PICTURE_SIDE) throw new Refused('refused_by_rule', NOT_A_PICTURE)
}

const NO_PASSWORD = 'Please enter a password'

const NOTES = ['emergencyProcedures', 'studentNotes', 'substituteInstructions'] as const
/** Texts that become read-only when the plan ends. Settings (theme, time zone, the tour) can still be changed. */
const TEXTS = [...NOTES, 'displayName', 'profileImage', 'aiCustomInstructions'] as const

type NoteUpdate = Record<'known' | 'changes', query.UserChanges> & { settings: AccountSettings }

/** Throws `stale` if a stored note differs from the one the client last saw, unless it already equals the new text. */
const requireKnown = async (db: Db, userId: string, now: Date, { known, changes, settings }: NoteUpdate) => {
  const stored = await query.notesOf(db, userId)
  const isOvertaken = NOTES.some(
    (note) =>
      changes[note] !== undefined && known[note] !== undefined && stored?.[note] !== known[note] && stored?.[note] !== changes[note],
  )
  if (isOvertaken)
    throw new Refused('stale', 'This was just changed in another window.', { current: await userOf(db, userId, now, settings) })
}

type Typed = { password?: string | undefined; passwordHash?: string | undefined }

/** Hashes the password typed at sign-up; undefined if the person will set it with a mailed link. Throws `malformed` if it's missing. */
const hashForSignUp = async (body: Typed, { settings, passwords, ...hooks }: AccountDeps, network: string): Promise<string | undefined> => {
  if (isByLink(hooks)) return undefined
  const password = body.passwordHash ?? body.password
  if (password === undefined) throw new Refused('malformed', NO_PASSWORD, { issues: [{ path: 'password', message: NO_PASSWORD }] })
  requireLength(password, settings)
  return passwords.hash(password, network)
}

type AccountDeps = Hooks & {
  settings: AccountSettings
  quota: { lessons: number; history: number }
  passwords: Passwords
  sessions: Sessions
  throttle: SignInThrottle
  fillWeek: FillWeek
}

type Recognising = { request: FastifyRequest; reply: FastifyReply; tell?: MailQueue | undefined }

/** Remembers the browser that signed in, and mails the person about it if `tell` is given. Skipped while the database is read-only. */
const recognise = async (db: Db, userId: string, now: Date, { request, reply, tell }: Recognising) => {
  try {
    const device = await db.transaction(async (db) => {
      await tell?.queue(db, { userId, kind: 'new-device', about: now.toISOString() }, now)
      return rememberDevice(db, { userId, device: deviceOf(request), now })
    })
    reply.setCookie(DEVICE_COOKIE, device, { path: '/api/auth', maxAge: DEVICE_LIFE_S })
  } catch (error) {
    if (!cannotWrite(error)) throw error
  }
}

const CALLS = { ...accounts, ...guests, ...publicSettings }
type Calls<Names extends keyof typeof CALLS> = Pick<Handlers<typeof CALLS>, Names>

/** Limits how many guest planners are created at once, so that a workshop doesn't slow down everyone else. */
const OPENINGS = { atOnce: 2, waitingOfKey: 100, waiting: 500, whenFull: 'Too many people are starting at once. Try again in a moment.' }

type SigningUp = Recognising & { db: Db; now: Date; body: Typed & { email: string } }
/** Creates the account in the given transaction and returns its user ID. */
type Make = (db: Db, account: { email: string; passwordHash: string | undefined }) => Promise<string>

/** Creates an account and signs the person in, unless they must first set a password with a mailed link. */
const signUp = async (parts: AccountDeps, { db, now, body, request, reply }: SigningUp, make: Make) => {
  const network = networkOf(request.ip)
  await parts.throttle.registering(db, network, now)
  const passwordHash = await hashForSignUp(body, parts, network)
  const { userId, token } = await db
    .transaction(async (db) => {
      const userId = await make(db, { email: body.email, passwordHash })
      if (passwordHash === undefined) return { userId, token: undefined }
      const userAgent = request.headers['user-agent']
      const token = await startSession(db, { userId, passwordHash, userAgent, now, isConfirmed: true })
      if (token === undefined) throw new Refused('not_signed_in')
      return { userId, token }
    })
    .catch(refuseTaken)
  await recordOwn(db, { act: 'account.created', userId, ip: request.ip, at: now })
  if (token !== undefined) await recognise(db, userId, now, { request, reply })
  return { ...(token !== undefined && { token }), user: await userOf(db, userId, now, parts.settings) }
}

const asGuest = (parts: AccountDeps): Calls<'openAsGuest' | 'signUpAsGuest'> => {
  const { settings, throttle, fillWeek } = parts
  const inTurn = makeTurns(OPENINGS)
  return {
    openAsGuest: async ({ db, now, body, request }) => {
      await requireOpenSignUp(db, parts, null)
      const network = networkOf(request.ip)
      await throttle.registering(db, network, now, 'guest')
      const guest = { timezone: body.timezone ?? 'UTC', userAgent: request.headers['user-agent'], now }
      const { token, userId } = await inTurn({ lane: 'first', key: network }, () => openGuest(db, guest, fillWeek))
      return { token, user: await userOf(db, userId, now, settings) }
    },

    signUpAsGuest: async ({ db, actor, now, body, ...call }) => {
      if (!actor.isGuest) throw new Refused('not_allowed', 'You already have an account.')
      const { userId } = actor
      return signUp(parts, { db, now, body, ...call }, async (db, account) => {
        const displayName = body.displayName?.trim() || undefined
        await ownGuest(db, parts, { ...account, userId, displayName, timezone: body.timezone, ref: body.ref, now })
        return userId
      })
    },
  }
}

const signingIn = (parts: AccountDeps): Calls<'register' | 'login' | 'logout'> => {
  const { settings, passwords, sessions, throttle, ...hooks } = parts
  return {
    register: ({ now, body, ...call }) =>
      signUp(parts, { now, body, ...call }, async (db, { email, passwordHash }) => {
        const { displayName, timezone = 'UTC', ref } = body
        const row = {
          email,
          passwordHash: passwordHash ?? null,
          displayName: displayName?.trim() || null,
          timezone,
          preferences: {},
          createdAt: now,
        }
        const userId = await query.insertUser(db, row)
        await beginAccount(db, { userId, email, ref, hasWayIn: passwordHash !== undefined }, hooks, now)
        return userId
      }),

    login: async ({ db, now, body, ...call }) => {
      const { email, password } = body
      const network = networkOf(call.request.ip)
      const credentials = await query.credentialsByEmail(db, email)
      const noteAs = (act: 'session.begun' | 'session.failed' | 'session.locked') =>
        recordOwn(db, { act, userId: credentials?.userId ?? null, ip: call.request.ip, at: now })
      const guesser = { email, userId: credentials?.userId, network, device: deviceOf(call.request), now }
      const attempt = await throttle.signingIn(db, guesser).catch(async (error: unknown) => {
        if (error instanceof Refused && error.code === 'too_many') await noteAs('session.locked')
        throw error
      })
      const isRight = attempt.isDecoy
        ? await passwords.verifyDecoy()
        : await passwords.matches(credentials?.passwordHash, password, attempt.isKnownDevice ? email : network)
      if (!isRight || !credentials?.passwordHash) {
        await noteAs('session.failed')
        throw new Refused('wrong_credentials')
      }
      const { userId, passwordHash } = credentials
      await attempt.wasRight()
      const token = await sessions.start({ userId, passwordHash, userAgent: call.request.headers['user-agent'], now, isConfirmed: true })
      if (token === undefined) throw new Refused('wrong_credentials')
      await noteAs('session.begun')
      await recognise(db, userId, now, { ...call, tell: attempt.isKnownDevice ? undefined : hooks.mailQueue })
      return { token, user: await userOf(db, userId, now, settings) }
    },

    logout: async ({ actor }) => {
      await sessions.end(actor.sessionId)
      return DONE
    },
  }
}

const ownAccount = ({ settings, quota, ...hooks }: AccountDeps): Calls<'me' | 'updateMe' | 'storage' | 'settings' | 'deleteMe'> => ({
  me: ({ db, actor, now }) => userOf(db, actor.userId, now, settings),

  updateMe: async ({ db, actor, now, body }) => {
    const { preferences, titleHue, knownNotes, ...fields } = body
    if (!actor.mayWrite && TEXTS.some((text) => fields[text] !== undefined)) throw new Refused('subscription_needed')
    if (fields.profileImage) requirePicture(fields.profileImage)
    const changes: query.UserChanges = { ...fields }
    for (const note of NOTES) {
      const html = fields[note]
      if (html !== undefined) changes[note] = await cleanInTurn(html)
    }
    await db.transaction(async (db) => {
      const stored = await query.lockUser(db, actor.userId)
      if (knownNotes) await requireKnown(db, actor.userId, now, { known: knownNotes, changes, settings })
      if (preferences || titleHue) changes.preferences = { ...stored?.preferences, ...preferences }
      if (titleHue) {
        const titleHues = withTitleHue(stored?.preferences.titleHues ?? [], titleHue)
        if (titleHues.length > MAX_TITLE_HUES) throw new Refused('refused_by_rule', TOO_MANY_HUES)
        changes.preferences = { ...changes.preferences, titleHues }
      }
      if (Object.keys(changes).length > 0) await query.updateUser(db, actor.userId, changes)
    })
    return userOf(db, actor.userId, now, settings)
  },

  deleteMe: async ({ db, actor, now, request }) => {
    const { userId, sessionId } = actor
    await db.transaction(async (db) => {
      await deleteAccount(db, { userId, precondition: { sessionId }, now, keepsTrial: true }, hooks)
      const network = wideNetworkOf(request.ip)
      if (!actor.isGuest) await record(db, { at: now, actorId: userId, act: 'account.deleted', subjectId: userId, network })
    })
    return DONE
  },

  storage: async ({ db, actor }) => {
    const calendar = await query.calendarRowOf(db, actor.userId)
    if (!calendar) throw new Refused('not_signed_in')
    const { lessons, history } = quotaFor(actor, quota)
    return { lessons: { used: calendar.lessonBytes, limit: lessons }, history: { used: calendar.historyBytes, limit: history } }
  },

  settings: async ({ services: { google, oidc, ai, mail } }) => ({
    passwordMinLength: settings.passwordMinLength,
    contactEmail: settings.contactEmail,
    google: google ? { picker: google.picker ?? null } : null,
    oidc: oidc ? { button: oidc.button, name: oidc.name } : null,
    ai: ai !== undefined,
    isAiForEverybody: settings.isAiForEverybody,
    mail: mail !== undefined,
    signUp: hooks.signUp,
  }),
})

export const accountRoutes = (serving: Serving, parts: AccountDeps): void =>
  serve(serving, CALLS, { ...asGuest(parts), ...signingIn(parts), ...ownAccount(parts) })
