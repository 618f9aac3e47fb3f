import { paidAt } from '#web/lib/address-parameters.ts'
import { slot, text } from '#web/lib/storage.ts'

/** Stores the plan that the customer selected before the redirect to Stripe. */
export const checkout = slot('checkout', text, 'tab-session')

const PAYMENT_KEPT_MS = 3_600_000

/** Returns the unconfirmed payment, with the time when the customer returned from Stripe (epoch milliseconds) and the plan, if known. */
export const awaitedPayment = (now: number): { since: number; plan: string | null } | null => {
  const since = Number(paidAt.get() ?? 0)
  return now - since < PAYMENT_KEPT_MS ? { since, plan: checkout.get() } : null
}

export const forgetPayment = (): void => {
  paidAt.forget()
  checkout.forget()
}
