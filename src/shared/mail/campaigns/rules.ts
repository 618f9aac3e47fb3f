import type { CampaignWords, Segment } from './contract.ts'

export const SEGMENT_NAMES: Record<Segment, string> = {
  trial: 'Trial Users',
  expired: 'Expired Trials',
  subscribers: 'Subscribers',
  all: 'All Users',
}

/** Starter templates for occasional emails. Trial and renewal notices are already sent automatically. */
export const CAMPAIGN_TEMPLATES: readonly (CampaignWords & { id: string; name: string; segment: Segment })[] = [
  {
    id: 'welcome',
    name: 'Welcome Email',
    segment: 'trial',
    subject: 'Get your Sunday evening back',
    text: [
      'Welcome to Firstbell. Three things make the biggest difference in your first week:',
      'Type your usual day once, and Firstbell fills your whole week. Save that week as a template, and the next one is a click away. And when you’re out, your sub plan is ready as soon as your lessons are.',
      'Stuck? Write to us. Our address is at the bottom of this email.',
    ].join('\n\n'),
  },
  {
    id: 'trial-expiring',
    name: 'Trial Expiring',
    segment: 'trial',
    subject: 'Your Firstbell trial ends soon',
    text: [
      'Your trial ends in a few days. Choose a plan, and you’ll pick up right where you left off.',
      'Without a plan, your planner locks, but nothing is lost. You can still read, print, and export your lessons anytime, and make sub plans from them.',
      'To choose a plan, open Account Management, then Billing.',
    ].join('\n\n'),
  },
  {
    id: 'renewal',
    name: 'Subscription Renewal',
    segment: 'subscribers',
    subject: 'About your Firstbell subscription',
    text: [
      'Thank you for planning with Firstbell. Your subscription renews automatically, so you don’t need to do anything.',
      'To see your renewal date and price, or to change or cancel your plan, open Account Management, then Billing. Any free months you’ve earned are applied first.',
    ].join('\n\n'),
  },
]

/** Splits typed text into paragraphs. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
