import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, Lock, PiggyBank, ShieldCheck, Sparkles } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { BEING_CONFIGURED, checkoutAddress, PRICES, statusAt, trialDaysLeft, YEARLY_SAVING } from '#shared/billing/rules.ts'
import { addMonths, formatDay } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { wantedPage } from '#web/features/sign-in/before-sign-in.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { nextMessage } from '#web/lib/net/session-end.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Logo, LogoMark } from '#web/ui/logo.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { AlreadyBought } from './already-bought.tsx'
import { useBilling, useCheckout, useSubscription } from './data.ts'
import { AllSet, Included } from './included.tsx'
import { checkoutFailure, isSameProduct, PLANS, planOf, startNote, unbroken } from './plans.ts'

const MISSING = 'Missing subscription plan information'
/** The column next to the order. */
const BESIDE = 'px-6 pt-13 pb-10 small:px-4 small:pt-8 min-[1100px]:pl-26'
const full = (dollars: number): string => `$${dollars.toFixed(2)}`

/** Compares the yearly price with twelve monthly payments. */
const YearlySaving = () => (
  <dl className="mt-4 grid grid-cols-[1fr_auto] gap-2 rounded-control bg-sunken px-3.5 py-3 text-control">
    <dt className="text-ink-soft">12 months at the monthly price</dt>
    <dd className="text-right tabular">{full(12 * PRICES.proTeacher.month)}</dd>
    <dt className="flex items-center gap-1.5 font-semibold text-note">
      <PiggyBank className="size-[15px] shrink-0" />
      Yearly plan, save ${YEARLY_SAVING}
    </dt>
    <dd className="text-right font-semibold text-note tabular">−{full(YEARLY_SAVING)}</dd>
  </dl>
)

/** Links to the checkout page for the other billing interval. */
const OtherPlan = ({ plan }: { plan: PlanType }) => {
  if (plan === 'ai_addon') return null
  const isYearly = plan === 'yearly'
  return (
    <p className="mt-4 border-t border-line pt-3.5 text-center text-label text-ink-soft">
      {isYearly ? 'Rather pay monthly? ' : 'Rather pay yearly? '}
      <Link
        href={checkoutAddress(isYearly ? 'monthly' : 'yearly')}
        replace
        className="font-semibold text-brand underline underline-offset-2 small:inline-block small:py-[13px]"
      >
        {isYearly
          ? `Switch to $${PRICES.proTeacher.month} per month`
          : `Switch to $${PRICES.proTeacher.year} per year, save $${YEARLY_SAVING}`}
      </Link>
    </p>
  )
}

/** The planner's mark, or AI's. */
const ProductMark = ({ plan }: { plan: PlanType }) =>
  plan === 'ai_addon' ? (
    <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand phone:size-9">
      <Sparkles className="size-5" />
    </span>
  ) : (
    <LogoMark className="size-11 phone:size-9" />
  )

type SummaryProps = {
  plan: PlanType
  /** The Stripe price ID. Undefined if the plan isn't for sale. */
  priceId: string | undefined
  /** A sentence that explains why the plan can't be bought. Undefined if it can. */
  closed: string | undefined
  /** When the plan starts, for users who currently have it for free. */
  startNote: string | null
}

/** The order summary, with the plan, price, discount code, and the button that starts the checkout. */
const Summary = ({ plan, priceId, closed, startNote }: SummaryProps) => {
  const today = useToday(useUser().timezone)
  const checkout = useCheckout()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string>()
  const { name, amount, interval } = PLANS[plan]
  const renewsOn = addMonths(today, interval === 'year' ? 12 : 1)

  const proceed = async (event: FormEvent) => {
    event.preventDefault()
    if (checkout.isPending) return
    const couponCode = code.trim()
    if (code !== '' && couponCode === '') return setCodeError('Please enter a discount code or proceed without one')
    setCodeError(undefined)
    if (priceId === undefined) return showToast({ tone: 'destructive', title: 'Checkout Error', description: MISSING })
    try {
      await checkout.mutateAsync({ plan, priceId, couponCode })
    } catch (error) {
      const refused = error instanceof RefusedCall ? error.code : ''
      showToast({ tone: 'destructive', ...checkoutFailure(refused, reasonOf(error)) })
      if (couponCode && (refused === 'refused_by_rule' || refused === 'malformed')) setCodeError(reasonOf(error))
      rethrowBugs(error)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void proceed(event)}>
      <h2 className="mb-4 text-heading-medium leading-tight">Purchase summary</h2>
      <p className="flex items-center gap-3.5">
        <ProductMark plan={plan} />
        <span className="min-w-0 flex-1">
          <strong className="block text-large font-semibold">{name}</strong>
          <span className="text-label text-ink-soft phone:text-caption">Renews on {unbroken(formatDay(renewsOn, 'long'))}</span>
        </span>
        <b className="font-display text-title tabular">{full(amount)}</b>
      </p>
      {plan === 'yearly' && <YearlySaving />}
      <Field label="Discount code" error={codeError} className="mt-4">
        {(wiring) => (
          <TextInput
            {...wiring}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={64}
            placeholder="Enter a code if you have one"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <p className="mt-5 flex items-center justify-between gap-3 border-t border-line pt-4">
        <span>
          <strong className="block text-lead font-semibold">Due today</strong>
          <span className="text-caption text-ink-soft">
            In US dollars, first {interval === 'year' ? '12 months' : 'month'}
            {code.trim() && ', before the discount'}
          </span>
        </span>
        <b className="font-display text-display-small leading-none tracking-[-.02em] tabular">{full(amount)}</b>
      </p>
      {startNote && <p className="mt-2 text-label text-balance text-ink-soft">{startNote}</p>}
      <Button type="submit" variant="solid" size="lg" className="mt-4 w-full" busy={checkout.isPending} disabled={closed !== undefined}>
        {code === '' ? 'Proceed to Checkout' : 'Apply & Checkout'}
        <ArrowRight className="size-[18px]" />
      </Button>
      {closed !== undefined && (
        <p role="status" className="mt-2 text-label font-medium text-blocked">
          {closed}
        </p>
      )}
      <p className="mt-3.5 flex gap-2.5 text-label text-ink-soft">
        <ShieldCheck className="mt-px size-[17px] shrink-0 text-note" />
        Cancel anytime. You pay on Stripe’s own page, so we never see your card number.
      </p>
      <OtherPlan plan={plan} />
    </form>
  )
}

/** Redirects if the URL doesn't name a product. */
const NothingToBuy = () => {
  useEffect(() => {
    nextMessage.set({ title: 'Invalid Request', description: MISSING })
    window.location.replace('/')
  }, [])
  return <LoadingPlace className="min-h-dvh" />
}

/** The order page for the plan in the URL. The payment itself takes place on Stripe's checkout page. */
export const CheckoutPage = () => {
  usePageTitle('Checkout')
  const search = useSearch()
  const user = useUser()
  const { isGuest } = user
  const { data: billing, error } = useBilling()
  const { data: state, isPending } = useSubscription({ enabled: !isGuest })
  const now = useNow()
  useEffect(() => {
    if (isGuest) wantedPage.set(`/checkout?${search}`)
    else wantedPage.forget()
  }, [isGuest, search])

  const wanted = planOf(new URLSearchParams(search))
  if (!wanted) return <NothingToBuy />
  if (billing?.state === 'off') return <Redirect to="/dashboard" replace />
  // Guests need an account first. After signing up, they return here.
  if (isGuest) return <Redirect to={SIGN_UP_ADDRESS} replace />
  const { plan, priceId } = wanted
  const owned = state?.items.find(({ planType }) => isSameProduct(planType, plan))
  const daysLeft = statusAt(user, now) === 'TRIAL' ? trialDaysLeft(user.freeTrialStarted, now) : 0
  const closed = error ? reasonOf(error) : billing?.state === 'unset' ? BEING_CONFIGURED : undefined
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 border-b border-line bg-surface px-10 py-4 small:px-4">
        <a
          href="/"
          className="inline-flex items-center gap-2 justify-self-start font-semibold whitespace-nowrap text-ink-soft hover:text-ink small:min-h-11 small:min-w-11"
        >
          <ArrowLeft className="size-[17px]" />
          <span className="phone:sr-only">Back to home</span>
        </a>
        <Logo taglineClassName="hidden" />
        {!owned && (
          <span className="flex items-center gap-1.5 justify-self-end text-label text-ink-soft">
            <Lock className="size-[15px]" />
            <span className="phone:sr-only">Secure checkout</span>
          </span>
        )}
      </header>
      <main
        tabIndex={-1}
        className={clsx(
          'grid grid-cols-[minmax(0,1fr)] small:content-start',
          owned ? 'content-start gap-8 px-4 py-13' : 'min-[900px]:grid-cols-[55fr_45fr]',
        )}
      >
        {owned ? <AllSet plan={plan} /> : <Included plan={plan} className={clsx(BESIDE, 'small:order-last')} />}
        <div className={clsx('grid', !owned && 'bg-sunken px-6 py-13 small:px-4 small:py-6')}>
          <div className="w-full max-w-[456px] self-start justify-self-center rounded-dialog border border-line bg-surface p-[26px] shadow-float small:p-5">
            {owned ? (
              <AlreadyBought item={owned} />
            ) : isPending ? (
              <Skeleton className="h-[420px]" />
            ) : (
              <Summary
                // Switching to another plan resets the form.
                key={plan}
                plan={plan}
                priceId={priceId ?? billing?.prices[plan]}
                closed={closed}
                startNote={plan === 'ai_addon' ? null : startNote({ daysLeft, grantedUntil: state?.grantedUntil ?? null })}
              />
            )}
          </div>
        </div>
      </main>
    </div>
  )
}
