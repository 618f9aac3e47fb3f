import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  calendarOperations: {
    row: 'A change to a calendar, so that it can be undone.',
    kept: { with: 'calendar', ends: { since: 'createdAt', after: { days: RETENTION.historyDays }, by: 'forget-old-operations' } },
    columns: {
      id: ['nobody', 'Carries out each change once'],
      version: ['nobody', 'Orders the changes'],
      calendarId: ['teacher', 'The calendar'],
      actorId: ['teacher, colleague', 'The person who made the change'],
      kind: ['nobody', 'The kind of change'],
      undoes: ['nobody', 'The change that it undid'],
      sitting: ['nobody', 'Joins the saves of one sitting'],
      sittingSince: ['teacher', 'When the sitting began'],
      continues: ['nobody', 'The change that this save continues'],
      request: ['teacher', 'Recognizes a repeated call', { form: 'hash' }],
      about: ['teacher, students', 'Describes the change in the Undo list, with titles of lessons'],
      createdAt: ['teacher', 'Ends the row, and shows when it was'],
    },
  },
  calendarDays: {
    row: 'A day of a calendar, with its lessons and marks.',
    kept: { with: 'calendar', until: 'The teacher can delete it sooner.' },
    columns: {
      id: ['nobody', 'Identifies the day'],
      calendarId: ['teacher', 'The calendar'],
      date: ['teacher', 'The date'],
      isBlocked: ['teacher', 'Tells that the day has no lessons'],
      blockedText: ['teacher, students', 'Why'],
      hasNote: ['teacher', 'Tells that the day has a note'],
      noteText: ['teacher, students', 'The note'],
      blocks: ['teacher, students', 'The lessons, as the teacher wrote them'],
      hasAlert: ['teacher', 'Tells that a lesson has an alert'],
      bytes: ['nobody', 'Counts toward the limit on stored lessons'],
      words: ['nobody', 'Counts toward the limit on words'],
      isFindable: ['nobody', 'Tells whether the search knows all of its words'],
      version: ['nobody', 'Notices that two windows changed the same day'],
      operationId: ['nobody', 'The change that made its present state'],
      changedAt: ['teacher', 'Tells calendar programs that the day has changed'],
    },
  },
}
