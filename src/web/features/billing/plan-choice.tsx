import { clsx } from 'clsx'
import { PiggyBank } from 'lucide-react'
import { useId } from 'react'
import { PRICES, YEARLY_SAVING } from '#shared/billing/rules.ts'
import { PLANS, type ProPlan } from './plans.ts'

/** The savings badge next to the yearly plan. */
const Saving = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-note-soft py-0.5 pr-2.5 pl-2 text-small font-semibold whitespace-nowrap text-note">
    <PiggyBank className="size-[13px]" />
    save ${YEARLY_SAVING}
  </span>
)

const CHOICES = [
  { plan: 'monthly', label: 'Monthly', note: 'Billed monthly' },
  { plan: 'yearly', label: 'Yearly', note: `$${PRICES.proTeacher.year / 12} a month, billed yearly` },
] as const

type PlanChoiceProps = {
  value: ProPlan
  onChange: (plan: ProPlan) => void
  /** Stacks the options for narrow spaces, with the yearly plan first. */
  isNarrow?: boolean
}

/**
 * Lets the user choose monthly or yearly billing. A radio group, so that the arrow keys move between the options and Tab stops at the group
 * only once.
 */
export const PlanChoice = ({ value, onChange, isNarrow = false }: PlanChoiceProps) => {
  const name = useId()
  const choices = isNarrow ? [...CHOICES].reverse() : CHOICES
  return (
    <div role="radiogroup" aria-label="Plan" className={clsx('grid', isNarrow ? 'gap-2' : 'grid-cols-2 gap-3 phone:grid-cols-1')}>
      {choices.map(({ plan, label, note }) => {
        const { amount, interval } = PLANS[plan]
        const title = (
          <strong className="flex min-h-6 flex-wrap items-center gap-x-2.5 text-lead font-semibold">
            {label}
            {plan === 'yearly' && <Saving />}
          </strong>
        )
        const about = <span className="text-caption text-ink-soft">{note}</span>
        return (
          <label
            key={plan}
            className={clsx(
              'relative flex rounded-card border border-line-control bg-surface text-left transition-colors duration-150 has-checked:border-brand has-checked:bg-brand-soft/50 has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              isNarrow ? 'min-h-[62px] items-center gap-3 px-3.5 py-2' : 'gap-3 px-3.5 py-3',
            )}
          >
            <input
              type="radio"
              name={name}
              value={plan}
              checked={plan === value}
              onChange={() => onChange(plan)}
              className={clsx('size-[18px] shrink-0 accent-brand outline-none', isNarrow || 'mt-0.5')}
            />
            {isNarrow ? (
              <span className="flex flex-1 flex-wrap items-center justify-between gap-x-3">
                <span className="grid">
                  {title}
                  {about}
                </span>
                <span className="whitespace-nowrap text-caption text-ink-soft">
                  <b className="font-display text-heading-large text-ink tabular">${amount}</b> a {interval}
                </span>
              </span>
            ) : (
              <span className="grid gap-0.5">
                {title}
                <span className="text-caption text-ink-soft">
                  <b className="font-display text-display-small leading-tight tracking-[-.02em] text-ink tabular">${amount}</b> per{' '}
                  {interval}
                </span>
                {about}
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
