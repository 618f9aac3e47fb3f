import { clsx } from 'clsx'
import { CalendarOff, Check, Inbox, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { formatDay } from '#shared/dates.ts'
import type { CopiedPlan, YearCopyPlan, Years } from '#shared/moves/years/rules.ts'
import { counted } from '#web/lib/counted.ts'
import { type DayOff, previewRows } from './preview-rows.ts'

/** The number of rows shown at first. */
const FIRST_ROWS = 12
const COLUMNS =
  'grid grid-cols-[44px_minmax(0,1fr)_22px_minmax(0,1fr)] items-center gap-x-3 px-3 phone:grid-cols-[minmax(0,1fr)_22px_minmax(0,1fr)]'
const MARKS: Record<CopiedPlan['outcome'], { icon: ReactNode; className: string }> = {
  copied: { icon: <Plus className="size-3.5 stroke-3" />, className: 'bg-brand text-on-brand' },
  kept: { icon: <Check className="size-3.5" />, className: 'bg-sunken text-ink-soft border border-line' },
  unplaced: { icon: <Inbox className="size-3.5" />, className: 'border border-dashed border-line-strong text-ink-soft' },
}

const daysOff = ({ firstDay, lastDay, days }: Years['last']): DayOff[] =>
  days.flatMap(({ date, isBlocked, blockedText }) =>
    isBlocked && date >= firstDay && date <= lastDay ? [{ date, reason: blockedText ?? '' }] : [],
  )

const rangeInWords = (from: string, to: string): string =>
  from === to ? formatDay(from, 'short') : `${formatDay(from, 'monthDay')} – ${formatDay(to, 'monthDay')}`

const titleOf = ({ plan: { title, words } }: CopiedPlan): string => (words ? words : title)

const outcomeInWords = ({ outcome, to }: CopiedPlan, plans: number): string => {
  if (outcome === 'copied') return 'Copied'
  if (outcome === 'kept') return plans === 1 ? 'Yours stays' : 'Yours stay'
  return to ? 'Locked, so it goes to Unplaced lessons' : 'Unplaced lessons'
}

/** One plan or several with the same outcome: last year on the left, this year on the right. */
const PlansRow = ({ plans }: { plans: readonly CopiedPlan[] }) => {
  const [first, last] = [plans[0], plans.at(-1)]
  if (!first || !last) return null
  const { outcome } = first
  const { icon, className } = MARKS[outcome]
  const numbers = first.number === last.number ? `${first.number}` : `${first.number}–${last.number}`
  return (
    <li className={clsx(COLUMNS, 'border-t border-line py-1.5 text-label')}>
      <span className="font-semibold text-ink-soft tabular phone:hidden">
        <span className="sr-only">Day </span>
        {numbers}
      </span>
      <span className="min-w-0">
        <strong className="block font-semibold tabular">{rangeInWords(first.from.date, last.from.date)}</strong>
        <span className="block truncate text-ink-soft">{plans.length === 1 ? titleOf(first) : counted(plans.length, 'plan')}</span>
      </span>
      <span aria-hidden="true" className={clsx('grid size-[22px] place-items-center rounded-md', className)}>
        {icon}
      </span>
      <span className="min-w-0">
        <strong className="block font-semibold tabular">
          {first.to && last.to ? rangeInWords(first.to.date, last.to.date) : 'No day this year'}
        </strong>
        <span className={clsx('block', outcome === 'copied' ? 'text-brand' : 'text-ink-soft')}>{outcomeInWords(first, plans.length)}</span>
      </span>
    </li>
  )
}

const Chip = ({ icon, className, children }: { icon: ReactNode; className: string; children: ReactNode }) => (
  <li className={clsx('inline-flex h-[26px] items-center gap-1.5 rounded-full px-2.5 text-small font-semibold', className)}>
    {icon}
    {children}
  </li>
)

/** Counts the plans that are copied, that stay, and that have no day. */
const Counts = ({ plans }: { plans: readonly CopiedPlan[] }) => {
  const count = (outcome: CopiedPlan['outcome']) => plans.filter((plan) => plan.outcome === outcome).length
  return (
    <ul className="flex flex-wrap gap-1.5">
      <Chip icon={<Plus className="size-3.5" />} className="bg-brand-soft text-brand">{`${count('copied')} copied`}</Chip>
      <Chip icon={<Check className="size-3.5" />} className="bg-sunken text-ink">{`${count('kept')} yours`}</Chip>
      <Chip icon={<Inbox className="size-3.5" />} className="bg-sunken text-ink">{`${count('unplaced')} unplaced`}</Chip>
    </ul>
  )
}

type CopyPreviewProps = { years: Years; plan: YearCopyPlan; classId: string | undefined; name: string }

/** The plans of one class, day by day: where each comes from, where it goes, and where the years part. */
export const CopyPreview = ({ years: { last, now }, plan, classId, name }: CopyPreviewProps) => {
  const [isWhole, setIsWhole] = useState(false)
  const plans = useMemo(() => plan.plans.filter((one) => one.classId === classId), [plan, classId])
  const rows = useMemo(() => previewRows(plans, { last: daysOff(last), now: daysOff(now) }), [plans, last, now])
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <section aria-label={`Preview of ${name}`} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-text text-caption font-semibold tracking-normal text-ink-soft">{name}, day by day</h3>
        <Counts plans={plans} />
      </div>
      {plans.length === 0 ? (
        <p className="rounded-card bg-paper px-4 py-8 text-center text-ink-soft">Nothing of this class is copied.</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <div aria-hidden="true" className={clsx(COLUMNS, 'bg-sunken py-1.5 text-caption font-semibold text-ink-soft')}>
            <span className="phone:hidden">Day</span>
            <span>Last year</span>
            <span />
            <span>This year</span>
          </div>
          <ul>
            {shown.map((row) =>
              row.is === 'plans' ? (
                <PlansRow key={row.key} plans={row.plans} />
              ) : (
                <li
                  key={row.key}
                  className="flex items-center gap-2 border-t border-line bg-blocked-soft px-3 py-1 text-small font-semibold text-blocked"
                >
                  <CalendarOff aria-hidden="true" className="size-3.5 shrink-0" />
                  {row.words}
                </li>
              ),
            )}
          </ul>
          {rows.length > shown.length && (
            <button
              type="button"
              className="min-h-9 w-full border-t border-line text-label font-semibold text-brand hover:bg-sunken touch:min-h-11"
              onClick={() => setIsWhole(true)}
            >
              {`Show ${rows.length - shown.length} more`}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
