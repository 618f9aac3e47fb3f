import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  keyInUse: {
    row: 'The key that this database is used with.',
    kept: { with: 'nothing' },
    columns: {
      id: ['nobody', 'Allows one row'],
      fingerprint: ['nobody', 'Says which key encrypts', { form: 'keyed hash' }],
      since: ['nobody', 'Says which older keys are still needed'],
    },
  },
}
