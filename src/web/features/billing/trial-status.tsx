import { clsx } from 'clsx'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { formatDay } from '#shared/dates.ts'

type TrialStatusProps = {
  daysLeft: number
  /** The day the trial ends. */
  endsOn: string
  /** Whether Stripe has a payment method on file, for example from buying the add-on. */
  hasPaid: boolean
}

/** Shows the time left in the trial as a sentence, a number, and a progress bar in days. */
export const TrialStatus = ({ daysLeft, endsOn, hasPaid }: TrialStatusProps) => {
  // As many segments as days, also if more days are left than a new trial has.
  const length = Math.max(TRIAL_DAYS, daysLeft)
  return (
    <div className="flex items-center gap-3.5 rounded-card bg-brass-soft px-3.5 py-3 text-brass-ink">
      <span
        aria-hidden="true"
        className="grid size-[38px] shrink-0 place-items-center rounded-full border-3 border-brass bg-surface font-display text-title font-bold"
      >
        {daysLeft}
      </span>
      <p className="min-w-0 flex-1">
        <strong className="block text-lead font-semibold">
          {daysLeft === 0 ? 'Trial Expired' : `Trial, ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`}
        </strong>
        <span className="text-caption">
          {daysLeft === 0 ? 'Ended' : 'Ends'} {formatDay(endsOn, 'weekdayAndDay')}.{!hasPaid && ' No card on file.'}
        </span>
      </p>
      <span aria-hidden="true" className="flex gap-1 phone:hidden">
        {Array.from({ length }, (_, day) => (
          <span key={day} className={clsx('h-2 w-5 rounded-full ring-1 ring-brass', day < length - daysLeft ? 'bg-brass' : 'bg-surface')} />
        ))}
      </span>
    </div>
  )
}
