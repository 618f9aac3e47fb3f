import { z } from 'zod'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { MailFailed } from '#server/lib/outside/mail.ts'
import { sendMail } from '../jobs.ts'
import { campaignById, insertRecipients, waitingMails } from './queries.ts'

/** Mails that are sent before other jobs have their turn. */
const AT_ONCE = 50
/** So many mails that are not taken one after the other: then it is the mail server that is away, and not an address. */
const MEANS_AWAY = 3

const Payload = z.object({ campaignId: z.uuid(), after: z.uuid().nullable() })

/**
 * Sends some mails of a campaign and queues the next: a mail that somebody waits for, such as a new password, does not stand
 * behind thousands. A mail that is not taken for now goes on by itself, with pauses that grow; where none is, all wait.
 */
export const sendCampaign = async (call: JobCall): Promise<void> => {
  const { db, now, signal } = call
  const { campaignId, after } = Payload.parse(call.payload)
  const campaign = await campaignById(db, campaignId)
  if (!campaign || campaign.stoppedAt) return
  if (campaign.preparedAt === null) await db.transaction((db) => insertRecipients(db, campaign, now))
  const ids = await waitingMails(db, campaignId, { after, most: AT_ONCE })
  const later: string[] = []
  for (const mailId of ids) {
    signal.throwIfAborted()
    try {
      await sendMail({ ...call, payload: { mailId } })
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
