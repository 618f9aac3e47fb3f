import { Refused } from '#server/lib/http/refuse.ts'
import { DONE, type Serving, serve } from '#server/lib/http/serve.ts'
import { MailFailed } from '#server/lib/integrations/mail.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { campaigns } from '#shared/mail/campaigns/contract.ts'
import { reports, sendTest, startCampaign, stopCampaign } from './actions.ts'
import { countSegments } from './queries.ts'

const NOT_TAKEN: Record<MailFailed['reason'], string> = {
  away: 'We can’t reach the mail server right now. Try again in a few minutes.',
  refused: 'The mail server rejected this email.',
  unknown: 'The mail server says your address doesn’t exist.',
}
const NO_MAIL = 'Email isn’t set up on this server.'

/** Routes for platform admins to send mail to many users. */
export const campaignRoutes = (serving: Serving, keys: KeyRing): void =>
  serve(serving, campaigns, {
    // Platform admins may call this.
    email: async ({ db, services, now }) => ({
      isConfigured: services.mail !== undefined,
      segments: await countSegments(db, now),
      campaigns: await reports(db),
    }),

    // Platform admins may call this.
    testCampaign: async ({ db, services: { mail }, actor, body }) => {
      if (!mail) throw new Refused('not_configured', NO_MAIL)
      try {
        await sendTest(db, { mail, keys }, actor.userId, body)
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error
        throw new Refused('refused_by_rule', NOT_TAKEN[error.reason])
      }
      return DONE
    },

    // Platform admins may call this, after proving who they are.
    startCampaign: async ({ db, services: { mail }, actor, now, body }) => {
      if (!mail) throw new Refused('not_configured', NO_MAIL)
      await startCampaign(db, { ...body, actorId: actor.userId }, now)
      return DONE
    },

    // Platform admins may call this.
    stopCampaign: async ({ db, actor, now, params: { campaignId } }) => {
      await stopCampaign(db, campaignId, actor.userId, now)
      return DONE
    },
  })
