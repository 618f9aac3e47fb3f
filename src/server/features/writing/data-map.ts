import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  aiMonths: {
    row: 'How much AI a teacher used in a month.',
    kept: { with: 'account' },
    columns: {
      userId: ['teacher', 'The teacher'],
      month: ['teacher', 'The month'],
      allowance: ['teacher', 'How many tokens the teacher has'],
      used: ['teacher', 'How many were used'],
      reserved: ['nobody', 'How many the answers in progress may use'],
    },
  },
  aiAnswers: {
    row: 'An answer of the AI provider, without its text and without the request.',
    kept: { with: 'account' },
    columns: {
      id: ['nobody', 'Identifies the answer'],
      userId: ['teacher', 'The teacher'],
      month: ['teacher', 'The month in which it counts'],
      reserved: ['nobody', 'The tokens it could use'],
      startedAt: ['teacher', 'When the teacher asked'],
      expiresAt: ['nobody', 'Releases the tokens if the server dies'],
      settledAt: ['nobody', 'When it was counted'],
      used: ['teacher', 'The tokens it used'],
    },
  },
}
