import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  templates: {
    row: 'A lesson, day or week to use again.',
    kept: {
      with: 'account',
      ends: {
        since: 'deletedAt',
        after: { days: RETENTION.deletedTemplateDays },
        by: 'forget-deleted-templates',
        only: 'those that the teacher deleted',
      },
    },
    columns: {
      id: ['nobody', 'Identifies the template'],
      ownerId: ['teacher', 'The teacher'],
      kind: ['nobody', 'A lesson, a day or a week'],
      name: ['teacher', 'Its name'],
      content: ['teacher, students', 'Its lessons, as the teacher wrote them'],
      bytes: ['nobody', 'Counts toward the limit on stored lessons'],
      version: ['nobody', 'Notices that two windows changed it'],
      checkedAt: ['teacher', 'When the teacher last checked an emergency plan'],
      deletedAt: ['teacher', 'Ends a deleted one, which can be restored until then'],
      number: ['nobody', 'Orders templates with the same name'],
    },
  },
}
