import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  pastTrials: {
    row: 'The trial of a deleted account.',
    kept: { with: 'nothing', ends: { since: 'deletedAt', after: { months: RETENTION.pastTrialMonths }, by: 'forget-past-trials' } },
    columns: {
      fingerprint: ['teacher', 'Recognizes the email address, so that it gets one trial', { form: 'keyed hash' }],
      freeTrialStarted: ['teacher', 'Continues that trial'],
      deletedAt: ['teacher', 'Ends the row'],
    },
  },
}
