import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  idempotencyKeys: {
    row: 'A call with an Idempotency-Key, which gets the same answer if it is sent again.',
    kept: {
      with: 'account',
      ends: { since: 'claimedAt', after: { days: RETENTION.idempotencyHours / 24 }, by: 'forget-idempotency-keys' },
    },
    columns: {
      hash: ['teacher', 'Finds the call by its key', { form: 'hash' }],
      userId: ['teacher', 'The account that made the call'],
      network: ['teacher', 'The network that made the call, without an account'],
      request: ['teacher', 'Notices that the same key was sent with something else', { form: 'keyed hash' }],
      claimedAt: ['teacher', 'When the call began'],
      doneAt: ['teacher', 'When it succeeded'],
      answer: ['teacher, students', 'The answer to return again', { form: 'encrypted' }],
      size: ['nobody', 'Limits how much is kept'],
    },
  },
}
