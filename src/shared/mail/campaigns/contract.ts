import * as z from 'zod/mini'
import { Done } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_HOUR } from '#shared/limits.ts'
import { requiredText } from '#shared/text.ts'

/** A campaign's audience: users on a trial, with an expired trial, with a plan, or all of these. Guests aren't in any segment. */
export const SEGMENTS = ['trial', 'expired', 'subscribers', 'all'] as const
export const Segment = z.enum(SEGMENTS).register(names, { id: 'Segment' })
export type Segment = z.output<typeof Segment>

/** The number of users in a segment, and the number of those users who will receive the email. */
const Counts = z.object({ people: z.number(), reached: z.number() })

/** A campaign's subject and body. Blank lines separate paragraphs. The email also includes a greeting and an unsubscribe link. */
export const CampaignWords = z.object({
  subject: requiredText(MAX.campaignSubject, 'Please enter a subject.').check(
    // Uses a refinement instead of a pattern in the API document, because `\p` needs a regex flag that JSON Schema validators might not
    // set.
    z.refine((subject) => !/\p{Cc}/u.test(subject), { error: 'Keep the subject to one line.', params: { refusal: 'malformed' } }),
  ),
  text: requiredText(MAX.campaignText, 'Please enter a message.'),
})
export type CampaignWords = z.output<typeof CampaignWords>

/** A bulk email and its progress. */
export const Campaign = z
  .object({
    id: z.string(),
    segment: Segment,
    subject: z.string(),
    createdAt: z.string(),
    /** `preparing`: the server is recording the recipients. */
    state: z.enum(['preparing', 'sending', 'sent', 'stopped']),
    /** The number of recipients. The fields below count the outcomes so far. */
    people: z.number(),
    sent: z.number(),
    /** The address doesn't exist, or the mail server rejected the email. */
    failed: z.number(),
    /** The user unsubscribed or deleted their account before the email was sent, or the campaign was stopped. */
    skipped: z.number(),
  })
  .register(names, { id: 'Campaign' })
export type Campaign = z.output<typeof Campaign>

export const campaigns = contract({
  email: {
    method: 'GET',
    path: '/api/admin/email',
    access: 'platformAdministrator',
    summary: 'Get whether email is set up, the size and reach of each segment, and the latest campaigns.',
    description: 'Returns each campaign with its progress.',
    reply: z.object({
      isConfigured: z.boolean(),
      segments: z.object({ trial: Counts, expired: Counts, subscribers: Counts, all: Counts }),
      campaigns: z.array(Campaign),
    }),
  },
  testCampaign: {
    method: 'POST',
    path: '/api/admin/email/test',
    access: 'platformAdministrator',
    summary: 'Send the campaign to the calling admin only, as a test.',
    description: 'Sends it right away.',
    body: CampaignWords,
    reply: Done,
    refuses: ['not_configured', 'refused_by_rule'],
    perHour: PER_HOUR.campaignTests,
    protects: 'mail',
  },
  startCampaign: {
    method: 'POST',
    path: '/api/admin/email/campaigns',
    access: 'platformAdministrator',
    summary: 'Send a campaign to everyone in a segment who hasn’t unsubscribed.',
    description: 'Idempotent: the same id is sent only once.',
    body: z.object({ id: z.uuid(), segment: Segment, ...CampaignWords.shape }),
    reply: Done,
    refuses: ['not_configured'],
    needsProof: true,
  },
  stopCampaign: {
    method: 'POST',
    path: '/api/admin/email/campaigns/:campaignId/stop',
    access: 'platformAdministrator',
    summary: 'Stop a campaign.',
    description: 'Emails already sent can’t be recalled.',
    params: z.object({ campaignId: z.uuid() }),
    reply: Done,
  },
})
