import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { CustomerState, PaidInvoice, PaidSubscription } from '#server/lib/integrations/payments.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { addDays } from '#shared/dates.ts'
import { emptyDatabase, openTestDatabase } from '#test/database.ts'
import { insertCustomer, putInvoices, replaceSubscriptions } from '../queries.ts'
import { anInvoice, aPaymentService, aSubscription } from '../samples.ts'
import { addCredit, applyCredits, cardsOfReferrer, exportedReferrals, giveCredit, refer, referralInfo, settleReferral } from './actions.ts'
import { giveQueuedCredit, useCredits } from './jobs.ts'
import * as query from './queries.ts'
import { referralCredits } from './tables.ts'

const NOW = new Date('2026-11-18T14:00:00Z')
const ms = (instant: Date, more: number) => new Date(instant.getTime() + more)
const { db, pool, close } = await openTestDatabase()
const world = aPaymentService()

type Person = { userId: string }
let ann: Person
let ben: Person
let cleo: Person
beforeEach(async () => {
  world.clear()
  await emptyDatabase(db)
  ann = await aTeacher(db, { email: 'ann@school.example', now: NOW, timezone: 'America/New_York' })
  ben = await aTeacher(db, { email: 'ben@school.example', now: NOW })
  cleo = await aTeacher(db, { email: 'cleo@school.example', now: NOW })
})
afterAll(close)

const codeOf = async ({ userId }: Person) => (await referralInfo(db, userId, NOW)).referralCode
const bring = async (referrer: Person, friend: Person, now = NOW) =>
  refer(db, { friendId: friend.userId, code: await codeOf(referrer) }, now)
const rename = ({ userId }: Person, email: string) => pool.query('update users set email = $2 where id = $1', [userId, email])
/** Stores what a friend has paid. */
const pay = (
  friend: Person,
  { invoices = [anInvoice()], cards = ['card'], referrerCards = [] }: Partial<Parameters<typeof settleReferral>[1]> = {},
  now = NOW,
) => settleReferral(db, { friendId: friend.userId, invoices, cards, referrerCards }, now)
const creditsOf = async ({ userId }: Person, now = NOW) => (await referralInfo(db, userId, now)).referralCredits
const outcomeOf = async ({ userId }: Person) => (await query.referralOf(db, userId))?.outcome
/** Gives a user free months that expire on different days, the last one first. */
const hold = async ({ userId }: Person, count: number) => {
  for (let index = count; index > 0; index--)
    await query.insertCredit(db, {
      userId,
      referralId: null,
      amount: 800,
      earnedAt: NOW,
      expiresAt: new Date(`${addDays('2027-01-01', index)}T00:00:00Z`),
    })
}
const subscribe = async ({ userId }: Person, parts: Partial<PaidSubscription> = {}, invoices: PaidInvoice[] = [anInvoice()]) => {
  await replaceSubscriptions(db, userId, [aSubscription(parts)])
  await putInvoices(db, userId, invoices)
}
const RENEWAL = new Date('2026-12-18T14:00:00Z')

describe('a code', () => {
  test('has eight letters and digits that don’t look alike, stays the same, and is their owner’s', async () => {
    const code = await codeOf(ann)
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
    expect(await codeOf(ann)).toBe(code)
    expect(await codeOf(ben)).not.toBe(code)
  })

  test('brings its owner a friend, also if it was typed in small letters, and only the first one counts', async () => {
    await refer(db, { friendId: ben.userId, code: (await codeOf(ann)).toLowerCase() }, NOW)
    await bring(cleo, ben)
    expect(await query.referralOf(db, ben.userId)).toMatchObject({ referrerId: ann.userId, signedUpAt: NOW, outcome: 'waiting' })
    expect((await pool.query('select id from referrals')).rows).toHaveLength(1)
  })

  test('does nothing if nobody has it, or for its owner', async () => {
    await refer(db, { friendId: ben.userId, code: 'NOBODYS2' }, NOW)
    await bring(ann, ann)
    expect((await pool.query('select id from referrals')).rows).toEqual([])
  })
})

describe('a friend who has paid', () => {
  test('earns a month of the plan for both, for twelve months, once', async () => {
    await bring(ann, ben)
    await pay(ben)
    await pay(ben, {}, ms(NOW, 1000))
    const credit = { amount: 800, earnedAt: NOW, expiresAt: new Date('2027-11-18T14:00:00Z'), endedAt: null }
    for (const { userId } of [ann, ben]) expect(await query.allCredits(db, userId)).toMatchObject([{ userId, ...credit }])
    expect(await query.referralOf(db, ben.userId)).toMatchObject({ outcome: 'paid', settledAt: NOW, card: 'card' })
    expect(await creditsOf(cleo)).toBe(0)
  })

  test('on February 29 earns a month until February 28', async () => {
    await bring(ann, ben)
    await pay(ben, {}, new Date('2028-02-29T12:00:00Z'))
    expect(await query.allCredits(db, ann.userId)).toMatchObject([{ expiresAt: new Date('2029-02-28T12:00:00Z') }])
  })

  test('without a card that Stripe knows earns the month too', async () => {
    await bring(ann, ben)
    await bring(ann, cleo)
    await pay(ben, { cards: [] })
    await pay(cleo, { cards: [], referrerCards: ['card of Ann'] })
    expect([await creditsOf(ann), await creditsOf(ben), await creditsOf(cleo)]).toEqual([2, 1, 1])
  })

  test('nobody has referred earns nothing', async () => {
    await pay(ben)
    expect(await creditsOf(ben)).toBe(0)
  })

  test.each<[string, PaidInvoice[]]>([
    ['nothing', []],
    ['an invoice that is open', [anInvoice({ status: 'open', amountPaid: 300 })]],
    ['an invoice of nothing', [anInvoice({ amountPaid: 0 })]],
  ])('hasn’t paid with %s', async (_, invoices) => {
    await bring(ann, ben)
    await pay(ben, { invoices })
    expect([await outcomeOf(ben), await creditsOf(ann), await creditsOf(ben)]).toEqual(['waiting', 0, 0])
  })

  test('and whom they referred themselves are credited in one order, so that neither payment waits for the other', async () => {
    await bring(ann, ben)
    await bring(ben, ann)
    await pay(ann, { cards: ['card of Ann'] })
    await pay(ben, { cards: ['card of Ben'] })
    // In the order in which the rows were written.
    const written = (await pool.query('select user_id from referral_credits order by ctid')).rows.map(({ user_id }) => user_id)
    expect(written).toEqual([...written.slice(0, 2), ...written.slice(0, 2)])
    expect(new Set(written).size).toBe(2)
  })
})

describe('teachers who refer themselves earn nothing', () => {
  const own = async (friend: Person) => [await outcomeOf(friend), await creditsOf(ann), await creditsOf(friend)]

  test('under another spelling of their address', async () => {
    await rename(ann, 'ann.lee@gmail.com')
    await rename(ben, 'AnnLee+2@googlemail.com')
    await bring(ann, ben)
    await pay(ben)
    expect(await own(ben)).toEqual(['own', 0, 0])
    expect(await query.referralOf(db, ben.userId)).toMatchObject({ settledAt: NOW, card: null })
  })

  test('with one of their own cards', async () => {
    await bring(ann, ben)
    await pay(ben, { cards: ['other', 'card'], referrerCards: ['card', 'third'] })
    expect(await own(ben)).toEqual(['own', 0, 0])
  })

  test('with a card that has earned a month before', async () => {
    await bring(cleo, ann)
    await pay(ann)
    await bring(ann, ben)
    await pay(ben, { cards: ['card', 'other'] })
    expect(await own(ben)).toEqual(['own', 1, 0])
  })

  test('whose cards are Stripe’s to tell, once the friend has paid', async () => {
    const paid = { invoices: [anInvoice()] }
    const asking = { db, payments: world.payments }
    const cards = (state: Pick<CustomerState, 'invoices'>) => cardsOfReferrer(asking, ben.userId, state)
    expect(await cards(paid)).toEqual([])
    await bring(ann, ben)
    expect(await cards(paid)).toEqual([])
    await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
    world.states.set('cus_ann', { subscriptions: [], invoices: [], cards: ['card'] })
    expect(await cards({ invoices: [] })).toEqual([])
    expect(await cards({ invoices: [anInvoice({ status: 'open' })] })).toEqual([])
    expect(world.calls).toEqual([])
    expect(await cards({ invoices: [anInvoice({ status: 'open' }), anInvoice()] })).toEqual(['card'])
    await pay(ben)
    expect(await cards(paid)).toEqual([])
    expect(world.calls).toEqual(['stateOf'])
  })
})

describe('a friend whose payments are returned', () => {
  const returned = anInvoice({ isReturned: true })

  test('loses the month, and so does the referrer, but not their other months', async () => {
    await bring(ann, ben)
    await bring(ann, cleo)
    await pay(ben)
    await pay(cleo, { cards: ['other'] })
    const later = ms(NOW, 1000)
    await pay(ben, { invoices: [returned, anInvoice({ status: 'open' })] }, later)
    expect([await creditsOf(ann), await creditsOf(ben), await creditsOf(cleo)]).toEqual([1, 0, 1])
    expect(await query.allCredits(db, ben.userId)).toMatchObject([{ endedAt: later, endedAs: 'returned' }])
    expect(await query.referralOf(db, ben.userId)).toMatchObject({ outcome: 'returned', settledAt: later })
  })

  test('keeps the month if one of them isn’t', async () => {
    await bring(ann, ben)
    await pay(ben)
    await pay(ben, { invoices: [returned, anInvoice({ id: 'in_second' })] })
    expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([1, 1])
  })

  test('keeps the month if the customer was deleted in Stripe', async () => {
    await bring(ann, ben)
    await pay(ben)
    await pay(ben, { invoices: [] })
    expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([1, 1])
  })

  test('before it was credited earns nothing, and can still pay', async () => {
    await bring(ann, ben)
    await pay(ben, { invoices: [returned] })
    expect([await outcomeOf(ben), await creditsOf(ann)]).toEqual(['waiting', 0])
    await pay(ben)
    expect([await outcomeOf(ben), await creditsOf(ann)]).toEqual(['paid', 1])
  })

  test('leaves a used month with its owner', async () => {
    await bring(ann, ben)
    await pay(ben)
    await subscribe(ann)
    await applyCredits(db, ann.userId, { now: NOW })
    await pay(ben, { invoices: [returned] })
    expect(await query.allCredits(db, ann.userId)).toMatchObject([{ endedAs: 'applied' }])
    expect(await query.allCredits(db, ben.userId)).toMatchObject([{ endedAs: 'returned' }])
  })
})

describe('an administrator', () => {
  const give = (userId: string, now = NOW) => addCredit(db, { userId, actorId: cleo.userId }, now)

  test('gives a teacher a month, which is logged', async () => {
    await give(ann.userId)
    await give(ann.userId)
    expect(await query.allCredits(db, ann.userId)).toMatchObject(
      Array(2).fill({ referralId: null, amount: 800, earnedAt: NOW, expiresAt: new Date('2027-11-18T14:00:00Z') }),
    )
    expect((await pool.query('select at, act, actor_id, subject_id from audit_log')).rows).toEqual(
      Array(2).fill({ at: NOW, act: 'credit.given', actor_id: cleo.userId, subject_id: ann.userId }),
    )
    expect(await creditsOf(ben)).toBe(0)
  })

  test('can’t give one to a guest, or to nobody', async () => {
    await pool.query('update users set email = null, email_confirmed_at = null, password_hash = null where id = $1', [ben.userId])
    for (const userId of [ben.userId, '00000000-0000-4000-8000-000000000000'])
      await expect(give(userId)).rejects.toMatchObject({ code: 'not_found' })
    expect((await pool.query('select id from referral_credits')).rows).toEqual([])
  })

  test('can’t give a thirteenth, unless one of the twelve has expired', async () => {
    await hold(ann, 12)
    await hold(ben, 1)
    await expect(give(ann.userId)).rejects.toMatchObject({
      code: 'refused_by_rule',
      message: 'This person already has 12 credits, the most anyone can hold.',
    })
    expect((await pool.query('select id from audit_log')).rows).toEqual([])
    const expiry = new Date('2027-01-02T00:00:00Z')
    await expect(give(ann.userId, ms(expiry, -1))).rejects.toMatchObject({ code: 'refused_by_rule' })
    await give(ann.userId, expiry)
    expect((await query.allCredits(db, ann.userId)).filter(({ endedAs }) => endedAs === 'expired')).toMatchObject([
      { expiresAt: expiry, endedAt: expiry },
    ])
    expect(await query.allCredits(db, ben.userId)).toMatchObject([{ endedAs: null }])
  })
})

test('a teacher sees their code, their friends, and their months on their own dates, the first to expire first', async () => {
  const dan = await aTeacher(db, { now: NOW })
  for (const friend of [ben, cleo, dan]) await bring(ann, friend)
  await rename(dan, 'ann+dan@school.example')
  await pay(ben)
  await pay(dan, { cards: ['other'] })
  await hold(ann, 2)
  expect(await referralInfo(db, ann.userId, NOW)).toEqual({
    referralCode: await codeOf(ann),
    referralCredits: 3,
    referralsCount: 1,
    waitingCount: 1,
    credits: [
      { amount: 800, expiresOn: '2027-01-01' },
      { amount: 800, expiresOn: '2027-01-02' },
      { amount: 800, expiresOn: '2027-11-18' },
    ],
  })
  expect(await creditsOf(ann, new Date('2027-01-02T00:00:00Z'))).toBe(2)
})

test('a teacher’s export has their friends and months, and doesn’t say who the friends are', async () => {
  expect(await exportedReferrals(db, ann.userId)).toEqual({ code: null, credits: [], friends: [], cameBy: null })
  await bring(ann, cleo, ms(NOW, 1000))
  await bring(ann, ben)
  await bring(cleo, ann)
  await pay(ben, {}, ms(NOW, 2000))
  const waiting = { id: expect.any(String), signedUpAt: NOW, outcome: 'waiting', settledAt: null }
  const exported = await exportedReferrals(db, ann.userId)
  expect(exported).toEqual({
    code: await codeOf(ann),
    credits: await query.allCredits(db, ann.userId),
    friends: [
      { ...waiting, outcome: 'paid', settledAt: ms(NOW, 2000) },
      { ...waiting, signedUpAt: ms(NOW, 1000) },
    ],
    cameBy: waiting,
  })
  expect(exported.credits).toHaveLength(1)
})

describe('at a renewal', () => {
  const apply = (soon: Parameters<typeof applyCredits>[2] = { now: NOW }) => applyCredits(db, ann.userId, soon)

  test('a month is used for a month, the first to expire, and is queued for Stripe', async () => {
    await hold(ann, 3)
    await hold(ben, 1)
    await subscribe(ann)
    const ids = await apply()
    const [used, ...others] = (await query.allCredits(db, ann.userId)).sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt))
    expect(ids).toEqual([used?.id])
    expect(used).toMatchObject({ endedAt: NOW, endedAs: 'applied', appliedTo: `sub_plan ${RENEWAL.toISOString()}`, givenAt: null })
    expect(others).toMatchObject(Array(2).fill({ endedAt: null }))
    expect((await pool.query('select name, payload from jobs')).rows).toEqual([{ name: 'give-credit', payload: { creditId: used?.id } }])
    expect(await creditsOf(ben)).toBe(1)
  })

  test('a year takes seven, and what is left is for the next year', async () => {
    await hold(ann, 10)
    const year = { planType: 'yearly', amount: 6000, interval: 'year' } as const
    await subscribe(ann, year)
    expect(await apply()).toHaveLength(7)
    expect(await apply()).toEqual([])
    // The customer moves to the monthly plan for the same period.
    await subscribe(ann)
    expect(await apply()).toEqual([])
    await subscribe(ann, { ...year, periodEnd: new Date('2027-12-18T14:00:00Z') })
    expect(await apply()).toHaveLength(3)
    expect((await pool.query('select name from jobs')).rows).toHaveLength(10)
  })

  test('nothing is used without a month, or if the plan costs less than one', async () => {
    await subscribe(ann)
    expect(await apply()).toEqual([])
    await hold(ann, 1)
    await subscribe(ann, { amount: 799 })
    expect(await apply()).toEqual([])
    expect((await pool.query('select name from jobs')).rows).toEqual([])
  })

  test.each<[string, Partial<PaidSubscription>, PaidInvoice[]?]>([
    ['whose payment has failed', { status: 'past_due' }],
    ['that is canceled', { endsAt: RENEWAL }],
    ['that has ended', { periodEnd: NOW }],
    ['that was refunded', {}, [anInvoice({ isReturned: true })]],
    ['that is only the add-on', { planType: 'ai_addon' }],
  ])('nothing is used for a plan %s', async (_, parts, invoices) => {
    await hold(ann, 1)
    await subscribe(ann, parts, invoices)
    expect(await apply()).toEqual([])
    await subscribe(ann)
    await putInvoices(db, ann.userId, [anInvoice({ isReturned: false })])
    expect(await apply()).toHaveLength(1)
  })

  test('nothing is used for someone who was deleted', async () => {
    expect(await applyCredits(db, '00000000-0000-4000-8000-000000000000', { now: NOW })).toEqual([])
  })

  test('a month is used only if the plan renews until the given instant', async () => {
    await hold(ann, 1)
    await subscribe(ann)
    expect(await apply({ now: NOW, until: ms(RENEWAL, -1) })).toEqual([])
    expect(await apply({ now: NOW, until: RENEWAL })).toHaveLength(1)
  })
})

describe('a month that was used', () => {
  const used = async () => {
    await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
    await hold(ann, 2)
    await subscribe(ann)
    const [id = ''] = await applyCredits(db, ann.userId, { now: NOW })
    return id
  }

  test('is added in Stripe once', async () => {
    const id = await used()
    await giveCredit(db, world.payments, id, ms(NOW, 1000))
    await giveCredit(db, world.payments, id, ms(NOW, 2000))
    expect([[...world.credits], world.calls]).toEqual([[[id, 800]], ['addCredit']])
    expect((await pool.query('select id, given_at from referral_credits where given_at is not null')).rows).toEqual([
      { id, given_at: ms(NOW, 1000) },
    ])
  })

  test('is added for its owner’s customer', async () => {
    const id = await used()
    const added: unknown[] = []
    const payments = { ...world.payments, addCredit: async (...call: unknown[]) => void added.push(call) }
    await giveCredit(db, payments, id, NOW)
    expect(added).toEqual([['cus_ann', expect.objectContaining({ id, amount: 800 })]])
  })

  test('isn’t added before it is used, or if its owner was deleted', async () => {
    const id = await used()
    const [other] = await query.heldCredits(db, ann.userId, NOW)
    await giveCredit(db, world.payments, other?.id ?? '', NOW)
    await pool.query('delete from users where id = $1', [ann.userId])
    await giveCredit(db, world.payments, id, NOW)
    expect(world.calls).toEqual([])
  })
})

describe('at night', () => {
  const stop = new AbortController()
  const call = (parts: Partial<JobCall> = {}) =>
    ({ db, now: NOW, signal: new AbortController().signal, services: { payments: world.payments }, payload: {}, ...parts }) as JobCall
  /** A week before Ann's renewal. */
  const week = new Date('2026-12-11T14:00:00Z')

  test('months are used for the plans that renew within a week', async () => {
    for (const person of [ann, ben]) await hold(person, 1)
    await subscribe(ann)
    await subscribe(cleo, { id: 'sub_cleo' }, [])
    await useCredits(call({ now: ms(week, -1) }))
    expect(await creditsOf(ann)).toBe(1)
    await useCredits(call({ now: week }))
    expect([await creditsOf(ann), await creditsOf(ben)]).toEqual([0, 1])
    expect(await query.peopleToCredit(db, { from: week, to: RENEWAL })).toEqual([])
  })

  test('only for teachers who have one that is valid, and a plan that goes on', async () => {
    const people = (from: Date, to = RENEWAL) => query.peopleToCredit(db, { from, to })
    await hold(ann, 2)
    await subscribe(ann)
    expect(await people(week)).toEqual([ann.userId])
    expect([await people(RENEWAL, ms(RENEWAL, 1)), await people(week, ms(RENEWAL, -1))]).toEqual([[], []])
    await pool.query('update referral_credits set expires_at = $1', [week])
    expect(await people(week)).toEqual([])
    expect(await people(ms(week, -1))).toEqual([ann.userId])
    await subscribe(ann, { endsAt: RENEWAL })
    expect(await people(ms(week, -1))).toEqual([])
  })

  test('months that have expired end, for everyone, also without Stripe', async () => {
    for (const person of [ann, ben]) await hold(person, 2)
    await subscribe(ann)
    const expiry = new Date('2027-01-02T00:00:00Z')
    await useCredits(call({ now: expiry, services: {} }))
    for (const { userId } of [ann, ben])
      expect((await query.allCredits(db, userId)).map(({ endedAs }) => endedAs).sort()).toEqual(['expired', null])
    await useCredits(call({ now: week, services: {} }))
    expect(await db.select().from(referralCredits).where(eq(referralCredits.endedAs, 'applied'))).toEqual([])
  })

  test('a server that stops leaves the rest for the next run', async () => {
    await hold(ann, 1)
    await subscribe(ann)
    stop.abort()
    await expect(useCredits(call({ now: week, signal: stop.signal }))).rejects.toThrow()
    expect(await creditsOf(ann)).toBe(1)
  })

  test('a queued month is added in Stripe, which has to be set up', async () => {
    await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
    await hold(ann, 1)
    await subscribe(ann)
    const [creditId = ''] = await applyCredits(db, ann.userId, { now: NOW })
    await expect(giveQueuedCredit(call({ payload: { creditId }, services: {} }))).rejects.toThrow('Stripe is not set up on this server.')
    await giveQueuedCredit(call({ payload: { creditId } }))
    expect([...world.credits]).toEqual([[creditId, 800]])
  })
})
