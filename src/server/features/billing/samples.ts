import { randomUUID } from 'node:crypto'
import {
  type CustomerState,
  type OpenCheckout,
  type PaidInvoice,
  type PaidSubscription,
  type Payments,
  PaymentsFailed,
} from '#server/lib/outside/payments.ts'

export const PRICE_IDS = { monthly: 'price_monthly', yearly: 'price_yearly', ai_addon: 'price_ai' }

/** A monthly plan that was paid on the 18th of November. */
export const aSubscription = (over: Partial<PaidSubscription> = {}): PaidSubscription => ({
  id: 'sub_plan',
  status: 'active',
  planType: 'monthly',
  priceId: PRICE_IDS.monthly,
  amount: 800,
  interval: 'month',
  periodEnd: new Date('2026-12-18T14:00:00Z'),
  endsAt: null,
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

/** A payment service in memory: what customers have is set by the test, and an event is JSON without a signature. */
export const aPaymentService = () => {
  const states = new Map<string, CustomerState>()
  const keys = new Map<string, string>()
  const checkouts = new Map<string, OpenCheckout & { customerId: string; coupon: string | null; priceId: string }>()
  const coupons = new Map<string, string>()
  const credits = new Map<string, number>()
  const calls: string[] = []
  /** Why every call fails; none does while it is undefined. */
  const fault: { now: PaymentsFailed | undefined } = { now: undefined }

  const called = async (name: string): Promise<void> => {
    calls.push(name)
    await new Promise((resolve) => setImmediate(resolve))
    if (fault.now) throw fault.now
  }
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
      await called('stateOf')
      return state
    },
    addCustomer: async (_person, key) => {
      await called('addCustomer')
      return once(key, () => `cus_${randomUUID()}`)
    },
    forgetCustomer: async (customerId) => {
      await called('forgetCustomer')
      states.delete(customerId)
    },
    couponOf: async (code) => {
      await called('couponOf')
      return coupons.get(code)
    },
    openCheckout: async ({ customerId, coupon, priceId }, key) => {
      await called('openCheckout')
      const id = once(key, () => `cs_${randomUUID()}`)
      if (!checkouts.has(id)) checkouts.set(id, { id, url: `https://pay.example/pay/${id}`, status: 'open', customerId, coupon, priceId })
      return checkoutBy(id)
    },
    checkoutOf: async (id) => {
      await called('checkoutOf')
      return checkoutBy(id)
    },
    closeCheckout: async (id) => {
      await called('closeCheckout')
      const session = checkoutBy(id)
      if (session.status === 'open') session.status = 'expired'
      return session
    },
    portal: async (customerId) => {
      await called('portal')
      return `https://pay.example/portal/${customerId}`
    },
    addCredit: async (_customerId, { id, amount }) => {
      await called('addCredit')
      credits.set(id, amount)
    },
  }
  const clear = (): void => {
    for (const map of [states, keys, checkouts, coupons, credits]) map.clear()
    calls.length = 0
    fault.now = undefined
  }
  return { payments, states, checkouts, coupons, credits, calls, fault, clear }
}
