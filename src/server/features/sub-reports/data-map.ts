import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  subReports: {
    row: 'What a substitute wrote to the teacher about the day.',
    kept: {
      with: 'account',
      ends: {
        since: 'receivedAt',
        after: { days: RETENTION.subReportDays },
        by: 'forget-sub-reports',
        only: 'those that the teacher doesn’t keep',
      },
    },
    columns: {
      id: ['nobody', 'Identifies the report'],
      userId: ['teacher', 'The teacher, who alone reads it'],
      linkId: ['teacher', 'The link from which it came', { until: 'Emptied when the link is deleted' }],
      key: ['nobody', 'Accepts each report once', { form: 'hash' }],
      dates: ['teacher', 'The days it is about'],
      sealed: ['substitute, students', 'Everything that the substitute wrote', { form: 'encrypted' }],
      receivedAt: ['substitute', 'Ends the row'],
      correctedAt: ['substitute', 'Shows that the substitute corrected it'],
      readAt: ['teacher', 'Whether the teacher has read it'],
      isKept: ['teacher', 'Whether the teacher keeps it'],
      sharedAt: ['teacher', 'When the teacher sent it to the office'],
    },
  },
}
