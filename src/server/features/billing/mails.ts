import type { PaidSubscription } from '#server/lib/integrations/payments.ts'
import { ABOUT_ACCOUNT, dayOf, HAS_ACCOUNT, hello, type Letter, planner, type To, type WriteLetter } from '#server/lib/mail/letter.ts'
import { BILLING_ADDRESS } from '#shared/addresses.ts'
import { PRICES, TRIAL_DAYS } from '#shared/billing/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { planOf, subscriptionsOf } from './queries.ts'

const money = (cents: number): string => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const plans = ({ address }: To) => ({ label: 'Choose a plan', href: `${address}/checkout` })
const billing = (label: string, { address }: To) => ({ label, href: `${address}${BILLING_ADDRESS}` })
const { month, year } = PRICES.proTeacher
const PRICE = `Pro Teacher is $${year} a year or $${month} a month.`

export const trialEndingLetter = (to: To, { endsAt }: { endsAt: Date }): Letter => ({
  subject: `Your Firstbell trial ends on ${dayOf(endsAt, to)}`,
  preview: 'Your lessons are safe, whatever you decide.',
  heading: `Your trial ends on ${dayOf(endsAt, to)}`,
  body: [
    hello(to),
    'Choose a plan, and you’ll pick up right where you left off. Without one, your planner locks, but your lessons stay yours. You can still read, print, and export them anytime, and make sub plans from them.',
    PRICE,
  ],
  button: plans(to),
  why: HAS_ACCOUNT,
})

export const trialEndedLetter = (to: To): Letter => ({
  subject: 'Your Firstbell trial has ended',
  preview: 'Your lessons are safe.',
  heading: 'Your trial has ended',
  body: [hello(to), 'Your lessons are just as you left them. To keep planning, choose a plan.', PRICE],
  button: plans(to),
  link: { ...planner(to), before: 'To read, print, or export your lessons, or make sub plans from them,', label: 'open your planner' },
  why: HAS_ACCOUNT,
})

const renewalLetter = (to: To, { renewsAt, amount }: { renewsAt: Date; amount: number }): Letter => ({
  subject: `Your Firstbell plan renews on ${dayOf(renewsAt, to)}`,
  preview: `${money(amount)} for another year. You don’t need to do anything.`,
  heading: `Your plan renews on ${dayOf(renewsAt, to)}`,
  body: [
    hello(to),
    `Pro Teacher renews for another year at ${money(amount)}, minus any credits you’ve earned. You don’t need to do anything.`,
    'Don’t want to renew? Open Billing and cancel before that day. You’ll keep your plan through the time you’ve paid for.',
  ],
  button: billing('Open Billing', to),
  why: ABOUT_ACCOUNT,
})

const paymentFailedLetter = (
  to: To,
  { planType, amount, interval }: Pick<PaidSubscription, 'planType' | 'amount' | 'interval'>,
): Letter => ({
  subject: 'Your Firstbell payment didn’t go through',
  preview: 'Please check your card. Your plan stays on for now.',
  heading: 'Your payment didn’t go through',
  body: [
    hello(to),
    'Your last payment was declined. This usually means your card has expired.',
    [
      ['Plan', planType === 'ai_addon' ? 'AI add-on' : 'Pro Teacher'],
      ['Price', `${money(amount)} a ${interval}`],
    ],
    'Your plan stays active for now, and we’ll try the payment again over the next few days.',
  ],
  button: billing('Check my card', to),
  why: ABOUT_ACCOUNT,
})

export const trialEnding: WriteLetter = async ({ db, now, to, person }) => {
  const { plan } = (await planOf(db, person.id)) ?? {}
  if (plan?.status !== 'TRIAL') return undefined
  const endsAt = new Date(plan.freeTrialStarted.getTime() + TRIAL_DAYS * DAY_MS)
  return endsAt > now ? trialEndingLetter(to, { endsAt }) : undefined
}

export const trialEnded: WriteLetter = async ({ db, to, person }) =>
  (await planOf(db, person.id))?.plan.status === 'TRIALEXPIRED' ? trialEndedLetter(to) : undefined

/** Returns the subscription that a letter is about. `about` begins with the subscription's id. */
const subscriptionOf = async ({ db, about, person }: Parameters<WriteLetter>[0]) =>
  (await subscriptionsOf(db, person.id)).find(({ id }) => id === about.split(' ', 1)[0])

export const renewal: WriteLetter = async (due) => {
  const found = await subscriptionOf(due)
  const renews = found?.status === 'active' && found.endsAt === null && found.periodEnd > due.now
  return renews ? renewalLetter(due.to, { renewsAt: found.periodEnd, amount: found.amount }) : undefined
}

export const paymentFailed: WriteLetter = async (due) => {
  const found = await subscriptionOf(due)
  return found?.status === 'past_due' || found?.status === 'unpaid' ? paymentFailedLetter(due.to, found) : undefined
}
