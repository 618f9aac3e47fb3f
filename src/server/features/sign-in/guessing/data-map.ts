import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  knownDevices: {
    row: 'A browser that has signed in to an account before.',
    kept: { with: 'account', ends: { since: 'lastSignIn', after: { days: RETENTION.deviceDays }, by: 'forget-sign-in-attempts' } },
    columns: {
      userId: ['teacher', 'The account'],
      deviceHash: ['teacher', 'Recognizes the browser, so that a stranger’s guesses don’t lock the teacher out', { form: 'hash' }],
      lastSignIn: ['teacher', 'Ends the row'],
    },
  },
}
