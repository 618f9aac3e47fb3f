import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  feeds: {
    row: 'A secret address from which a calendar program reads a teacher’s days.',
    kept: { with: 'account', until: 'The teacher can end it sooner.' },
    columns: {
      id: ['nobody', 'Identifies the feed'],
      userId: ['teacher', 'The teacher'],
      classId: ['teacher', 'The class that it shows'],
      schoolId: ['school', 'The school whose days off it shows'],
      tokenHash: ['teacher', 'Finds the feed by its address', { form: 'hash' }],
      sealedToken: ['teacher', 'Shows the teacher the address again', { form: 'encrypted' }],
      include: ['teacher', 'What the teacher shows'],
      createdAt: ['teacher', 'When the teacher made it'],
      lastReadAt: ['teacher', 'Shows the teacher that a program reads it'],
      lastReadBy: ['teacher', 'Which program that is'],
    },
  },
}
