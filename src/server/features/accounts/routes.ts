import { isIPv6 } from 'node:net'
import type { Db } from '#server/lib/db/client.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { jpegSize } from '#server/lib/pictures/jpeg-size.ts'
import { accounts, NOT_A_PICTURE, PICTURE_SIDE } from '#shared/accounts/contract.ts'
import { startSession, userOf } from './actions.ts'
import * as query from './queries.ts'

const DONE = { success: true } as const

/** Failed sign-ins from one network in 15 minutes before it must wait: a school of 300 shares one address. */
const NETWORK_FAILURES = 100

export type AccountSettings = { passwordMinLength: number }

/** Refuses whatever a browser would have to unpack to find out that it is no picture of this size. */
const demandPicture = (address: string) => {
  const size = jpegSize(Buffer.from(address.slice(address.indexOf(',')), 'base64'))
  if (size?.width !== PICTURE_SIDE || size.height !== PICTURE_SIDE) throw new Refused('refused_by_rule', NOT_A_PICTURE)
}

const NOTES = ['emergencyProcedures', 'studentNotes', 'substituteInstructions'] as const

/** Refuses to write over a note that is not what the caller knows, unless it would become what it is. */
const demandKnown = async (db: Db, userId: string, now: Date, { known, changes }: Record<'known' | 'changes', query.UserChanges>) => {
  const stored = await query.notesOf(db, userId)
  const isOvertaken = NOTES.some(
    (note) =>
      changes[note] !== undefined && known[note] !== undefined && stored?.[note] !== known[note] && stored?.[note] !== changes[note],
  )
  if (isOvertaken)
    throw new Refused('stale', 'This was changed somewhere else in the meantime.', { current: await userOf(db, userId, now) })
}

/** The network a request comes from: an IPv4 address, or the /64 that an IPv6 customer is given whole. */
const networkOf = (ip: string): string => (isIPv6(ip) ? ip.split(':').slice(0, 4).join(':') : ip)

export const accountRoutes = (serving: Serving, settings: AccountSettings, passwords: Passwords): void => {
  const demandLength = (password: string) => {
    const { passwordMinLength } = settings
    if (password.length < passwordMinLength)
      throw new Refused('refused_by_rule', `Password must be at least ${passwordMinLength} characters long.`)
  }

  serve(serving, accounts, {
    register: async ({ db, now, body, request, created }) => {
      const password = body.passwordHash ?? body.password ?? ''
      demandLength(password)
      const passwordHash = await passwords.hash(password)
      const { email, displayName, timezone = 'UTC' } = body
      const row = { email, passwordHash, displayName: displayName?.trim() || null, timezone, preferences: {}, createdAt: now }
      const userId = await query.insertUser(db, row).catch((error: unknown) => {
        if (uniqueViolationOf(error) === 'users_email_unique')
          throw new Refused('taken', 'There is already an account with this e-mail address.')
        throw error
      })
      const token = await startSession(db, { userId, userAgent: request.headers['user-agent'], now })
      created()
      return { token, user: await userOf(db, userId, now) }
    },

    login: async ({ db, now, body, request }) => {
      const network = networkOf(request.ip)
      const key = `account ${body.email} ${network}`
      const networkKey = `network ${network}`
      if ((await query.recentSignInFailures(db, networkKey, now)) >= NETWORK_FAILURES)
        throw new Refused('too_many', undefined, { retryAfter: 900 })
      if (!(await query.claimSignIn(db, key, now))) {
        const notBefore = await query.signInNotBefore(db, key)
        const seconds = notBefore ? Math.ceil((notBefore.getTime() - now.getTime()) / 1000) : 1
        throw new Refused('too_many', undefined, { retryAfter: Math.max(1, seconds) })
      }
      const credentials = await query.credentialsByEmail(db, body.email)
      if (!(await passwords.matches(credentials?.passwordHash, body.password)) || !credentials) {
        await query.countSignInFailure(db, networkKey, now)
        throw new Refused('wrong_credentials')
      }
      await query.forgetSignInFailures(db, key)
      const token = await startSession(db, { userId: credentials.userId, userAgent: request.headers['user-agent'], now })
      return { token, user: await userOf(db, credentials.userId, now) }
    },

    logout: async ({ db, actor }) => {
      await query.deleteSession(db, actor.sessionId)
      return DONE
    },

    changePassword: async ({ db, actor, body }) => {
      demandLength(body.newPassword)
      const current = await query.passwordHashOf(db, actor.userId)
      if (!(await passwords.matches(current, body.currentPassword))) throw new Refused('wrong_password')
      const passwordHash = await passwords.hash(body.newPassword)
      await db.transaction(async (db) => {
        await query.updateUser(db, actor.userId, { passwordHash })
        await query.deleteOtherSessions(db, actor.userId, actor.sessionId)
      })
      return DONE
    },

    sessions: async ({ db, actor, now }) =>
      (await query.sessionsOf(db, actor.userId, now)).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: id === actor.sessionId,
      })),

    endSession: async ({ db, actor, params }) => {
      if (!(await query.deleteSessionOf(db, actor.userId, params.id))) throw new Refused('not_found')
      return DONE
    },

    endOtherSessions: async ({ db, actor }) => {
      await query.deleteOtherSessions(db, actor.userId, actor.sessionId)
      return DONE
    },

    deleteMe: async ({ db, actor, body }) => {
      const current = await query.passwordHashOf(db, actor.userId)
      if (!(await passwords.matches(current, body.password))) throw new Refused('wrong_password')
      await query.deleteUser(db, actor.userId)
      return DONE
    },

    me: ({ db, actor, now }) => userOf(db, actor.userId, now),

    updateMe: async ({ db, actor, now, body }) => {
      const { preferences, knownNotes, ...fields } = body
      if (fields.profileImage) demandPicture(fields.profileImage)
      const changes: query.UserChanges = { ...fields }
      for (const note of NOTES) {
        const html = fields[note]
        if (html !== undefined) changes[note] = await cleanInTurn(html)
      }
      await db.transaction(async (db) => {
        const stored = await query.lockUser(db, actor.userId)
        if (knownNotes) await demandKnown(db, actor.userId, now, { known: knownNotes, changes })
        if (preferences) changes.preferences = { ...stored?.preferences, ...preferences }
        if (Object.keys(changes).length > 0) await query.updateUser(db, actor.userId, changes)
      })
      return userOf(db, actor.userId, now)
    },

    settings: async () => settings,
  })
}
