import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { schoolOffice } from '#shared/schools/office/contract.ts'
import { confirmOffice, remindOffice, setOffice } from './actions.ts'

const by = ({ actor: { userId, school }, now }: { actor: Actor; now: Date }) => {
  if (!school) throw new Refused('not_found')
  return { actorId: userId, schoolId: school.id, at: now }
}

export const officeRoutes = (serving: Serving, mailing: { keys: KeyRing; mailQueue: MailQueue }): void =>
  serve(serving, schoolOffice, {
    // School administrators may call this for their own school, after proving who they are.
    setOffice: (call) => setOffice(call.db, by(call), call.body, mailing),

    // School administrators may call this for their own school.
    remindOffice: async (call) => {
      await remindOffice(call.db, by(call), mailing)
      return DONE
    },

    // Anyone may call this.
    confirmOffice: async ({ db, now, body: { token } }) => {
      await confirmOffice(db, mailing.keys, token, now)
      return DONE
    },
  })
