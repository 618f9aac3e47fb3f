import * as z from 'zod/mini'
import { Done } from '#shared/accounts/contract.ts'
import { contract, names } from '#shared/endpoint.ts'
import { requiredText } from '#shared/text.ts'

/** Whom a mail goes to: people who are on trial, whose trial has ended, who have a plan, or everybody. Guests are in none. */
export const SEGMENTS = ['trial', 'expired', 'subscribers', 'all'] as const
export const Segment = z.enum(SEGMENTS).register(names, { id: 'Segment' })
export type Segment = z.output<typeof Segment>

/** How many people a segment has, and how many of them get mail. */
const Counts = z.object({ people: z.number(), reached: z.number() })

const MAX_SUBJECT = 150
const MAX_TEXT = 5000
const TESTS_AN_HOUR = 30

/** What a mail says: a line, and paragraphs parted by empty lines. A greeting and the ways out are added. */
export const CampaignWords = z.object({
  subject: requiredText(MAX_SUBJECT, 'Please enter a subject.').check(z.regex(/^\P{Cc}*$/u, 'A subject is one line.')),
  text: requiredText(MAX_TEXT, 'Please enter a text.'),
})
export type CampaignWords = z.output<typeof CampaignWords>

/** A mail to many, and how far it is. */
export const Campaign = z
  .object({
    id: z.string(),
    segment: Segment,
    subject: z.string(),
    createdAt: z.string(),
    /** `preparing`: whom it goes to is being written down. */
    state: z.enum(['preparing', 'sending', 'sent', 'stopped']),
    /** How many people it goes to, and what became of their mails so far. */
    people: z.number(),
    sent: z.number(),
    /** Nobody has the address, or its mail server would not have the mail. */
    failed: z.number(),
    /** Who has said meanwhile that they want no mail, or who has gone; and those that were stopped. */
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
