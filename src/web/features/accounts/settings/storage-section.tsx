import { clsx } from 'clsx'
import { useId } from 'react'
import { useStorage } from '#web/features/accounts/data.ts'

type Usage = { used: number; limit: number }

const MEGABYTE = 1024 * 1024
const megabytes = (bytes: number): string =>
  bytes > 0 && bytes < 0.1 * MEGABYTE ? 'under 0.1' : (bytes / MEGABYTE).toLocaleString('en-US', { maximumFractionDigits: 1 })

const Meter = ({ label, usage }: { label: string; usage: Usage | undefined }) => {
  const id = useId()
  const share = usage ? Math.min(1, usage.used / usage.limit) : 0
  const text = usage ? `${megabytes(usage.used)} of ${megabytes(usage.limit)} MB` : '…'
  return (
    <div className="grid gap-1.5">
      <span className="flex items-baseline justify-between gap-x-3">
        <span id={id}>{label}</span>
        <span className="text-caption whitespace-nowrap text-ink-soft tabular-nums">{text}</span>
      </span>
      <meter aria-labelledby={id} aria-valuetext={text} min={0} max={100} value={Math.round(share * 100)} className="sr-only" />
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <span
          className={clsx('block h-full rounded-full', share > 0.9 ? 'bg-blocked' : 'bg-brand')}
          style={{ width: `${Math.max(share * 100, usage?.used ? 1 : 0)}%` }}
        />
      </span>
    </div>
  )
}

/** Shows the storage used by lessons and by their history. */
export const StorageSection = () => {
  const id = useId()
  const { data, error } = useStorage()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="text-large">
        Storage
      </h3>
      {error ? (
        <p role="alert" className="text-blocked">
          {error.message}
        </p>
      ) : (
        <>
          <Meter label="Lessons and templates" usage={data?.lessons} />
          <Meter label="Changes from the last 30 days" usage={data?.history} />
        </>
      )}
    </section>
  )
}
