import { paidAt } from '#web/lib/address-parameters.ts'
import { slot, text } from '#web/lib/storage.ts'

/** The plan that the customer went to Stripe to buy. */
export const checkout = slot('checkout', text, 'tab-session')

const PAYMENT_KEPT_MS = 3_600_000

/** Returns the unconfirmed payment: when the customer returned (epoch milliseconds) and for which plan, if known. */
export const awaitedPayment = (now: number): { since: number; plan: string | null } | null => {
  const since = Number(paidAt.get() ?? 0)
  return now - since < PAYMENT_KEPT_MS ? { since, plan: checkout.get() } : null
}

export const forgetPayment = (): void => {
  paidAt.forget()
  checkout.forget()
}
