import { randomUUID } from 'node:crypto'
import { record } from '#server/features/audit/queries.ts'
import { deliver, greeted, type Sending } from '#server/features/mail/actions.ts'
import type { MailOutcome } from '#server/features/mail/tables.ts'
import { userById } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { MailFailed } from '#server/lib/integrations/mail.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Campaign, CampaignWords, Segment } from '#shared/mail/campaigns/contract.ts'
import { campaignLetter } from './mails.ts'
import * as query from './queries.ts'

/** Number of campaigns in the list. */
const SHOWN = 20

/** How a campaign's report counts each outcome. */
const COUNTED_AS: Record<MailOutcome, 'sent' | 'failed' | 'skipped'> = {
  sent: 'sent',
  unknown: 'failed',
  refused: 'failed',
  unwanted: 'skipped',
  moot: 'skipped',
}

type Stored = Awaited<ReturnType<typeof query.latestCampaigns>>[number]
type Outcomes = Awaited<ReturnType<typeof query.countOutcomes>>

const reportOf = ({ id, segment, subject, createdAt, preparedAt, stoppedAt }: Stored, outcomes: Outcomes): Campaign => {
  const counts = { people: 0, sent: 0, failed: 0, skipped: 0 }
  for (const { outcome, mails } of outcomes.filter((each) => each.id === id)) {
    counts.people += mails
    if (outcome) counts[COUNTED_AS[outcome]] += mails
  }
  const isOver = counts.sent + counts.failed + counts.skipped === counts.people
  const state = stoppedAt ? 'stopped' : preparedAt === null ? 'preparing' : isOver ? 'sent' : 'sending'
  return { id, segment, subject, createdAt: createdAt.toISOString(), state, ...counts }
}

/** Returns the latest campaigns with their progress. */
export const reports = async (db: Db): Promise<Campaign[]> => {
  const stored = await query.latestCampaigns(db, SHOWN)
  const outcomes = await query.countOutcomes(
    db,
    stored.map(({ id }) => id),
  )
  return stored.map((campaign) => reportOf(campaign, outcomes))
}

type Starting = CampaignWords & { id: string; segment: Segment; actorId: string }

/** Starts a campaign. Does nothing if one with this id has already started. */
export const startCampaign = (db: Db, { actorId, ...campaign }: Starting, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    if (!(await query.insertCampaign(db, { ...campaign, createdAt: now }))) return
    await enqueue(db, 'send-campaign', { campaignId: campaign.id, after: null })
    await record(db, { at: now, actorId, act: 'mail.campaign' })
  })

/** Stops a campaign. Throws `not_found` if it doesn't exist or was already stopped. */
export const stopCampaign = (db: Db, id: string, actorId: string, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    if (!(await query.stopCampaign(db, id, now))) throw new Refused('not_found')
    await record(db, { at: now, actorId, act: 'mail.stopped' })
  })

/**
 * Sends a test email of a campaign to its author immediately, even if the author has unsubscribed. Throws `MailFailed`. Test emails aren't
 * recorded.
 */
export const sendTest = async (db: Db, sending: Sending, userId: string, words: { subject: string; text: string }): Promise<void> => {
  const author = (await userById(db, userId))?.user
  if (!author?.email) throw new Error('The author of an email has no address')
  const letter = campaignLetter(greeted(sending.mail, author), words)
  const to = { email: author.email, who: { userId }, isSilent: false, wantsNews: true }
  const outcome = await deliver(sending, { id: randomUUID(), kind: 'campaign', letter, to })
  if (outcome !== 'sent')
    throw new MailFailed(outcome === 'unknown' ? 'unknown' : 'refused', 'The mail server rejected an email to your address.')
}
