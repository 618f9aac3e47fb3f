import { randomUUID } from 'node:crypto'
import {
  type CustomerState,
  type OpenCheckout,
  type PaidInvoice,
  type PaidSubscription,
  type Payments,
  PaymentsFailed,
} from '#server/lib/integrations/payments.ts'

export const PRICE_IDS = { monthly: 'price_monthly', yearly: 'price_yearly', ai_addon: 'price_ai' }

/** A monthly plan paid on November 18. */
export const aSubscription = (over: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_plan',
  status: 'active',
  planType: 'monthly',
  priceId: PRICE_IDS.monthly,
  amount: 800,
  interval: 'month',
  periodEnd: new Date('2026-12-18T14:00:00Z'),
  endsAt: null,
  endsWithPlan: false,
  latestInvoiceId: 'in_first',
  ...over,
})

export const anInvoice = (over: Partial<PaidInvoice> = {}): PaidInvoice => ({
  id: 'in_first',
  number: 'FB-0001',
  status: 'paid',
  amountPaid: 800,
  currency: 'usd',
  createdAt: new Date('2026-11-18T14:00:00Z'),
  subscriptionId: 'sub_plan',
  isReturned: false,
  ...over,
})

const nothing = (): CustomerState => ({ subscriptions: [], invoices: [], cards: [] })

/** Creates a wrapper that records calls and makes them fail on demand. */
const aFaultyCall = () => {
  const calls: string[] = []
  /**
   * Calls fail while `now` is set. `only` limits this to one call, such as `closeCheckout`, or to the second call of that name, such as
   * `closeCheckout 2`. With `isLate`, the call takes effect and only its response is lost.
   */
  const fault: { now: PaymentsFailed | undefined; only?: string | undefined; isLate?: boolean } = { now: undefined }

  const failureOf = (name: string): PaymentsFailed | undefined => {
    const count = calls.filter((each) => each === name).length
    const label = count > 1 ? `${name} ${count}` : name
    return fault.only === undefined || fault.only === label ? fault.now : undefined
  }
  /** Executes a call unless it is set to fail. */
  const called = async <T>(name: string, answer: () => T): Promise<T> => {
    calls.push(name)
    const failure = failureOf(name)
    await new Promise((resolve) => setImmediate(resolve))
    if (failure && !fault.isLate) throw failure
    const answered = answer()
    if (failure) throw failure
    return answered
  }
  return { calls, fault, called }
}

/** Creates an in-memory payment service. Tests set the customers' state directly, and events are unsigned JSON. */
export const aPaymentService = () => {
  const states = new Map<string, CustomerState>()
  const keys = new Map<string, string>()
  const checkouts = new Map<string, OpenCheckout & { key: string; customerId: string; coupon: string | null; priceId: string }>()
  const coupons = new Map<string, string>()
  const credits = new Map<string, number>()
  const { calls, fault, called } = aFaultyCall()
  const once = (key: string, make: () => string): string => {
    const made = keys.get(key) ?? make()
    keys.set(key, made)
    return made
  }
  const checkoutBy = (id: string) => {
    const found = checkouts.get(id)
    if (!found) throw new PaymentsFailed('refused', 'no such session')
    return found
  }

  const payments: Payments = {
    origin: 'https://pay.example',
    prices: PRICE_IDS,
    readEvent: async (body) => {
      if (!body.toString().startsWith('{')) throw new PaymentsFailed('refused', 'forged')
      const event = JSON.parse(body.toString())
      return event.customerId ? event : undefined
    },
    stateOf: async (customerId) => {
      const state = structuredClone(states.get(customerId) ?? nothing())
      return called('stateOf', () => state)
    },
    addCustomer: (_person, key) => called('addCustomer', () => once(key, () => `cus_${randomUUID()}`)),
    forgetCustomer: (customerId) => called('forgetCustomer', () => void states.delete(customerId)),
    couponOf: (code) => called('couponOf', () => coupons.get(code)),
    openCheckout: ({ customerId, coupon, priceId }, key) =>
      called('openCheckout', () => {
        const id = once(key, () => `cs_${randomUUID()}`)
        if (!checkouts.has(id))
          checkouts.set(id, { id, url: `https://pay.example/pay/${id}`, status: 'open', key, customerId, coupon, priceId })
        return checkoutBy(id)
      }),
    openCheckoutsOf: (customerId) =>
      called('openCheckoutsOf', () => [...checkouts.values()].filter((each) => each.customerId === customerId && each.status === 'open')),
    checkoutOf: (id) => called('checkoutOf', () => checkoutBy(id)),
    closeCheckout: (id) =>
      called('closeCheckout', () => {
        const session = checkoutBy(id)
        if (session.status === 'open') session.status = 'expired'
        return session
      }),
    endWithPlan: (subscriptionId, isEnding) =>
      called('endWithPlan', () => {
        const found = [...states.values()].flatMap(({ subscriptions }) => subscriptions).find(({ id }) => id === subscriptionId)
        if (!found || found.status === 'canceled') throw new PaymentsFailed('refused', 'no such subscription')
        Object.assign(found, { endsAt: isEnding ? found.periodEnd : null, endsWithPlan: isEnding })
      }),
    portal: (customerId) => called('portal', () => `https://pay.example/portal/${customerId}`),
    addCredit: (_customerId, { id, amount }) => called('addCredit', () => void credits.set(id, amount)),
  }
  const clear = (): void => {
    for (const map of [states, keys, checkouts, coupons, credits]) map.clear()
    calls.length = 0
    Object.assign(fault, { now: undefined, only: undefined, isLate: false })
  }
  return { payments, states, checkouts, coupons, credits, calls, fault, clear }
}
