import type { Analytics } from '#shared/admin/contract.ts'
import { formatNumber } from '../figures.ts'

const KeyFigure = ({ value, children }: { value: number | undefined; children: string }) => (
  <div className="flex flex-col-reverse text-right">
    <dt className="text-small text-ink-soft">{children}</dt>
    <dd className="font-display text-title leading-tight font-bold tabular">{value === undefined ? '–' : formatNumber(value)}</dd>
  </div>
)

type PanelProps = { title: string; figures: readonly (readonly [label: string, value: number | undefined])[] }

const Panel = ({ title, figures }: PanelProps) => (
  <section aria-label={title} className="rounded-dialog border border-line bg-surface px-5.5 py-5 shadow-card">
    <header className="flex flex-wrap justify-between gap-x-6 gap-y-2">
      <h2 className="text-heading">{title}</h2>
      <dl className="flex gap-6">
        {figures.map(([label, value]) => (
          <KeyFigure key={label} value={value}>
            {label}
          </KeyFigure>
        ))}
      </dl>
    </header>
  </section>
)

/** How the number of users and of plans goes. */
export const OverviewTab = ({ analytics }: { analytics: Analytics | undefined }) => (
  <div className="grid grid-cols-2 gap-3.5 narrow:grid-cols-1">
    <Panel
      title="User Growth"
      figures={[
        ['new this week', analytics?.newUsersThisWeek],
        ['this month', analytics?.newUsersThisMonth],
      ]}
    />
    <Panel
      title="Revenue Metrics"
      figures={[
        ['paying subscribers', analytics?.activeSubscribers],
        ['users on trial', analytics?.activeTrialUsers],
      ]}
    />
  </div>
)
