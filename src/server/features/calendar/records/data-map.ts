import type { DataMapOf } from '#server/lib/db/data-map.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  calendarRecords: {
    row: 'A class, a timetable, an unplaced lesson, a closure, a bell schedule, a short day, or a school’s year.',
    kept: { with: 'calendar', until: 'The teacher can delete it sooner.' },
    columns: {
      id: ['nobody', 'Identifies the record'],
      calendarId: ['teacher', 'The calendar'],
      kind: ['nobody', 'Which of these it is'],
      content: ['teacher, students', 'What the teacher entered: names of classes, times, and the text of an unplaced lesson'],
      bytes: ['nobody', 'Counts toward the limit on stored lessons'],
      operationId: ['nobody', 'The change that made its present state'],
    },
  },
  calendarRecordImages: {
    row: 'A record before a change, for Undo.',
    kept: { with: 'change' },
    columns: {
      id: ['nobody', 'Orders the states of a record'],
      operationId: ['nobody', 'The change'],
      calendarId: ['teacher', 'The calendar'],
      recordId: ['nobody', 'The record'],
      kind: ['nobody', 'The kind of record'],
      before: ['teacher, students', 'The earlier content'],
      bytes: ['nobody', 'Counts toward the limit on stored history'],
    },
  },
}
