import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  calendarWords: {
    row: 'The words of a lesson, note or block-out, for the search. They change and end with it.',
    kept: { with: 'calendar', until: 'They end with the lesson, note or block-out.' },
    columns: {
      calendarId: ['teacher', 'The calendar'],
      date: ['teacher', 'The day'],
      part: ['nobody', 'The lesson, note or block-out'],
      words: ['teacher, students', 'Its words'],
    },
  },
}
