import { confirmedBy } from '#server/features/people/policy.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { waitInWords } from '#server/lib/limits/wait.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { mail } from '#shared/mail/contract.ts'
import { confirmEmail } from './queries.ts'

const OLD_LINK = 'This link is incomplete or has expired. Get a new one in Account Management, under Profile.'

export const mailRoutes = (serving: Serving, { keys, mailQueue }: { keys: KeyRing; mailQueue: MailQueue }): void => {
  serve(serving, mail, {
    // Anyone signed in may call this, with or without a plan.
    askToConfirm: async ({ db, actor: { userId, isGuest }, now }) => {
      if (isGuest) throw new Refused('sign_up_needed')
      if (!mailQueue.isOpen) throw new Refused('not_configured', 'Email isn’t set up here.')
      // Users can request this email again, so each request has its own `about`.
      const mail = { userId, kind: 'confirm-address', about: now.toISOString() } as const
      const retryAfter = await db.transaction((db) => mailQueue.queue(db, mail, now))
      if (retryAfter > 0)
        throw new Refused(
          'too_many',
          `We’ve already sent you several emails. Open the latest one, or try again in ${waitInWords(retryAfter)}.`,
          {
            retryAfter,
          },
        )
      return DONE
    },

    // Anyone may call this.
    confirmAddress: async ({ db, now, body: { token } }) => {
      const whose = confirmedBy(keys, token, now)
      if (!whose || !(await confirmEmail(db, { ...whose, now }))) throw new Refused('not_found', OLD_LINK)
      return DONE
    },
  })
}
