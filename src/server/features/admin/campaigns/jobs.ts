import { z } from 'zod'
import { sendQueued } from '#server/features/mail/actions.ts'
import { MailFailed } from '#server/lib/integrations/mail.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { campaign } from './mails.ts'
import { campaignById, insertRecipients, waitingMails } from './queries.ts'

/** Emails per batch. Other jobs run between batches. */
const AT_ONCE = 50
/**
 * If this many emails fail at the start of a batch, the job assumes that the mail server is unavailable, not that the addresses are bad.
 */
const MEANS_AWAY = 3

const Payload = z.object({ campaignId: z.uuid(), after: z.uuid().nullable() })

/**
 * Sends one batch of a campaign and queues the next, so that transactional mail (e.g. a password reset) never waits behind thousands of
 * campaign emails. Retries each failed email separately with increasing backoff. If the mail server is unavailable, retries the entire
 * batch.
 */
export const sendCampaign = async (call: JobCall): Promise<void> => {
  const { db, now, signal } = call
  const { campaignId, after } = Payload.parse(call.payload)
  const found = await campaignById(db, campaignId)
  if (!found || found.stoppedAt) return
  if (found.preparedAt === null) await db.transaction((db) => insertRecipients(db, found, now))
  const ids = await waitingMails(db, campaignId, { after, most: AT_ONCE })
  const later: string[] = []
  for (const mailId of ids) {
    signal.throwIfAborted()
    try {
      await sendQueued(call, mailId, { campaign })
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error
      later.push(mailId)
      const areAllAway = later.length === MEANS_AWAY && mailId === ids[MEANS_AWAY - 1]
      if (areAllAway) throw error
    }
  }
  signal.throwIfAborted()
  call.atEnd(async (db) => {
    for (const mailId of later) await enqueue(db, 'send-mail', { mailId })
    const last = ids.at(-1)
    if (last !== undefined && ids.length === AT_ONCE) await enqueue(db, 'send-campaign', { campaignId, after: last })
  })
}
