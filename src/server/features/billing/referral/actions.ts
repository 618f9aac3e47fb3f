/**
 * Friends who bring friends: once the friend has paid, each of the two has a month for free.
 *
 * 1. A credit is a row of its own, with what it is worth and when it expires; nobody holds more than 12, which the database counts.
 * 2. Whoever brings themselves under another name, or with the same card, earns nothing. A card earns once.
 * 3. Once all that the friend has paid has gone back, refunded or lost to a dispute, so have the credits that nobody has used.
 * 4. Credits are taken off at Stripe before a plan is paid for again. They end here first, and a job then gives them there,
 *    as often as it takes to do it once.
 */
import { randomInt } from 'node:crypto'
import { lockUser, timezoneOf } from '#server/features/accounts/queries.ts'
import { canonicalAddress } from '#server/features/accounts/trials/policy.ts'
import { record } from '#server/features/audit/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { CustomerState, Payments } from '#server/lib/outside/payments.ts'
import type { ReferralInfo } from '#shared/billing/contract.ts'
import { CREDIT_MONTHS, CREDITS_HELD, PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { isRunning, kindOf } from '../policy.ts'
import { invoicesOf, subscriptionsOf } from '../queries.ts'
import * as query from './queries.ts'

const CREDIT_CENTS = PRICES.proTeacher.month * 100

/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const aCode = (): string => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The code of a person; made when it is first asked for. */
const codeFor = async (db: Db, userId: string): Promise<string> => {
  for (let code = await query.codeOf(db, userId); ; code = await query.codeOf(db, userId)) {
    if (code !== undefined) return code
    await query.insertCode(db, { userId, code: aCode() })
  }
}

/** Notes that a person came by somebody's code; one that nobody has is left alone. */
export const refer = async (db: Db, { friendId, code }: { friendId: string; code: string }, now: Date): Promise<void> => {
  const referrerId = await query.ownerOfCode(db, code.toUpperCase())
  if (referrerId !== undefined && referrerId !== friendId) await query.insertReferral(db, { referrerId, friendId, signedUpAt: now })
}

/** The instant so many months later; of a day that the month has not, its last. */
const monthsLater = (instant: Date, months: number): Date => {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0)
  return later
}

/** The two of a referral. In another order two friends of each other's friends would wait for each other. */
const inOneOrder = (friendId: string, referrerId: string): string[] => [friendId, referrerId].sort()

/** Gives a person a month for free. Returns false where they hold as many as anybody may. */
const earn = async (db: Db, userId: string, referralId: string | null, now: Date): Promise<boolean> => {
  if ((await query.lockCreditsOf(db, userId)) === undefined) return false
  await query.expireCredits(db, now, userId)
  const held = (await query.lockCreditsOf(db, userId)) ?? 0
  if (held >= CREDITS_HELD) return false
  const expiresAt = monthsLater(now, CREDIT_MONTHS)
  await query.insertCredit(db, { userId, referralId, amount: CREDIT_CENTS, earnedAt: now, expiresAt })
  return true
}

/** Gives a person a month for free that no friend has brought. Throws `not_found`, and `refused_by_rule` for who holds as many as anybody may. */
export const addCredit = (db: Db, { userId, actorId }: { userId: string; actorId: string }, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    await lockUser(db, userId)
    const [person] = await query.addressesOf(db, [userId])
    if (!person?.email) throw new Refused('not_found')
    if (!(await earn(db, userId, null, now))) throw new Refused('refused_by_rule', `Nobody holds more than ${CREDITS_HELD} credits.`)
    await record(db, { at: now, actorId, act: 'credit.given', subjectId: userId })
  })

type Paying = Pick<CustomerState, 'invoices' | 'cards'> & { friendId: string; referrerCards: readonly string[] }

type Payment = Paying['invoices'][number]
const isPaid = ({ status, amountPaid }: Payment): boolean => status === 'paid' && amountPaid > 0

/** Takes both months back that a friend's payments have earned, unless they are used. */
const takeBack = async (db: Db, friendId: string, now: Date): Promise<void> => {
  const referral = await query.lockReferral(db, friendId, 'paid')
  if (!referral) return
  const { id, referrerId } = referral
  await query.endReferral(db, id, { outcome: 'returned', settledAt: now })
  for (const userId of inOneOrder(friendId, referrerId)) await query.returnCredit(db, { referralId: id, userId }, now)
}

/** Gives both their month once a friend has paid, and takes it back once all of that has gone back; in the transaction in which that is written down. */
export const settleReferral = async (db: Db, { friendId, invoices, cards, referrerCards }: Paying, now: Date): Promise<void> => {
  const payments = invoices.filter(isPaid)
  // Of a customer who is gone at Stripe there are none, and nothing went back.
  if (payments.length === 0) return
  if (payments.every(({ isReturned }) => isReturned)) return takeBack(db, friendId, now)
  const referral = await query.lockReferral(db, friendId, 'waiting')
  if (!referral) return
  const { id, referrerId } = referral
  const addresses = await query.addressesOf(db, [friendId, referrerId])
  const names = new Set(addresses.map(({ email }) => (email === null ? null : canonicalAddress(email))))
  const isOwn = names.size < 2 || cards.some((card) => referrerCards.includes(card)) || (await query.isKnownCard(db, cards))
  await query.endReferral(db, id, { outcome: isOwn ? 'own' : 'paid', settledAt: now, card: isOwn ? null : (cards[0] ?? null) })
  if (isOwn) return
  for (const userId of inOneOrder(friendId, referrerId)) await earn(db, userId, id, now)
}

export const referralInfo = async (db: Db, userId: string, now: Date): Promise<ReferralInfo> => {
  const referralCode = await codeFor(db, userId)
  const credits = await query.heldCredits(db, userId, now)
  const timezone = await timezoneOf(db, userId)
  const outcomes = (await query.referralsBy(db, userId)).map(({ outcome }) => outcome)
  return {
    referralCode,
    referralCredits: credits.length,
    referralsCount: outcomes.filter((outcome) => outcome === 'paid').length,
    waitingCount: outcomes.filter((outcome) => outcome === 'waiting').length,
    credits: credits.map(({ amount, expiresAt }) => ({ amount, expiresOn: todayIn(timezone, expiresAt.getTime()) })),
  }
}

/** Without `until`, however far away it is. */
type Soon = { now: Date; until?: Date }

/** The plan of a person that is paid for again until an instant. */
const renewing = async (db: Db, userId: string, { now, until }: Soon) => {
  const returned = new Set((await invoicesOf(db, userId)).filter(({ isReturned }) => isReturned).map(({ id }) => id))
  return (await subscriptionsOf(db, userId)).find(
    (each) =>
      kindOf(each.planType) === 'plan' &&
      each.status === 'active' &&
      each.endsAt === null &&
      each.periodEnd > now &&
      (until === undefined || each.periodEnd <= until) &&
      isRunning(each, returned, now),
  )
}

/** Takes credits off what a person pays next: as many as are worth no more than it. Returns the ids of those that are to be given at Stripe. */
export const applyCredits = (db: Db, userId: string, soon: Soon): Promise<string[]> =>
  db.transaction(async (db) => {
    if (!(await lockUser(db, userId))) return []
    const plan = await renewing(db, userId, soon)
    if (!plan) return []
    const appliedTo = `${plan.id} ${plan.periodEnd.toISOString()}`
    const wanted = Math.floor(plan.amount / CREDIT_CENTS) - (await query.countAppliedTo(db, appliedTo))
    const ids = (await query.heldCredits(db, userId, soon.now)).slice(0, Math.max(0, wanted)).map(({ id }) => id)
    if (ids.length === 0) return []
    await query.applyCredits(db, ids, appliedTo, soon.now)
    for (const id of ids) await enqueue(db, 'give-credit', { creditId: id })
    return ids
  })

/** Takes one credit off at Stripe, which does it once however often it is asked. One that was given, or whose person has gone, is left alone. */
export const giveCredit = async (db: Db, payments: Payments, creditId: string, now: Date): Promise<void> => {
  const credit = await query.creditToGive(db, creditId)
  if (!credit) return
  await payments.addCredit(credit.customerId, credit)
  await query.noteGiven(db, credit.id, now)
}

/** What is kept of a referral, for the export of either; who the other is, is their own. */
const exported = ({ id, signedUpAt, outcome, settledAt }: NonNullable<Awaited<ReturnType<typeof query.referralOf>>>) => ({
  id,
  signedUpAt,
  outcome,
  settledAt,
})

/** All that is kept of a person's referrals, for their export. */
export const exportedReferrals = async (db: Db, userId: string) => {
  const cameBy = await query.referralOf(db, userId)
  return {
    code: (await query.codeOf(db, userId)) ?? null,
    credits: await query.allCredits(db, userId),
    friends: (await query.referralsBy(db, userId)).map(exported),
    cameBy: cameBy ? exported(cameBy) : null,
  }
}
