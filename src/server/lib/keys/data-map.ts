import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  keyInUse: {
    row: 'The key that this database is used with.',
    kept: { with: 'nothing' },
    columns: {
      id: ['nobody', 'Allows one row'],
      fingerprint: ['nobody', 'Notices that the key was replaced', { form: 'keyed hash' }],
    },
  },
}
