import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Job } from '#shared/admin/system/contract.ts'
import { jobsByGroup, jobWords } from '#shared/admin/system/rules.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '../panel.tsx'
import { isFailing } from './troubles.ts'

type State = { label: string; Icon: LucideIcon; look: string }

const STATES: Record<'done' | 'failed' | 'gave_up' | 'released' | 'lost' | 'running' | 'none', State> = {
  done: { label: 'Done', Icon: CircleCheck, look: 'text-note' },
  failed: { label: 'Failed, will retry', Icon: CircleAlert, look: 'text-brass-ink' },
  gave_up: { label: 'Failed', Icon: CircleAlert, look: 'text-blocked' },
  released: { label: 'Moved to another server', Icon: CircleDashed, look: 'text-ink-soft' },
  lost: { label: 'Interrupted, will retry', Icon: CircleAlert, look: 'text-brass-ink' },
  running: { label: 'Running', Icon: Timer, look: 'text-brand' },
  none: { label: 'Not run yet', Icon: CircleDashed, look: 'text-ink-soft' },
}

const stateOf = ({ lastRun }: Job): State => STATES[lastRun === null ? 'none' : (lastRun.outcome ?? 'running')]

/** Returns when a scheduled job is due, or how many queued jobs are pending or have failed for good. */
const nextOf = ({ schedule, nextAt, waiting, gaveUp }: Job): ReactNode => {
  if (schedule !== null && nextAt !== null) return <Instant at={nextAt} />
  const parts = [waiting > 0 && `${waiting} waiting`, gaveUp > 0 && `${gaveUp} failed`].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'as needed'
}

const JobRow = ({ job }: { job: Job }) => {
  const { label, Icon, look } = stateOf(job)
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2.5 pr-4 text-left font-semibold">
        <span title={job.name}>{jobWords(job.name)}</span>
        {job.lastRun?.error && <span className="block max-w-[60ch] font-normal text-ink-soft">{job.lastRun.error}</span>}
      </th>
      <td className={`py-2.5 pr-4 whitespace-nowrap ${look}`}>
        <span className="inline-flex items-center gap-1.5">
          <Icon className="size-3.5" />
          {label}
        </span>
      </td>
      <td className="py-2.5 pr-4 whitespace-nowrap tabular">{job.lastRun ? <Instant at={job.lastRun.startedAt} /> : '–'}</td>
      <td className="py-2.5 pr-4 whitespace-nowrap tabular">{nextOf(job)}</td>
      <td className="py-2.5 text-right tabular">{job.failures}</td>
    </tr>
  )
}

const JobRows = ({ title, jobs }: { title: string; jobs: readonly Job[] }) => (
  <tbody>
    <tr className="border-t border-line">
      <th scope="rowgroup" colSpan={5} className="pt-5 pb-1.5 text-left text-label font-semibold text-ink-soft">
        {title}
      </th>
    </tr>
    {jobs.map((job) => (
      <JobRow key={job.name} job={job} />
    ))}
  </tbody>
)

const JobsTable = ({ failing, well }: { failing: readonly Job[]; well: readonly Job[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: A scroll container must be reachable by keyboard.
  <section aria-label="List of jobs" tabIndex={0} className="mt-3 overflow-x-auto">
    <table className="w-full text-control">
      <thead>
        <tr className="text-small text-ink-soft">
          {['Job', 'Last run', 'Started', 'Next'].map((title) => (
            <th key={title} scope="col" className="py-1.5 pr-4 text-left font-medium whitespace-nowrap">
              {title}
            </th>
          ))}
          <th scope="col" className="py-1.5 text-right font-medium whitespace-nowrap">
            Failed in 24 h
          </th>
        </tr>
      </thead>
      {failing.length > 0 && <JobRows title="Needs attention" jobs={failing} />}
      {jobsByGroup(well).map(({ group, jobs }) => (
        <JobRows key={group} title={group} jobs={jobs} />
      ))}
    </table>
  </section>
)

/** Background jobs across all servers, by group. Jobs that fail come first. On phones, the others are hidden at first. */
export const JobsPanel = ({ jobs }: { jobs: readonly Job[] }) => {
  const isPhone = useMedia(PHONE)
  const [isOpen, setIsOpen] = useState(false)
  const failing = jobs.filter(isFailing)
  const well = jobs.filter((job) => !isFailing(job))
  const isFolded = isPhone && !isOpen
  return (
    <Panel title="Jobs" description="Background tasks on all servers">
      {jobs.length === 0 && <EmptyState title="No jobs yet" description="Jobs show up here once the server starts them." />}
      {(failing.length > 0 || (!isFolded && well.length > 0)) && <JobsTable failing={failing} well={isFolded ? [] : well} />}
      {isPhone && well.length > 0 && (
        <Button className="mt-3 h-auto! min-h-11 w-full py-2 whitespace-normal!" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide jobs without problems' : `Show ${well.length} ${well.length === 1 ? 'job' : 'jobs'} without problems`}
        </Button>
      )}
    </Panel>
  )
}
