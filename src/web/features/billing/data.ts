import { useMutation, useQuery } from '@tanstack/react-query'
import { billing, type PlanType } from '#shared/billing/contract.ts'
import { client } from '#web/lib/api.ts'
import { queryClient, SESSION_KEY } from '#web/lib/query-client.ts'
import { storeCheckout } from '#web/lib/storage.ts'
import { report } from '#web/ui/report.ts'
import { portalFailure } from './plans.ts'

const api = client(billing)

/** What this installation sells. */
export const useBilling = () => useQuery({ queryKey: ['billing'], queryFn: () => api.billing() })

/** What the person pays for; asked again each time it is shown. `every`: also while it is shown, after so many milliseconds. */
export const useSubscription = ({ enabled = true, every = 0 }: { enabled?: boolean; every?: number } = {}) =>
  useQuery({
    queryKey: ['subscription'],
    queryFn: () => api.subscription(),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: every > 0 && every,
  })

/** Has the server ask Stripe whether the person has paid: once for each payment, named by when they came back. Where that fails, the event is waited for. */
export const useConfirmation = (since: number | undefined) =>
  useQuery({
    queryKey: ['confirmation', since],
    queryFn: async () => {
      const state = await api.confirm()
      // What was asked before may be answered after it.
      await queryClient.cancelQueries({ queryKey: ['subscription'] })
      queryClient.setQueryData(['subscription'], state)
      return null
    },
    enabled: since !== undefined,
  })

/** The person's code for friends, and what it has earned. */
export const useReferral = () => useQuery({ queryKey: ['referral'], queryFn: () => api.referral(), refetchOnMount: 'always' })

/** Asks again who is signed in, and with it what they may do. */
export const reloadPerson = (): void => void queryClient.invalidateQueries({ queryKey: SESSION_KEY })

/** Opens the person's page at Stripe in a new tab. */
export const useOpenPortal = () => {
  const portal = useMutation({ mutationFn: () => api.portal() })
  const open = async (): Promise<void> => {
    // Within the press itself: a tab that is opened after the answer has come is blocked.
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

/** Begins a checkout and goes on to Stripe. Still pending while the browser leaves: another press sends nothing. */
export const useCheckout = () =>
  useMutation({
    mutationFn: async ({ plan, priceId, couponCode }: Purchase) => {
      const { url } = await api.checkout({ body: { priceId, planType: plan, ...(couponCode ? { couponCode } : {}) } })
      storeCheckout(plan)
      window.location.assign(url)
      // Only a page that comes back from Stripe draws again.
      await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))
    },
  })
