import { record } from '#server/features/audit/queries.ts'
import { requireLength } from '#server/features/sign-in/actions.ts'
import { forgetOtherDevices } from '#server/features/sign-in/guessing/actions.ts'
import { deviceOf } from '#server/features/sign-in/guessing/policy.ts'
import { type ProofDeps, proveByPassword } from '#server/features/sign-in/proof/actions.ts'
import { replacePassword } from '#server/features/sign-in/queries.ts'
import { endResets } from '#server/features/sign-in/reset/queries.ts'
import { wideNetworkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import { ownSessions } from '#shared/sign-in/sessions/contract.ts'
import { deleteOtherSessions, deleteSessionOf, sessionsOf } from './queries.ts'

type SessionDeps = ProofDeps & { settings: { passwordMinLength: number; isHttps: boolean } }

export const sessionRoutes = (serving: Serving, { settings, ...means }: SessionDeps): void =>
  serve(serving, ownSessions, {
    // Anyone signed in may call this, with or without a plan.
    prove: async ({ db, actor, now, body: { password }, request: { ip } }) => {
      await proveByPassword(means, db, { actor, password, ip, now })
    },

    // Anyone signed in may call this, with or without a plan.
    changePassword: async ({ db, actor, now, body: { currentPassword, newPassword }, request }) => {
      const { ip } = request
      requireLength(newPassword, settings)
      const { userId, sessionId } = actor
      const from = await proveByPassword(means, db, { actor, password: currentPassword, ip, now })
      const to = await means.passwords.hash(newPassword, userId)
      await db.transaction(async (db) => {
        if (!(await replacePassword(db, userId, { from, to }))) throw new Refused('wrong_password')
        await deleteOtherSessions(db, userId, sessionId)
        await endResets(db, userId, now)
        await forgetOtherDevices(db, userId, deviceOf(request, settings))
        await record(db, { at: now, actorId: userId, act: 'account.password', subjectId: userId, network: wideNetworkOf(ip) })
      })
      return DONE
    },

    // Anyone signed in may call this, with or without a plan.
    sessions: async ({ db, actor, now }) =>
      (await sessionsOf(db, actor.userId, now)).map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        userAgent,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        isCurrent: id === actor.sessionId,
      })),

    // Anyone signed in may call this, with or without a plan, after proving who they are.
    endSession: async ({ db, actor, params }) => {
      if (!(await deleteSessionOf(db, actor.userId, params.id))) throw new Refused('not_found')
      return DONE
    },

    // Anyone signed in may call this, with or without a plan, after proving who they are.
    endOtherSessions: async ({ actor }) => {
      await means.sessions.endOthers(actor.userId, actor.sessionId)
      return DONE
    },
  })
