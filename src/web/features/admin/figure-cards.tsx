import { clsx } from 'clsx'
import { BadgeCheck, Gift, type LucideIcon, TrendingUp, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Analytics } from '#shared/admin/contract.ts'
import { todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatNumber, monthWords } from './figures.ts'

type FigureCardProps = { label: string; Icon: LucideIcon; value: number | undefined; children: ReactNode }

const FigureCard = ({ label, Icon, value, children }: FigureCardProps) => (
  <article aria-label={label} className="flex items-center gap-3.5 rounded-card border border-line bg-surface px-4 py-3.5 shadow-card">
    <span className="grid size-[42px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand phone:hidden">
      <Icon className="size-5" />
    </span>
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 phone:grid">
      <span className="w-full text-label font-medium text-ink-soft">{label}</span>
      {value === undefined ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <>
          <b className="font-display text-display-small leading-tight tabular">{formatNumber(value)}</b>
          <span className="text-label text-ink-soft">{children}</span>
        </>
      )}
    </div>
  </article>
)

/** The four figures of the Overview tab. Placeholders reserve their space while they load. */
export const FigureCards = ({ analytics }: { analytics: Analytics | undefined }) => (
  <section aria-label="Summary" className="grid grid-cols-4 gap-3.5 max-[1200px]:grid-cols-2 phone:gap-2.5">
    <FigureCard label="Total Users" Icon={Users} value={analytics?.totalUsers}>
      <span className="font-semibold text-note">
        <TrendingUp className="mr-1.5 inline size-3.5 align-[-2px]" />+{formatNumber(analytics?.newUsersThisWeek ?? 0)} this week
      </span>
    </FigureCard>
    <FigureCard label="Active Subscribers" Icon={BadgeCheck} value={analytics?.activeSubscribers}>
      {formatNumber(analytics?.activeTrialUsers ?? 0)} on trial
    </FigureCard>
    <FigureCard label="New Users (Month)" Icon={UserPlus} value={analytics?.newUsersThisMonth}>
      This month so far
    </FigureCard>
    <FigureCard label="Referral Credits" Icon={Gift} value={analytics?.totalReferralCredits}>
      Total outstanding
    </FigureCard>
  </section>
)

const Figure = ({ value, className = 'flex', children }: { value: number | undefined; className?: string; children: ReactNode }) => (
  <span className={clsx('items-baseline gap-1.5', className)}>
    {value === undefined ? (
      <Skeleton className="h-4 w-8" />
    ) : (
      <b className="font-display text-lead text-ink tabular">{formatNumber(value)}</b>
    )}
    {children}
  </span>
)

/** The same four figures in one line, for tabs that are about something else. */
export const FigureLine = ({ analytics }: { analytics: Analytics | undefined }) => {
  const { timezone } = useUser()
  return (
    <section
      aria-label="Summary"
      className="mx-0.5 -mb-1 flex min-h-6 flex-wrap items-baseline gap-x-6.5 gap-y-0.5 text-label text-ink-soft phone:gap-x-4"
    >
      <Figure value={analytics?.totalUsers}>users</Figure>
      <Figure value={analytics?.activeSubscribers}>subscribers</Figure>
      <Figure value={analytics?.newUsersThisMonth}>new in {monthWords(todayIn(timezone, useNow()))}</Figure>
      <Figure value={analytics?.totalReferralCredits} className="flex phone:hidden">
        referral credits out
      </Figure>
    </section>
  )
}
