import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  limits: {
    row: 'How often something was done lately: guesses at a password, emails to an address, calls that cost money.',
    kept: { with: 'nothing', until: 'The job `forget-sign-in-attempts` deletes it when the count is back at zero, within about two days.' },
    columns: {
      key: ['teacher', 'What is counted, and for whom: IDs, network addresses and keyed hashes, never an email address'],
      level: ['teacher', 'The count'],
      at: ['teacher', 'When it was counted'],
      burst: ['nobody', 'How many are allowed at once'],
      perHour: ['nobody', 'How many are allowed per hour'],
    },
  },
}
