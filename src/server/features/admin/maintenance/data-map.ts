import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  maintenance: {
    row: 'The most recent Maintenance Mode.',
    kept: { with: 'nothing', until: 'It ends when an admin ends the mode, or begins another.' },
    columns: {
      isOnlyRow: ['nobody', 'Allows one row'],
      words: ['nobody', 'What the admin tells everybody'],
      until: ['nobody', 'When the mode ends by itself'],
    },
  },
}
