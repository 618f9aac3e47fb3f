/**
 * What somebody has paid for opens when our server has heard it from Stripe: until then they are told that it is waited for.
 * That they come back from Stripe's page grants nothing, but has the server ask Stripe once, since an event may be late.
 */
import { useEffect, useState } from 'react'
import type { PlanType } from '#shared/billing/contract.ts'
import { awaitedPayment, forgetPayment } from '#web/lib/storage.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { reloadPerson, useConfirmation, useSubscription } from './data.ts'
import { isSameProduct } from './plans.ts'

/** From then on it takes longer than usual. */
const PATIENCE_MS = 30_000
const ASK_AGAIN_MS = 3000
const ASK_LATER_MS = 15_000

export type Payment = {
  /** It takes longer than usual. */
  isLate: boolean
  /** Waits no more. */
  stop: () => void
}

/** Returns the payment that is waited for, and asks for it again and again; null where there is none. */
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
    showToast({ tone: 'success', title: 'Your payment is confirmed', description: 'Thank you. Everything is open.' })
  }, [isConfirmed])
  return payment && { isLate, stop }
}
