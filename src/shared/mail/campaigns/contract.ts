import * as z from 'zod/mini'
import { Done } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text.ts'

/** The audience of a campaign: users on trial, with an expired trial, with a plan, or all of them. Guests are in none. */
export const SEGMENTS = ['trial', 'expired', 'subscribers', 'all'] as const
export const Segment = z.enum(SEGMENTS).register(names, { id: 'Segment' })
export type Segment = z.output<typeof Segment>

/** The number of users in a segment, and of those that receive its mail. */
const Counts = z.object({ people: z.number(), reached: z.number() })

const MAX_SUBJECT = 150
const MAX_TEXT = 5000
const TESTS_AN_HOUR = 30

/** A campaign's subject, and its text in paragraphs separated by blank lines. A greeting and an unsubscribe link are added. */
export const CampaignWords = z.object({
  subject: requiredText(MAX_SUBJECT, 'Please enter a subject.').check(z.regex(/^\P{Cc}*$/u, 'Keep the subject to one line.')),
  text: requiredText(MAX_TEXT, 'Please enter a message.'),
})
export type CampaignWords = z.output<typeof CampaignWords>

/** A mail to many users, with its progress. */
export const Campaign = z
  .object({
    id: z.string(),
    segment: Segment,
    subject: z.string(),
    createdAt: z.string(),
    /** `preparing`: the recipients are being recorded. */
    state: z.enum(['preparing', 'sending', 'sent', 'stopped']),
    /** The number of recipients. The fields below count the outcomes so far. */
    people: z.number(),
    sent: z.number(),
    /** The address doesn't exist, or the mail server rejected the mail. */
    failed: z.number(),
    /** The user unsubscribed or deleted the account in the meantime, or the campaign was stopped. */
    skipped: z.number(),
  })
  .register(names, { id: 'Campaign' })
export type Campaign = z.output<typeof Campaign>

export const campaigns = contract({
  email: {
    method: 'GET',
    path: '/api/admin/email',
    access: 'platformAdministrator',
    summary: 'Whether mail is set up, how many people each segment has and how many of them want mail, and the latest mails to many.',
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
    summary: 'Send a mail to oneself alone, at once, to see how it looks.',
    body: CampaignWords,
    reply: Done,
    refuses: ['not_configured', 'refused_by_rule'],
    perHour: TESTS_AN_HOUR,
  },
  startCampaign: {
    method: 'POST',
    path: '/api/admin/email/campaigns',
    access: 'platformAdministrator',
    summary: 'Send a mail to everybody in a segment who wants mail. Sent twice under one id it goes out once.',
    body: z.object({ id: z.uuid(), segment: Segment, ...CampaignWords.shape }),
    reply: Done,
    refuses: ['not_configured'],
    needsProof: true,
  },
  stopCampaign: {
    method: 'POST',
    path: '/api/admin/email/campaigns/:campaignId/stop',
    access: 'platformAdministrator',
    summary: 'Send no more of a mail to many. What has gone out has gone out.',
    params: z.object({ campaignId: z.uuid() }),
    reply: Done,
  },
})
