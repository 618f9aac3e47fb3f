import type { DeletionDeps } from '#server/features/accounts/actions.ts'
import { grantPlans } from '#server/features/billing/grants/actions.ts'
import { addCredit } from '#server/features/billing/referral/actions.ts'
import type { Sessions } from '#server/features/sign-in/sessions/actions.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { adminUsers } from '#shared/admin/users/contract.ts'
import * as action from './actions.ts'

type UserAdminDeps = DeletionDeps & { settings: action.Settings; sessions: Sessions; mailQueue: MailQueue }

/** User management for platform admins. */
export const adminUserRoutes = (serving: Serving, { settings, sessions, keys, mailQueue, ...deps }: UserAdminDeps): void =>
  serve(serving, adminUsers, {
    // Platform admins may call this.
    listUsers: ({ db, now, params, query }) => action.listUsers(db, { ...params, ...query }, now, settings),

    // Platform admins may call this.
    searchUsers: ({ db, actor, now, query: { q } }) => action.searchUsers(db, { text: q, actorId: actor.userId }, now, settings),

    // Platform admins may call this.
    person: ({ db, actor, now, params: { userId } }) => action.personFor(db, actor, userId, now, settings),

    // Platform admins may call this, after proving who they are.
    setAdmin: async ({ db, actor, now, params: { userId }, body: { isAdmin } }) => {
      await action.setAdmin(db, { actorId: actor.userId, userId }, isAdmin, now, mailQueue)
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    grantPlan: async ({ db, actor, now, params: { userId }, body: { until, aiUntil } }) => {
      await grantPlans(db, [{ userId, until, aiUntil }], { actorId: actor.userId, now })
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    addCredit: async ({ db, actor, now, params: { userId } }) => {
      await addCredit(db, { userId, actorId: actor.userId }, now)
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    sendPersonLink: async ({ db, actor, now, services, params: { userId } }) => {
      if (!services.mail) throw new Refused('not_configured', 'Email isn’t set up here, so we can’t send a link.')
      await action.sendLink(db, { actorId: actor.userId, userId }, now, { keys, mailQueue })
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    endPersonSession: async ({ db, actor, now, params: { userId, sessionId } }) => {
      await action.endSession(db, { actorId: actor.userId, userId }, sessionId, now)
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    endPersonSessions: async ({ db, actor, now, params: { userId } }) => {
      await action.endSessions(db, actor, userId, now, sessions)
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    deletePerson: async ({ db, actor, now, params: { userId }, body: { email } }) => {
      await action.deletePerson(db, { actorId: actor.userId, userId, email }, now, { keys, ...deps })
      return DONE
    },
  })
