import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  calendarDayImages: {
    row: 'A day before a change, for Undo and History.',
    kept: { with: 'change' },
    columns: {
      id: ['nobody', 'Orders the states of a day'],
      operationId: ['nobody', 'The change'],
      calendarId: ['teacher', 'The calendar'],
      date: ['teacher', 'The day'],
      before: ['teacher, students', 'The earlier lessons and marks'],
      bytes: ['nobody', 'Counts toward the limit on stored history'],
    },
  },
}
