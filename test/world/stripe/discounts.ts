/** Discounts, each from a code redeemed for a subscription. */
import type Stripe from 'stripe'
import { redeem } from './promotion-codes.ts'
import { found, idOf, type World } from './world.ts'

/** Applies a coupon to a subscription and counts its use. */
export const newDiscount = (
  world: World,
  subscription: Stripe.Subscription,
  { coupon: id, promotionCode }: { coupon: string; promotionCode: string | null },
  session: string | null,
): Stripe.Discount => {
  const coupon = found(world.tables.coupons, 'coupon', id)
  const end = new Date(world.now() * 1000)
  end.setUTCMonth(end.getUTCMonth() + (coupon.duration_in_months ?? 0))
  const discount: Stripe.Discount = {
    id: world.id('di'),
    object: 'discount',
    checkout_session: session,
    customer: idOf(subscription.customer),
    customer_account: null,
    end: coupon.duration === 'repeating' ? Math.floor(end.getTime() / 1000) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: promotionCode,
    source: { type: 'coupon', coupon: coupon.id },
    start: world.now(),
    subscription: subscription.id,
    subscription_item: null,
  }
  world.tables.discounts.set(discount.id, discount)
  if (promotionCode) redeem(world, promotionCode)
  else coupon.times_redeemed++
  world.emit('customer.discount.created', discount)
  return discount
}
