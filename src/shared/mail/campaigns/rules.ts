import type { CampaignWords, Segment } from './contract.ts'

export const SEGMENT_NAMES: Record<Segment, string> = {
  trial: 'Trial Users',
  expired: 'Expired Trials',
  subscribers: 'Subscribers',
  all: 'All Users',
}

/** Templates to start from. Trial and renewal notices are already sent automatically; these are for occasional mail in between. */
export const CAMPAIGN_TEMPLATES: readonly (CampaignWords & { id: string; name: string; about: string; segment: Segment })[] = [
  {
    id: 'welcome',
    name: 'Welcome Email',
    about: 'For new trial users',
    segment: 'trial',
    subject: 'Three minutes that save a Sunday evening',
    text: [
      'Welcome to Firstbell. Teachers tell us that three things make the difference in the first week:',
      'Type your usual day once, and Firstbell fills the whole week with it. Save the week as a template, and the next one is a click away. And when you are away one day, the substitute plan is ready as soon as your lessons are.',
      'If something is in your way, just answer this mail. We read every answer.',
    ].join('\n\n'),
  },
  {
    id: 'trial-expiring',
    name: 'Trial Expiring',
    about: 'A reminder before the trial ends',
    segment: 'trial',
    subject: 'Your Firstbell trial ends soon',
    text: [
      'Your trial ends in a few days. With a plan you go on as you are, with everything that you have planned.',
      'Without one nothing is lost: you can read, print and export all of your plans at any time, and make substitute plans from them. Only changes have to wait.',
      'You choose a plan in your planner: Account Management, then Billing.',
    ].join('\n\n'),
  },
  {
    id: 'renewal',
    name: 'Subscription Renewal',
    about: 'A notice for subscribers',
    segment: 'subscribers',
    subject: 'About your Firstbell subscription',
    text: [
      'Thank you for planning with Firstbell. Your subscription renews by itself, so you need not do anything.',
      'When it renews, what it costs and how to change or cancel it stands in Account Management, under Billing. Credits that you have earned by inviting colleagues are taken off first.',
    ].join('\n\n'),
  },
]

/** Splits typed text into paragraphs. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
