import { Check, ChevronDown, Copy, Link } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PRICES } from '#shared/billing/rules.ts'
import { formatDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { useReferral } from './data.ts'
import { priceOf } from './plans.ts'

const SAID_MS = 2000

type CopyButtonProps = { label: string; text: string; icon: typeof Copy; variant?: 'solid' | 'outline' }

const CopyButton = ({ label, text, icon: Icon, variant = 'outline' }: CopyButtonProps) => {
  const [copies, setCopies] = useState(0)
  const [isSaid, setIsSaid] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another click restarts the two seconds.
  useEffect(() => {
    if (!isSaid) return undefined
    const timer = setTimeout(() => setIsSaid(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [isSaid, copies])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsSaid(true)
      setCopies(copies + 1)
    } catch {
      showToast({
        tone: 'destructive',
        title: 'Failed to copy',
        description: 'Your browser blocked copying. Select the text and copy it yourself.',
      })
    }
  }
  const Sign = isSaid ? Check : Icon
  return (
    <Button variant={variant} icon={<Sign aria-hidden="true" className="size-4" />} onClick={() => void copy()}>
      <span aria-live="polite">{isSaid ? 'Copied' : label}</span>
    </Button>
  )
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <div className="flex flex-auto flex-col-reverse rounded-control bg-sunken px-3 py-2">
    <dt className="text-small text-ink-soft">{label}</dt>
    <dd className="font-display text-heading-large leading-tight font-bold tabular">{value}</dd>
  </div>
)

/** The user's referral code and the credits earned with it. */
export const ReferralPanel = () => {
  const { data: referral, error, isFetching, refetch } = useReferral()
  if (error && !referral)
    return <ErrorState title="Couldn’t load your code" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!referral) return <Skeleton className="h-[320px]" />
  const { referralCode, referralCredits, referralsCount, waitingCount, credits } = referral
  const link = `${window.location.origin}/auth?ref=${encodeURIComponent(referralCode)}`
  return (
    <div className="grid gap-4">
      <section aria-label="Your code" className="flex flex-wrap items-center gap-3 rounded-card border border-line px-3.5 py-3">
        <p className="min-w-[22ch] flex-1">
          <span className="block text-caption text-ink-soft">Your code</span>
          <strong className="block font-display text-heading-large leading-tight tracking-[.04em] tabular">{referralCode}</strong>
          <span className="block text-caption break-all text-ink-soft">{link}</span>
        </p>
        <span className="flex flex-wrap gap-2 phone:w-full phone:*:flex-1">
          <CopyButton label="Copy code" text={referralCode} icon={Copy} />
          <CopyButton label="Copy link" text={link} icon={Link} variant="solid" />
        </span>
      </section>
      <div className="grid gap-1">
        <p>
          When a colleague who’s new to Firstbell pays for their first plan, you each get a free month: ${PRICES.proTeacher.month} off your
          next bill.
        </p>
        <details className="group text-ink-soft">
          <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-small text-label font-semibold text-brand hover:underline touch:min-h-11 [&::-webkit-details-marker]:hidden">
            How it works
            <ChevronDown className="size-4 transition-transform duration-150 group-open:rotate-180" />
          </summary>
          <p className="mt-1 text-label">
            They enter your code or follow your link when they sign up. Free months are applied automatically. You can hold up to 12 at a
            time, and each one is good for 12 months. If that payment is refunded, you both lose any credit you haven’t used.
          </p>
        </details>
      </div>
      {waitingCount + referralsCount + referralCredits === 0 ? (
        <p className="text-ink-soft">No one has signed up with your code yet.</p>
      ) : (
        <dl className="flex flex-wrap gap-2">
          <Count label="signed up" value={waitingCount} />
          <Count label="subscribed" value={referralsCount} />
          <Count label={referralCredits === 1 ? 'credit' : 'credits'} value={referralCredits} />
        </dl>
      )}
      {credits.length > 0 && (
        <section>
          <h3 className="mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">Credits</h3>
          <ul>
            {credits.map(({ amount, expiresOn }, place) => (
              // Two credits can be identical, so the key needs the index.
              <li key={`${expiresOn} ${place}`} className="flex justify-between gap-3 border-b border-line py-2 last:border-0">
                <span className="font-semibold tabular">{priceOf(amount)}</span>
                <span className="text-ink-soft">Use by {formatDay(expiresOn, 'long')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
