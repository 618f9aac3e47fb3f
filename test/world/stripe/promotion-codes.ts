/** Promotion codes that teachers enter, and their coupons. */
import type Stripe from 'stripe'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { flag, pages, range, takes, text } from './parameters.ts'
import { invalid } from './refusal.ts'
import { found, idOf, type World } from './world.ts'

const DAY = 86_400

type Code = {
  code: string
  percent?: number
  cents?: number
  duration?: 'once' | 'forever' | 'repeating'
  months?: number
  max?: number
  used?: number
  /** Days after the world's start. Negative values are in the past. */
  expiresIn?: number
  firstTimeOnly?: boolean
  minimumCents?: number
}

/** The initial codes. */
const CODES: Code[] = [
  { code: 'SPRING25', percent: 25 },
  { code: 'FIVEOFF', cents: 500 },
  { code: 'ALLFREE', percent: 100 },
  { code: 'FOREVER10', percent: 10, duration: 'forever' },
  { code: 'THREEMONTHS', percent: 50, duration: 'repeating', months: 3 },
  { code: 'ONLYONE', percent: 25, max: 1 },
  { code: 'NEWCOMER', percent: 20, firstTimeOnly: true },
  { code: 'BIGONLY', percent: 20, minimumCents: 5000 },
  { code: 'USEDUP', percent: 25, max: 1, used: 1 },
  { code: 'EXPIRED', percent: 25, expiresIn: -1 },
]

/** Adds a code and its coupon to the world. */
export const addCode = (world: World, code: Code): Stripe.PromotionCode => {
  const created = world.now()
  const { max = null, used = 0 } = code
  const coupon: Stripe.Coupon = {
    id: `coupon_${code.code.toLowerCase()}`,
    object: 'coupon',
    amount_off: code.cents ?? null,
    created,
    currency: code.cents === undefined ? null : 'usd',
    duration: code.duration ?? 'once',
    duration_in_months: code.months ?? null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: code.percent === undefined ? `$${((code.cents ?? 0) / 100).toFixed(2)} off` : `${code.percent}% off`,
    percent_off: code.percent ?? null,
    redeem_by: null,
    times_redeemed: used,
    valid: true,
  }
  const promotionCode: Stripe.PromotionCode = {
    id: `promo_${code.code.toLowerCase()}`,
    object: 'promotion_code',
    active: true,
    code: code.code,
    created,
    customer: null,
    customer_account: null,
    expires_at: code.expiresIn === undefined ? null : created + code.expiresIn * DAY,
    livemode: false,
    max_redemptions: max,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: {
      first_time_transaction: code.firstTimeOnly ?? false,
      minimum_amount: code.minimumCents ?? null,
      minimum_amount_currency: code.minimumCents === undefined ? null : 'usd',
    },
    times_redeemed: used,
  }
  world.tables.coupons.set(coupon.id, coupon)
  world.tables.promotionCodes.set(promotionCode.id, promotionCode)
  return promotionCode
}

export const stockCodes = (world: World): void => {
  for (const code of CODES) addCode(world, code)
}

const isUsable = (world: World, { active, expires_at, max_redemptions, times_redeemed }: Stripe.PromotionCode): boolean =>
  active && (expires_at === null || expires_at > world.now()) && (max_redemptions === null || times_redeemed < max_redemptions)

/** Returns a code's current state. An expired or used-up code isn't active. */
const asOf = (world: World, code: Stripe.PromotionCode): Stripe.PromotionCode => ({ ...code, active: isUsable(world, code) })

/** Throws Stripe's error if this customer can't use a code for this purchase. */
export const checkCode = (world: World, id: string, customer: string | null, subtotal: number, param = 'discounts[0][promotion_code]') => {
  const code = found(world.tables.promotionCodes, 'promotion code', id, param)
  const { first_time_transaction, minimum_amount } = code.restrictions
  if (!isUsable(world, code))
    throw invalid(`This promotion code is expired or no longer active: ${code.code}.`, { code: 'coupon_expired', param })
  if (minimum_amount !== null && subtotal < minimum_amount)
    throw invalid('This promotion code cannot be redeemed because the order does not meet the minimum amount.', { param })
  const hasPaid = [...world.tables.charges.values()].some((charge) => charge.paid && idOf(charge.customer) === customer)
  if (first_time_transaction && hasPaid)
    throw invalid('This promotion code cannot be redeemed because the associated customer has prior transactions.', { param })
  return code
}

export const redeem = (world: World, id: string): void => {
  const code = found(world.tables.promotionCodes, 'promotion code', id)
  code.times_redeemed++
  found(world.tables.coupons, 'coupon', idOf(code.promotion.coupon)).times_redeemed++
}

/** Returns the amount that a coupon takes off a subtotal. */
export const amountOff = ({ percent_off, amount_off }: Stripe.Coupon, subtotal: number): number =>
  Math.min(subtotal, percent_off === null ? (amount_off ?? 0) : Math.round((subtotal * percent_off) / 100))

export const promotionCodeCalls = [
  endpoint(
    'GET',
    '/v1/promotion_codes',
    takes<Stripe.PromotionCodeListParams>()({
      ...pages,
      active: flag.optional(),
      code: text.optional(),
      coupon: text.optional(),
      customer: text.optional(),
      created: range.optional(),
    }),
    (world, { active, code, coupon, customer, created, ...page }) =>
      listOf(
        '/v1/promotion_codes',
        [...world.tables.promotionCodes.values()]
          .map((row) => asOf(world, row))
          .filter(
            (row) =>
              (active === undefined || row.active === active) &&
              (code === undefined || row.code.toLowerCase() === code.toLowerCase()) &&
              (coupon === undefined || row.promotion.coupon === coupon) &&
              (customer === undefined || row.customer === customer) &&
              isWithin(row.created, created),
          ),
        page,
      ),
  ),
  endpoint('GET', '/v1/promotion_codes/:id', takes<Stripe.PromotionCodeRetrieveParams>()({}), (world, _, id = '') =>
    asOf(world, found(world.tables.promotionCodes, 'promotion code', id)),
  ),
  endpoint('GET', '/v1/coupons/:id', takes<Stripe.CouponRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.coupons, 'coupon', id),
  ),
]
