import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

const after = { months: RETENTION.auditMonths }

export const dataMap: DataMapOf<typeof tables> = {
  auditLog: {
    row: 'An action that others must be able to check: access, roles, plans, exports, deletions. It can’t be changed. Once an account is deleted, its ID points to nobody.',
    kept: { with: 'nothing', ends: { since: 'at', after, by: 'forget-old-audit' } },
    columns: {
      id: ['nobody', 'Orders the log'],
      at: ['teacher', 'When it happened'],
      actorId: ['teacher, colleague', 'The person who did it'],
      act: ['teacher', 'The action'],
      subjectId: ['teacher', 'The person to whom it was done'],
      schoolId: ['school', 'The school in which it was done'],
      network: ['teacher', 'The shortened network address of a sign-in, to notice misuse'],
    },
  },
  failedSignIns: {
    row: 'The number of failed sign-ins in an hour, of all accounts together.',
    kept: { with: 'nothing', ends: { since: 'hour', after, by: 'forget-old-audit' } },
    columns: {
      hour: ['nobody', 'The hour'],
      wrong: ['nobody', 'Wrong passwords and unknown addresses, to notice an attack'],
      locked: ['nobody', 'Attempts during a lockout, to notice an attack'],
    },
  },
}
