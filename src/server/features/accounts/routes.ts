import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordOwn } from '#server/features/audit/actions.ts'
import { record } from '#server/features/audit/queries.ts'
import { changedNotes, type Given, userOf } from '#server/features/people/actions.ts'
import { quotaFor } from '#server/features/people/policy.ts'
import { calendarRowOf, insertUser, lockUser, type UserChanges, updateUser } from '#server/features/people/queries.ts'
import { requireLength } from '#server/features/sign-in/actions.ts'
import { rememberDevice, type SignInThrottle } from '#server/features/sign-in/guessing/actions.ts'
import { deviceOf, keepDevice } from '#server/features/sign-in/guessing/policy.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { networkOf, wideNetworkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Handlers, type Serving, serve } from '#server/lib/http/serve.ts'
import { makeTurns } from '#server/lib/limits/turns.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { jpegSize } from '#server/lib/pictures/jpeg-size.ts'
import { accounts, NOT_A_PICTURE, PICTURE_SIDE } from '#shared/accounts/contract.ts'
import { guests } from '#shared/accounts/guests/contract.ts'
import { NOTE_NAMES, type SpecialNotes, withTitleHue } from '#shared/accounts/rules.ts'
import { publicSettings } from '#shared/accounts/settings/contract.ts'
import { MAX } from '#shared/limits.ts'
import { beginAccount, deleteAccount, isByLink, requireOpenSignUp, type SignUpDeps } from './actions.ts'
import { openGuest, ownGuest, refuseTaken } from './guests/actions.ts'

type AccountSettings = Given & { passwordMinLength: number; contactEmail: string; isHttps: boolean }

const TOO_MANY_HUES = `You’ve picked colors for ${MAX.titleHues} lesson titles, the most we can save. Set one back to Automatic first.`

/** Throws unless this is a JPEG of the right size. Only reads the JPEG header, so a huge picture is never decoded. */
const requirePicture = (address: string) => {
  const size = jpegSize(Buffer.from(address.slice(address.indexOf(',')), 'base64'))
  if (size?.width !== PICTURE_SIDE || size.height !== PICTURE_SIDE) throw new Refused('refused_by_rule', NOT_A_PICTURE)
}

const NO_PASSWORD = 'Please enter a password'

/** Text settings that become read-only when the plan ends. Other settings (theme, time zone, the tour) can still be changed. */
const TEXTS = [...NOTE_NAMES, 'displayName', 'profileImage', 'aiCustomInstructions'] as const

/** Returns the sanitized notes among the changed fields, and the other fields. */
const splitNotes = async <Fields extends { [Name in keyof SpecialNotes]?: string | undefined }>(fields: Fields) => {
  const { emergencyProcedures, studentNotes, substituteInstructions, ...others } = fields
  const notes: Partial<SpecialNotes> = {}
  for (const name of NOTE_NAMES) {
    const html = fields[name]
    if (html !== undefined) notes[name] = await cleanInTurn(html)
  }
  return { notes, others }
}

type Typed = { password?: string | undefined; passwordHash?: string | undefined }

/**
 * Returns the hash of the password entered at sign-up, or undefined if the user will set it through an emailed link. Throws `malformed` if
 * a required password is missing.
 */
const hashForSignUp = async (body: Typed, { settings, passwords, ...deps }: AccountDeps, network: string): Promise<string | undefined> => {
  if (isByLink(deps)) return undefined
  const password = body.passwordHash ?? body.password
  if (password === undefined) throw new Refused('malformed', NO_PASSWORD, { issues: [{ path: 'password', message: NO_PASSWORD }] })
  requireLength(password, settings)
  return passwords.hash(password, network)
}

type AccountDeps = SignUpDeps & {
  settings: AccountSettings
  quota: { lessons: number; history: number }
  passwords: Passwords
  throttle: SignInThrottle
}

const CALLS = { ...accounts, ...guests, ...publicSettings }
type Calls<Names extends keyof typeof CALLS> = Pick<Handlers<typeof CALLS>, Names>

/** Limits how many guest planners are created at once, so that a workshop doesn't slow down everyone else. */
const OPENINGS = { atOnce: 2, waitingOfKey: 100, waiting: 500, whenFull: 'Too many people are starting at once. Try again in a moment.' }

type SigningUp = { request: FastifyRequest; reply: FastifyReply; db: Db; now: Date; body: Typed & { email: string } }
/** Creates the account in the given transaction and returns its user ID. */
type Make = (db: Db, account: { email: string; passwordHash: string | undefined }) => Promise<string>

/** Creates an account and signs the user in, unless the user must first set a password through an emailed link. */
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
  const device = token === undefined ? undefined : await rememberDevice(db, { userId, device: deviceOf(request, parts.settings), now })
  if (device !== undefined) keepDevice(reply, device, parts.settings)
  return { ...(token !== undefined && { token }), user: await userOf(db, userId, now, parts) }
}

const asGuest = (parts: AccountDeps): Calls<'openAsGuest' | 'signUpAsGuest'> => {
  const { quota, throttle } = parts
  const inTurn = makeTurns(OPENINGS)
  return {
    // Anyone may call this.
    openAsGuest: async ({ db, now, body, request }) => {
      await requireOpenSignUp(db, parts, null)
      const network = networkOf(request.ip)
      await throttle.registering(db, network, now, 'guest')
      const guest = { timezone: body.timezone ?? 'UTC', userAgent: request.headers['user-agent'], now }
      const { token, userId } = await inTurn({ lane: 'first', key: network }, () => openGuest(db, guest, quota))
      return { token, user: await userOf(db, userId, now, parts) }
    },

    // Anyone signed in may call this, with or without a plan.
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

const asNewcomer = (parts: AccountDeps): Calls<'register'> => ({
  // Anyone may call this.
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
      const userId = await insertUser(db, row)
      await beginAccount(db, { userId, email, ref, hasWayIn: passwordHash !== undefined }, parts, now)
      return userId
    }),
})

const ownAccount = ({ settings, quota, ...deps }: AccountDeps): Calls<'me' | 'updateMe' | 'storage' | 'settings' | 'deleteMe'> => ({
  // Anyone signed in may call this, with or without a plan.
  me: ({ db, actor, now }) => userOf(db, actor.userId, now, { ...deps, settings }),

  // Anyone signed in may call this, with or without a plan.
  updateMe: async ({ db, actor, now, body }) => {
    const { preferences, classroom, titleHue, knownNotes = {}, replaceUnreadable = false, ...fields } = body
    if (!actor.mayWrite && (classroom || TEXTS.some((text) => fields[text] !== undefined))) throw new Refused('subscription_needed')
    if (fields.profileImage) requirePicture(fields.profileImage)
    const { notes, others } = await splitNotes(fields)
    const changes: UserChanges = { ...others }
    await db.transaction(async (db) => {
      const stored = await lockUser(db, actor.userId)
      Object.assign(changes, await changedNotes(db, actor.userId, now, { notes, known: knownNotes, replaceUnreadable, ...deps, settings }))
      if (preferences || titleHue) changes.preferences = { ...stored?.preferences, ...preferences }
      if (classroom) changes.classroom = { ...stored?.classroom, ...classroom }
      if (titleHue) {
        const titleHues = withTitleHue(stored?.preferences.titleHues ?? [], titleHue)
        if (titleHues.length > MAX.titleHues) throw new Refused('refused_by_rule', TOO_MANY_HUES)
        changes.preferences = { ...changes.preferences, titleHues }
      }
      if (Object.keys(changes).length > 0) await updateUser(db, actor.userId, changes)
    })
    return userOf(db, actor.userId, now, { ...deps, settings })
  },

  // Anyone signed in may call this, with or without a plan, after proving who they are.
  deleteMe: async ({ db, actor, now, request }) => {
    const { userId, sessionId } = actor
    await db.transaction(async (db) => {
      await deleteAccount(db, { userId, precondition: { sessionId }, now, keepsTrial: true }, deps)
      const network = wideNetworkOf(request.ip)
      if (!actor.isGuest) await record(db, { at: now, actorId: userId, act: 'account.deleted', subjectId: userId, network })
    })
    return DONE
  },

  // Anyone signed in may call this, with or without a plan.
  storage: async ({ db, actor }) => {
    const calendar = await calendarRowOf(db, actor.userId)
    if (!calendar) throw new Refused('not_signed_in')
    const { lessons, history } = quotaFor(actor, quota)
    return { lessons: { used: calendar.lessonBytes, limit: lessons }, history: { used: calendar.historyBytes, limit: history } }
  },

  // Anyone may call this.
  settings: async ({ services: { google, oidc, ai, mail } }) => ({
    passwordMinLength: settings.passwordMinLength,
    contactEmail: settings.contactEmail,
    google: google ? { picker: google.picker ?? null } : null,
    oidc: oidc ? { button: oidc.button, name: oidc.name } : null,
    ai: ai !== undefined,
    isAiForEverybody: settings.isAiForEverybody,
    mail: mail !== undefined,
    signUp: deps.signUp,
  }),
})

export const accountRoutes = (serving: Serving, parts: AccountDeps): void =>
  serve(serving, CALLS, { ...asGuest(parts), ...asNewcomer(parts), ...ownAccount(parts) })
