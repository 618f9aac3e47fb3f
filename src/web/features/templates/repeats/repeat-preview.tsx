import { clsx } from 'clsx'
import { ArrowLeftRight, Check, Minus, Plus } from 'lucide-react'
import { formatDay } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'
import { type DayPlan, totalsOf, type WeekPlan, weeksOf } from './repeat-plan.ts'

const SIGNS = {
  filled: { Icon: Plus, look: 'bg-brand text-on-brand', word: 'filled' },
  added: { Icon: Plus, look: 'bg-brand-soft text-brand', word: 'added to' },
  replaced: { Icon: ArrowLeftRight, look: 'bg-blocked text-on-blocked', word: 'replaced' },
  kept: { Icon: Check, look: 'bg-line text-ink', word: 'kept' },
  skipped: { Icon: Minus, look: 'bg-blocked-soft text-blocked', word: 'skipped' },
} as const
type Shown = keyof typeof SIGNS
const isShown = (outcome: DayPlan['outcome']): outcome is Shown => outcome !== 'untouched'

const DayMark = ({ day }: { day: DayPlan | null }) => {
  if (!day || !isShown(day.outcome))
    return (
      <span className="grid size-[17px] place-items-center">
        <span className="size-[3px] rounded-full bg-line-strong/60" />
      </span>
    )
  const { Icon, look } = SIGNS[day.outcome]
  return (
    <span className={clsx('grid size-[17px] place-items-center rounded-tiny', look)}>
      <Icon aria-hidden="true" strokeWidth={3} className="size-[11px]" />
    </span>
  )
}

/** Returns the week's marks as text for screen readers, such as 'Mon filled, Tue skipped'. */
const spokenWeek = ({ days }: WeekPlan): string =>
  days.flatMap((day) => (day && isShown(day.outcome) ? `${formatDay(day.date, 'weekday')} ${SIGNS[day.outcome].word}` : [])).join(', ')

const Pill = ({ sign, count, word }: { sign: Shown; count: number; word: string }) => {
  const { Icon, look } = SIGNS[sign]
  return (
    <span className={clsx('flex h-7 items-center gap-1.5 rounded-full px-2.5 text-caption font-semibold phone:px-2', look)}>
      <Icon aria-hidden="true" strokeWidth={2.6} className="size-[13px]" />
      {`${counted(count, 'day')} ${word}`}
    </span>
  )
}

/** The number of days per outcome. */
export const RepeatTotals = ({ plan, className }: { plan: readonly DayPlan[]; className: string }) => {
  const { filled, replaced, kept, skipped } = totalsOf(plan)
  return (
    <p aria-live="polite" className={clsx('flex-wrap gap-1.5', className)}>
      {filled > 0 && <Pill sign="added" count={filled} word="filled" />}
      {replaced > 0 && <Pill sign="replaced" count={replaced} word="replaced" />}
      {skipped > 0 && <Pill sign="skipped" count={skipped} word="skipped" />}
      {kept > 0 && <Pill sign="kept" count={kept} word="kept" />}
    </p>
  )
}

/** Previews a repeat week by week. Each day has a mark with an icon and a color, and each week has a summary. */
export const RepeatPreview = ({ plan }: { plan: readonly DayPlan[] }) => (
  <ol
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll the list
    tabIndex={0}
    aria-label="Week by week"
    className="mt-2.5 min-h-0 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface"
  >
    {weeksOf(plan).map((week) => (
      <li key={week.monday} className="flex min-h-[38px] flex-wrap content-center items-center gap-x-3 px-3 py-1 text-label">
        <b className="min-w-[106px] font-semibold tabular whitespace-nowrap">{week.span}</b>
        <span className="flex gap-[3px]">
          {week.days.map((day, place) => (
            <DayMark key={place} day={day} />
          ))}
          <span className="sr-only">{spokenWeek(week)}</span>
        </span>
        <span className="flex-[1_1_96px] leading-tight">
          <strong className={clsx('font-semibold', week.word === 'Skipped' && 'text-blocked', week.word === 'Kept' && 'text-ink-soft')}>
            {week.word}
          </strong>
          {week.detail && <span className="block text-small text-ink-soft">{week.detail}</span>}
        </span>
      </li>
    ))}
  </ol>
)
