import type { Job } from '#server/lib/jobs/run.ts'
import type { Tracing } from './tracing.ts'

/** Returns the jobs, with a trace for each run. */
export const traceJobs = (jobs: Record<string, Job>, { traceJob }: Tracing): Record<string, Job> =>
  Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, { ...job, run: (call) => traceJob(name, () => job.run(call)) }]))
