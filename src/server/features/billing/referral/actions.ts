/**
 * Referrals: once a referred friend has paid, the referrer and the friend each get a free month.
 *
 * 1. Each credit is a row with a value and an expiration. A user can have at most 12 credits, which the database enforces.
 * 2. Users who refer themselves under another name or with the same card earn nothing. Each card earns once.
 * 3. If all of the friend's payments are refunded or lost to a dispute, the unused credits are revoked.
 * 4. Credits are applied in Stripe before a plan renews. We first mark them as used in our database. A job then adds them in Stripe,
 *    retrying until it succeeds. Each credit counts only once.
 */
import { randomInt } from 'node:crypto'
import { record } from '#server/features/audit/queries.ts'
import { canonicalAddress } from '#server/features/people/policy.ts'
import { lockUser, timezoneOf } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { CustomerState, Payments } from '#server/lib/integrations/payments.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { ReferralInfo } from '#shared/billing/contract.ts'
import { CREDIT_MONTHS, CREDITS_HELD, PRICES } from '#shared/billing/rules.ts'
import { todayIn } from '#shared/dates.ts'
import { isRunning, kindOf } from '../policy.ts'
import { customerOf, invoicesOf, subscriptionsOf } from '../queries.ts'
import * as query from './queries.ts'

const CREDIT_CENTS = PRICES.proTeacher.month * 100

/** Omits letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const aCode = (): string => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Returns a user's referral code. Creates it on first use. */
const codeFor = async (db: Db, userId: string): Promise<string> => {
  for (let code = await query.codeOf(db, userId); ; code = await query.codeOf(db, userId)) {
    if (code !== undefined) return code
    await query.insertCode(db, { userId, code: aCode() })
  }
}

/** Records the referral code that a user signed up with. Ignores unknown codes. */
export const refer = async (db: Db, { friendId, code }: { friendId: string; code: string }, now: Date): Promise<void> => {
  const referrerId = await query.ownerOfCode(db, code.toUpperCase())
  if (referrerId !== undefined && referrerId !== friendId) await query.insertReferral(db, { referrerId, friendId, signedUpAt: now })
}

/** Returns the instant this many months later. If the target month is too short, returns the same time on its last day. */
const monthsLater = (instant: Date, months: number): Date => {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + months)
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0)
  return later
}

/**
 * Returns a referral's two user ids in the order in which to lock them. Without a fixed order, two referrals settled at the same time could
 * deadlock.
 */
const inOneOrder = (friendId: string, referrerId: string): string[] => [friendId, referrerId].sort()

/** Gives a user a free month. Returns false if they already have the maximum number of credits. */
const earn = async (db: Db, userId: string, referralId: string | null, now: Date): Promise<boolean> => {
  await query.lockCreditsOf(db, userId)
  await query.expireCredits(db, now, userId)
  // A deleted user can't have any.
  const held = (await query.lockCreditsOf(db, userId)) ?? CREDITS_HELD
  if (held >= CREDITS_HELD) return false
  const expiresAt = monthsLater(now, CREDIT_MONTHS)
  await query.insertCredit(db, { userId, referralId, amount: CREDIT_CENTS, earnedAt: now, expiresAt })
  return true
}

/**
 * Gives a user a free month without a referral. Throws `not_found`, and `refused_by_rule` if they already have the maximum number of
 * credits.
 */
export const addCredit = (db: Db, { userId, actorId }: { userId: string; actorId: string }, now: Date): Promise<void> =>
  db.transaction(async (db) => {
    await lockUser(db, userId)
    const [person] = await query.addressesOf(db, [userId])
    if (!person?.email) throw new Refused('not_found')
    if (!(await earn(db, userId, null, now)))
      throw new Refused('refused_by_rule', `This person already has ${CREDITS_HELD} credits, the most anyone can hold.`)
    await record(db, { at: now, actorId, act: 'credit.given', subjectId: userId })
  })

type Paying = Pick<CustomerState, 'invoices' | 'cards'> & { friendId: string; referrerCards: readonly string[] }

type Payment = Paying['invoices'][number]
const isPaid = ({ status, amountPaid }: Payment): boolean => status === 'paid' && amountPaid > 0

/** Returns the referrer's card fingerprints if this customer has just paid and the referral is still pending. */
export const cardsOfReferrer = async (
  { db, payments }: { db: Db; payments: Payments },
  friendId: string,
  { invoices }: Pick<CustomerState, 'invoices'>,
): Promise<string[]> => {
  if (!invoices.some(isPaid)) return []
  const referrerId = await query.referrerOfWaiting(db, friendId)
  const customerId = referrerId === undefined ? undefined : await customerOf(db, referrerId)
  return customerId === undefined ? [] : (await payments.stateOf(customerId)).cards
}

/** Revokes the two credits earned from a friend's payments, unless they have been used. */
const takeBack = async (db: Db, friendId: string, now: Date): Promise<void> => {
  const referral = await query.lockReferral(db, friendId, 'paid')
  if (!referral) return
  const { id, referrerId } = referral
  await query.endReferral(db, id, { outcome: 'returned', settledAt: now })
  for (const userId of inOneOrder(friendId, referrerId)) await query.returnCredit(db, { referralId: id, userId }, now)
}

/**
 * Gives the referrer and the friend a free month each once the friend has paid, and revokes the credits if all payments have been refunded
 * or lost to disputes. Runs in the transaction that stores the payments.
 */
export const settleReferral = async (db: Db, { friendId, invoices, cards, referrerCards }: Paying, now: Date): Promise<void> => {
  const payments = invoices.filter(isPaid)
  // A customer deleted in Stripe doesn't have payments either, but that doesn't mean that any were refunded.
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

/** If `until` is omitted, the plan can renew at any later time. */
type Soon = { now: Date; until?: Date }

/** Returns a user's plan if it renews before `until`. */
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

/** Applies credits to a user's next payment, up to its amount. Returns the ids of the credits to add in Stripe. */
export const applyCredits = (db: Db, userId: string, soon: Soon): Promise<string[]> =>
  db.transaction(async (db) => {
    await lockUser(db, userId)
    const plan = await renewing(db, userId, soon)
    if (!plan) return []
    const appliedTo = `${plan.id} ${plan.periodEnd.toISOString()}`
    const wanted = Math.floor(plan.amount / CREDIT_CENTS) - (await query.countAppliedTo(db, appliedTo))
    const ids = (await query.heldCredits(db, userId, soon.now)).slice(0, Math.max(0, wanted)).map(({ id }) => id)
    await query.applyCredits(db, ids, appliedTo, soon.now)
    for (const id of ids) await enqueue(db, 'give-credit', { creditId: id })
    return ids
  })

/** Adds a credit in Stripe. Idempotent. Ignores credits that were already added or whose owner was deleted. */
export const giveCredit = async (db: Db, payments: Payments, creditId: string, now: Date): Promise<void> => {
  const credit = await query.creditToGive(db, creditId)
  if (!credit) return
  await payments.addCredit(credit.customerId, credit)
  await query.noteGiven(db, credit.id, now)
}

/** Returns a referral for the referrer's or the friend's export. Omits the identity of the other user. */
const exported = ({ id, signedUpAt, outcome, settledAt }: NonNullable<Awaited<ReturnType<typeof query.referralOf>>>) => ({
  id,
  signedUpAt,
  outcome,
  settledAt,
})

/** Returns all of a user's referral data, for their export. */
export const exportedReferrals = async (db: Db, userId: string) => {
  const cameBy = await query.referralOf(db, userId)
  return {
    code: (await query.codeOf(db, userId)) ?? null,
    credits: await query.allCredits(db, userId),
    friends: (await query.referralsBy(db, userId)).map(exported),
    cameBy: cameBy ? exported(cameBy) : null,
  }
}
