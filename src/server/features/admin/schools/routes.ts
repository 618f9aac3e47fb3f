import { remove, setAdministrator } from '#server/features/schools/actions.ts'
import { invite, withdraw } from '#server/features/schools/invitations/actions.ts'
import { type Actor, DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { adminSchools, SCHOOLS_AT_MOST } from '#shared/admin/schools/contract.ts'
import { asPlatform, open, rename, schoolWithPeople } from './actions.ts'
import { schoolsWith } from './queries.ts'

const by = ({ actor, now, params: { schoolId } }: { actor: Actor; now: Date; params: { schoolId: string } }) => ({
  actorId: actor.userId,
  schoolId,
  at: now,
})

/** School management for platform admins, excluding the teachers' plans. */
export const adminSchoolRoutes = (serving: Serving, mailQueue: MailQueue): void =>
  serve(serving, adminSchools, {
    // Platform admins may call this.
    listSchools: ({ db, query: { q = '' } }) => schoolsWith(db, q.trim(), SCHOOLS_AT_MOST),

    // Platform admins may call this.
    openSchool: async ({ db, actor, now, body }) => ({ id: await open(db, { ...body, actorId: actor.userId }, now) }),

    // Platform admins may call this.
    school: ({ db, params: { schoolId } }) => schoolWithPeople(db, schoolId),

    // Platform admins may call this, after proving who they are.
    renameSchool: async (call) => {
      await rename(call.db, by(call), call.body.name)
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    setMember: (call) => setAdministrator(call.db, by(call), { ...call.params, ...call.body }, mailQueue, asPlatform),

    // Platform admins may call this, after proving who they are.
    removeMember: async (call) => {
      await remove(call.db, by(call), call.params.userId, asPlatform)
      return DONE
    },

    // Platform admins may call this.
    inviteMember: async (call) => {
      const invitation = await invite(call.db, by(call), call.body.email, mailQueue, asPlatform)
      return { ...invitation, invitedAt: invitation.invitedAt.toISOString() }
    },

    // Platform admins may call this.
    withdrawMember: async (call) => {
      await withdraw(call.db, by(call), call.params.invitationId, asPlatform)
      return DONE
    },
  })
