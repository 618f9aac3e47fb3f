import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  driveGrants: {
    row: 'A teacher’s permission to ask Google for the files that they pick.',
    kept: { with: 'account', until: 'It ends when the teacher unlinks Google.' },
    columns: {
      userId: ['teacher', 'The teacher'],
      refreshToken: ['teacher', 'Opens Google’s file picker, and nothing that the teacher didn’t pick', { form: 'encrypted' }],
      grantedAt: ['teacher', 'When the teacher allowed it'],
    },
  },
}
