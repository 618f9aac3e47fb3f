import { useMutation, useQuery } from '@tanstack/react-query'
import { billing, type PlanType } from '#shared/billing/contract.ts'
import { checkout } from '#web/features/billing/stored-payment.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { report } from '#web/ui/report.ts'
import { portalFailure } from './plans.ts'

const api = client(billing)

export const useBilling = () => useQuery({ queryKey: ['billing'], queryFn: () => api.billing() })

/** The user's subscriptions and grants, refetched on mount. If `every` is set, also refetches at that interval, in milliseconds. */
export const useSubscription = ({ enabled = true, every = 0 }: { enabled?: boolean; every?: number } = {}) =>
  useQuery({
    queryKey: ['subscription'],
    queryFn: () => api.subscription(),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: every > 0 && every,
  })

/**
 * Asks the server to confirm a payment with Stripe, once per payment. `since`, the time when the user returned from Stripe, identifies the
 * payment. If this request fails, the webhook event will confirm the payment.
 */
export const useConfirmation = (since: number | undefined) =>
  useQuery({
    queryKey: ['confirmation', since],
    queryFn: async () => {
      const state = await api.confirm()
      // An older request may still be in flight. Its stale response must not overwrite this state.
      await queryClient.cancelQueries({ queryKey: ['subscription'] })
      queryClient.setQueryData(['subscription'], state)
      return null
    },
    enabled: since !== undefined,
  })

/** The user's referral code and the credits earned with it. */
export const useReferral = () => useQuery({ queryKey: ['referral'], queryFn: () => api.referral(), refetchOnMount: 'always' })

/** Refetches the session, which includes the user's access. */
export const reloadPerson = (): void => void queryClient.invalidateQueries({ queryKey: SESSION_KEY })

/** Opens the billing portal in a new tab. */
export const useOpenPortal = () => {
  const portal = useMutation({ mutationFn: () => api.portal() })
  const open = async (): Promise<void> => {
    // Popup blockers allow this only directly in the click handler, so open the tab before making the request.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    const isOpen = await report(
      async () => {
        const { url } = await portal.mutateAsync()
        if (tab) tab.location.href = url
        else window.location.assign(url)
      },
      { failed: portalFailure },
    )
    if (!isOpen) tab?.close()
  }
  return { open, isPending: portal.isPending }
}

type Purchase = { plan: PlanType; priceId: string; couponCode?: string }

/** Starts a checkout and redirects to Stripe. Remains pending while the browser navigates, so that further clicks have no effect. */
export const useCheckout = () =>
  useMutation({
    mutationFn: async ({ plan, priceId, couponCode }: Purchase) => {
      const { url } = await api.checkout({ body: { priceId, planType: plan, ...(couponCode ? { couponCode } : {}) } })
      checkout.set(plan)
      window.location.assign(url)
      // Resolves only if the browser restores this page from its back/forward cache.
      await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))
    },
  })
