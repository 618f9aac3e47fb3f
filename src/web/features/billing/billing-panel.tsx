import { CalendarCheck, Lock, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { hasAccess, statusAt, trialDaysLeft } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { CloseButton } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ActivePlan } from './active-plan.tsx'
import { AddOnRow } from './add-on-row.tsx'
import { useBilling, useSubscription } from './data.ts'
import { PlanChoice } from './plan-choice.tsx'
import { PLANS, type ProPlan, trialEndDay } from './plans.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { TrialStatus } from './trial-status.tsx'

const AFTERWARDS = [
  [CalendarCheck, 'Choose a plan and keep planning. It starts the day you pay, and trial days left aren’t added.'],
  [Lock, 'Without a plan, your planner locks. You can still view, print, and export your lessons, and make sub plans.'],
  [ShieldCheck, 'You won’t be charged for a plan unless you choose one.'],
] as const

const AfterTheTrial = () => (
  <section className="rounded-card bg-sunken px-3.5 py-3">
    <h3 className="mb-1.5 font-text text-small font-semibold tracking-normal text-ink-soft">What happens after the trial</h3>
    <ul className="grid gap-1.5 text-label">
      {AFTERWARDS.map(([Icon, text]) => (
        <li key={text} className="flex gap-2.5">
          <Icon className="mt-px size-[17px] shrink-0 text-ink-soft" />
          {text}
        </li>
      ))}
    </ul>
  </section>
)

const PartTitle = ({ children }: { children: string }) => <h3 className="mt-1 text-large">{children}</h3>

/** The plans for sale. The heading separates them from what the user already pays for. */
const Choose = ({ hasHeading }: { hasHeading: boolean }) => {
  const [plan, setPlan] = useState<ProPlan>('yearly')
  return (
    <>
      {hasHeading && <PartTitle>Pick a plan</PartTitle>}
      <PlanChoice value={plan} onChange={setPlan} />
      {/* Browsers stop a sticky element above the padding of the dialog, which the foot covers on a phone. */}
      <div className="order-last phone:-mx-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-surface pt-4 phone:sticky phone:-bottom-5 phone:-mb-5 phone:z-10 phone:px-4 phone:pt-3 phone:pb-6 phone:short:static phone:not-short:[*:has(&)]:scroll-pb-32">
        <p className="text-caption text-ink-soft phone:w-full phone:text-center">Secure payment through Stripe. Cancel anytime.</p>
        <span className="ml-auto flex flex-wrap justify-end gap-2 phone:w-full phone:*:last:flex-1">
          <span className="phone:hidden">
            <CloseButton>Not now</CloseButton>
          </span>
          <SubscribeButton plan={plan} variant="solid">
            {`Continue with ${plan}, $${PLANS[plan].amount}`}
          </SubscribeButton>
        </span>
      </div>
    </>
  )
}

/** The account's status, its subscriptions, and the plans for sale. */
export const BillingPanel = () => {
  const user = useUser()
  const now = useNow()
  const { data: billing } = useBilling()
  const { data: state, error, isFetching, refetch } = useSubscription()
  const status = statusAt(user, now)
  const isPro = status === 'PROTEACHERACTIVE'
  if (error && !state)
    return <ErrorState title="Couldn’t load billing" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!state) return <Skeleton className="h-[420px]" />
  const mayBuyAddOn =
    hasAccess(user, now) && billing?.prices.ai_addon !== undefined && !state.items.some(({ planType }) => planType === 'ai_addon')
  return (
    <div className="flex flex-col gap-3">
      {(status === 'TRIAL' || status === 'TRIALEXPIRED') && (
        <TrialStatus daysLeft={trialDaysLeft(user.freeTrialStarted, now)} endsOn={trialEndDay(user)} hasPaid={state.items.length > 0} />
      )}
      {status === 'PROTEACHEREXPIRED' && (
        <p className="rounded-card bg-brass-soft px-3.5 py-3 text-brass-ink">Your plan has ended. Your lessons are safe.</p>
      )}
      {!isPro && state.items.length > 0 && <PartTitle>What you pay for</PartTitle>}
      <ActivePlan state={state} timezone={user.timezone} />
      {!isPro && <Choose hasHeading={state.items.length > 0} />}
      {mayBuyAddOn && <AddOnRow />}
      {status === 'TRIAL' && <AfterTheTrial />}
    </div>
  )
}
