import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

const after = { days: RETENTION.jobRunDays }

export const dataMap: DataMapOf<typeof tables> = {
  jobs: {
    row: 'Work for later: on a schedule, or queued by a call.',
    kept: {
      with: 'nothing',
      ends: { since: 'gaveUpAt', after, by: 'forget-old-runs', only: 'those that failed too often' },
      until: 'A queued job ends when it is done. A scheduled job stays.',
    },
    columns: {
      id: ['nobody', 'Identifies the job'],
      name: ['nobody', 'The job'],
      schedule: ['nobody', 'When it runs'],
      payload: ['teacher', 'IDs and encrypted data that it needs, never a text that a person wrote'],
      isUrgent: ['nobody', 'Runs it before others'],
      runAt: ['nobody', 'When it is due'],
      tries: ['nobody', 'How often it failed'],
      runId: ['nobody', 'The run that does it'],
      claimedUntil: ['nobody', 'When another server may take it over'],
      gaveUpAt: ['nobody', 'When it had failed too often'],
    },
  },
  jobRuns: {
    row: 'A run of a job.',
    kept: { with: 'nothing', ends: { since: 'startedAt', after, by: 'forget-old-runs' } },
    columns: {
      id: ['nobody', 'Identifies the run'],
      jobId: ['nobody', 'The job'],
      name: ['nobody', 'The job’s name'],
      try: ['nobody', 'Which attempt it was'],
      startedAt: ['nobody', 'When it began'],
      endedAt: ['nobody', 'When it ended'],
      outcome: ['nobody', 'How it ended'],
      error: ['nobody', 'Why it failed, without personal data'],
    },
  },
}
