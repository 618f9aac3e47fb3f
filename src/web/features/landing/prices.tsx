import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRICES, TRIAL_DAYS, YEARLY_SAVING } from '#shared/billing/rules.ts'

type PlanProps = { name: string; price: ReactNode; points: readonly string[]; tag?: string; isMain?: boolean; isOfAi?: boolean }

const Plan = ({ name, price, points, tag, isMain = false, isOfAi = false }: PlanProps) => (
  <li
    className={clsx(
      'flex flex-col rounded-dialog border bg-surface p-6 shadow-card',
      isMain ? 'border-brand' : 'border-line',
      isOfAi && 'by-ai by-add-on',
    )}
  >
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="text-title leading-snug">{name}</h3>
      {tag && <span className="rounded-full bg-brass-soft px-2.5 py-0.5 text-small font-semibold text-brass-ink">{tag}</span>}
    </div>
    <p className="mt-3 text-ink-soft">{price}</p>
    <ul className="mt-4 grid gap-2">
      {points.map((point) => (
        <li key={point} className="flex gap-2.5 text-lead text-ink-soft">
          <Check className="mt-1 size-4 shrink-0 text-note" />
          {point}
        </li>
      ))}
    </ul>
  </li>
)

const Amount = ({ children }: { children: ReactNode }) => (
  <span className="font-display text-display-small leading-none font-bold tracking-[-.02em] text-ink">{children}</span>
)

/** The prices from the shared price list. CSS classes hide the parts that don't apply to an installation (static.css). */
export const Prices = ({ className }: { className: string }) => (
  <section id="prices" className={clsx(className, 'pt-6 pb-3')}>
    <h2 className="text-center text-display leading-[1.08] tracking-[-.02em] text-balance max-sm:text-display-small">
      Try it free for a week. Then one simple plan.
    </h2>
    <ul className="mt-9 grid gap-4 lg:flex lg:justify-center lg:*:w-1/3">
      <Plan
        name="Free Trial"
        price={
          <>
            <Amount>$0</Amount> for {TRIAL_DAYS} days
          </>
        }
        points={['Everything in Pro Teacher', 'No payment info required', 'Ends on its own. You won’t be charged.']}
      />
      <Plan
        isMain
        name="Pro Teacher"
        tag="Cancel anytime"
        price={
          <>
            <Amount>${PRICES.proTeacher.month}</Amount> a month, or <strong className="text-ink">${PRICES.proTeacher.year} a year</strong>{' '}
            (save ${YEARLY_SAVING})
          </>
        }
        points={[
          'Calendar, lessons, and rich lesson plans',
          'Templates for a lesson, a day, or a week',
          'Sub plans to print or save as a PDF',
        ]}
      />
      <Plan
        name="AI Add-on"
        isOfAi
        tag="Works during your trial, too"
        price={
          <>
            <Amount>${PRICES.aiAddOn.month}</Amount> a month, on top of your trial or plan
          </>
        }
        points={[
          `A monthly AI allowance (${PRICES.aiAddOn.tokens.toLocaleString('en-US')} tokens)`,
          'Help writing lessons, when you want it',
        ]}
      />
    </ul>
    <p className="mt-5 text-center text-lead text-ink-soft">
      Prices in US dollars<span className="by-stripe">, paid through Stripe</span>. Plans renew automatically until you cancel.
    </p>
  </section>
)
