/**
 * A purchase takes effect once Stripe confirms it to our server. Until then, the page shows that the payment is pending. Returning from
 * Stripe doesn't grant access. It makes the server query Stripe once, because the webhook event may be late.
 */
import { useEffect, useState } from 'react'
import type { PlanType } from '#shared/billing/contract.ts'
import { awaitedPayment, forgetPayment } from '#web/features/billing/stored-payment.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { reloadPerson, useConfirmation, useSubscription } from './data.ts'
import { isSameProduct } from './plans.ts'

/** Time after which a pending payment is considered late. */
const PATIENCE_MS = 30_000
const ASK_AGAIN_MS = 3000
const ASK_LATER_MS = 15_000

export type Payment = {
  /** True if the confirmation is taking longer than usual. */
  isLate: boolean
  /** Stops waiting. */
  stop: () => void
}

/** Returns the pending payment and polls for its confirmation. Returns null if no payment is pending. */
export const usePayment = (): Payment | null => {
  const [payment, setPayment] = useState(() => awaitedPayment(Date.now()))
  const [isLate, setIsLate] = useState(false)
  const { data } = useSubscription({ enabled: payment !== null, every: isLate ? ASK_LATER_MS : ASK_AGAIN_MS })
  useConfirmation(payment?.since)
  const isPaid = (planType: PlanType) => !payment?.plan || isSameProduct(planType, payment.plan as PlanType)
  const isConfirmed = payment !== null && data?.items.some(({ planType }) => isPaid(planType))

  useEffect(() => {
    if (!payment) return undefined
    const timer = setTimeout(() => setIsLate(true), Math.max(0, payment.since + PATIENCE_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [payment])
  const stop = () => {
    forgetPayment()
    setPayment(null)
  }
  useEffect(() => {
    if (!isConfirmed) return
    forgetPayment()
    setPayment(null)
    reloadPerson()
    showToast({ tone: 'success', title: 'Payment confirmed', description: 'Thank you! Your planner is open.' })
  }, [isConfirmed])
  return payment && { isLate, stop }
}
