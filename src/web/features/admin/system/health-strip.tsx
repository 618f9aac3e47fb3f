import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import type { System } from '#shared/admin/system/contract.ts'
import { useBackups } from '#web/features/backups/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { reasonOf } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatAgo, formatBytes, formatMs, formatSpan } from '../figures.ts'
import { useSystem } from './data.ts'
import { troublesOf } from './troubles.ts'

type ItemProps = { label: string; value: string; state?: 'well' | 'off'; children: string }

/** One health indicator. `off` means it isn't set up. */
const Item = ({ label, value, state = 'well', children }: ItemProps) => {
  const Icon = state === 'well' ? CircleCheck : CircleMinus
  return (
    <div className="min-w-0 border-l border-line pl-4 narrow:border-l-0 narrow:pl-0">
      <dt className="flex items-center gap-1.5 text-small text-ink-soft">
        <Icon aria-hidden="true" className={`size-3.5 ${state === 'well' ? 'text-note' : ''}`} />
        {label}
      </dt>
      <dd>
        <b className="mr-1.5 font-display text-lead tabular">{value}</b>
        <span className="text-small text-ink-soft">{children}</span>
      </dd>
    </div>
  )
}

const Summary = ({ troubles }: { troubles: readonly string[] }) => {
  const [first, ...more] = troubles
  return first === undefined ? (
    <p className="flex items-center gap-2.5 font-semibold text-note">
      <CircleCheck className="size-4 shrink-0" />
      All systems normal
    </p>
  ) : (
    <p className="flex items-center gap-2.5 font-semibold text-brass-ink">
      <CircleAlert className="size-4 shrink-0" />
      {more.length > 0 ? `${first}, and ${more.length} more` : first}
    </p>
  )
}

/** The most recent backup, and the result of its test restore. */
const LastBackup = ({ now }: { now: number }) => {
  const { data } = useBackups()
  const [newest] = data?.backups ?? []
  const unproved = data?.areProved ? 'restore not tested yet' : 'restore not tested'
  const words = !newest?.proof ? unproved : newest.proof.failure === null ? 'restore tested' : 'restore failed'
  const isWell = data?.failure === null && newest !== undefined && !newest.proof?.failure
  return (
    <Item label="Last backup" state={isWell ? 'well' : 'off'} value={newest ? formatAgo(now - Date.parse(newest.at)) : 'None yet'}>
      {data?.failure ? 'last daily backup failed' : newest ? words : ''}
    </Item>
  )
}

const Items = ({ system, now }: { system: System; now: number }) => {
  const { startedAt, traffic, database, stripe, ai } = system
  return (
    <dl className="grid min-w-0 flex-1 grid-cols-6 gap-x-4 gap-y-3 narrow:basis-full max-[900px]:grid-cols-3 phone:grid-cols-2">
      <Item label="Website" value={formatSpan(now - Date.parse(startedAt))}>
        running
      </Item>
      <Item label="Response" value={formatMs(traffic.lastHour.p50)}>
        median
      </Item>
      <Item label="Database" value={formatBytes(database.bytes)}>
        responding
      </Item>
      <LastBackup now={now} />
      <Item
        label="Stripe"
        state={stripe.isSetUp ? 'well' : 'off'}
        value={!stripe.isSetUp ? 'Not set up' : stripe.lastEventAt ? formatAgo(now - Date.parse(stripe.lastEventAt)) : 'Set up'}
      >
        {stripe.lastEventAt ? 'last event' : ''}
      </Item>
      <Item label="AI writing" state={ai.isSetUp ? 'well' : 'off'} value={ai.isSetUp ? 'Set up' : 'Not set up'}>
        {''}
      </Item>
    </dl>
  )
}

/** A one-line summary of the system's health. */
export const HealthStrip = () => {
  const { data: system, error, dataUpdatedAt } = useSystem()
  const now = useNow()
  return (
    <section
      aria-label="System Health"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4.5 py-3 shadow-card"
    >
      {system ? (
        <>
          <Summary troubles={troublesOf(system)} />
          <Items system={system} now={Math.max(now, dataUpdatedAt)} />
          <p className="text-right text-small text-ink-soft phone:text-left">
            Live
            <br />
            updated {formatAgo(Math.max(0, now - dataUpdatedAt))}
          </p>
        </>
      ) : error ? (
        <p role="alert" className="font-semibold text-blocked">
          Couldn’t load system health: {reasonOf(error)}
        </p>
      ) : (
        <Skeleton className="h-11 w-full" />
      )}
    </section>
  )
}
