import type { DataMapOf } from '#server/lib/db/data-map.ts'
import { RETENTION } from '#shared/retention.ts'
import type * as tables from './tables.ts'

export const dataMap: DataMapOf<typeof tables> = {
  users: {
    row: 'An account, or a guest who hasn’t signed up.',
    kept: {
      with: 'nothing',
      until: 'It ends when the teacher or a platform admin deletes the account.',
      ends: { since: 'createdAt', after: { days: RETENTION.guestDays }, by: 'forget-guests', only: 'guests' },
    },
    columns: {
      id: ['teacher', 'Identifies the account'],
      email: ['teacher', 'Signs in, and receives email'],
      passwordHash: ['teacher', 'Checks the password', { form: 'hash' }],
      googleId: ['teacher', 'Signs in with Google', { until: 'Emptied when the teacher unlinks Google' }],
      oidcId: ['teacher', 'Signs in with the operator’s provider', { until: 'Emptied when the teacher unlinks it' }],
      displayName: ['teacher', 'Shown to the teacher, to colleagues and to the school'],
      profileImage: ['teacher', 'Shown to the same people', { until: 'Emptied when the teacher removes it' }],
      timezone: ['teacher', 'Tells which day it is for the teacher'],
      preferences: ['teacher', 'How the teacher wants the planner to look and what to email'],
      showTutorial: ['teacher', 'Whether the introduction is shown'],
      aiCustomInstructions: ['teacher, students', 'Sent to the AI provider with each request of the teacher'],
      sealedEmergencyProcedures: ['teacher, students', 'Emergency procedures for sub plans', { form: 'encrypted' }],
      sealedStudentNotes: ['students', 'Notes about students for sub plans', { form: 'encrypted' }],
      sealedSubstituteInstructions: ['teacher, students', 'Instructions for sub plans', { form: 'encrypted' }],
      classroom: ['teacher, school', 'Room, office and the like for sub plans'],
      createdAt: ['teacher', 'Ends a guest, and is shown to platform admins'],
      emailConfirmedAt: ['teacher', 'Allows what needs a confirmed address'],
      emailBouncedAt: ['teacher', 'Stops email to an address that doesn’t exist', { until: 'Emptied when email arrives again' }],
    },
  },
  unsealedNotes: {
    row: 'A special note that an earlier version stored as plain text, on its way to being encrypted.',
    kept: { with: 'account', until: 'The first start of a server after the update encrypts and deletes it.' },
    columns: {
      userId: ['teacher', 'The teacher'],
      name: ['nobody', 'Which note it is'],
      html: ['teacher, students', 'The note'],
    },
  },
  schools: {
    row: 'A school.',
    kept: { with: 'nothing' },
    columns: {
      id: ['school', 'Identifies the school'],
      name: ['school', 'Shown to its teachers and to people it invites'],
      timezone: ['school', 'Tells which day it is at the school'],
      createdAt: ['school', 'Shown to platform admins'],
      officeEmail: ['school', 'Receives the plans that teachers send', { until: 'Emptied when an administrator removes it' }],
      officeConfirmedAt: ['school', 'Allows email with plans'],
      officePhone: ['school', 'Shown in sub plans', { until: 'Emptied when an administrator removes it' }],
      usesSharedDevices: ['school', 'Keeps plans off shared computers'],
    },
  },
  userRoles: {
    row: 'A person’s rights, and the school that they joined.',
    kept: { with: 'account' },
    columns: {
      userId: ['teacher', 'The person'],
      isAdmin: ['teacher', 'Whether the person is a platform admin'],
      schoolId: ['teacher, school', 'The school', { until: 'Emptied when the person leaves' }],
      schoolAdministration: ['teacher', 'Whether the person administers the school'],
      joinedSchoolAt: ['teacher', 'When the person joined'],
      schoolGetsStudentNotes: ['teacher', 'Whether the teacher allows student notes in plans that the school makes'],
    },
  },
  subscriptions: {
    row: 'What a teacher may use.',
    kept: { with: 'account' },
    columns: {
      userId: ['teacher', 'The teacher'],
      status: ['teacher', 'Trial or plan, and whether it has ended'],
      freeTrialStarted: ['teacher', 'When the trial began'],
      planEndsAt: ['teacher', 'When the plan ends'],
      aiFeatureFlag: ['teacher', 'Whether the teacher can use AI'],
      aiEndsAt: ['teacher', 'When the AI add-on ends'],
      grantedUntil: ['teacher', 'The last day of a plan that a platform admin granted'],
      aiGrantedUntil: ['teacher', 'The same for the add-on'],
      referralCredits: ['teacher', 'The number of unused credits'],
    },
  },
  calendars: {
    row: 'The calendar of a teacher or a school.',
    kept: { with: 'account', until: 'A school’s calendar stays as long as the school.' },
    columns: {
      id: ['teacher', 'Identifies the calendar'],
      userId: ['teacher', 'Its teacher'],
      schoolId: ['school', 'Its school'],
    },
  },
  calendarCounters: {
    row: 'The size and version of a calendar.',
    kept: { with: 'calendar' },
    columns: {
      calendarId: ['teacher', 'The calendar'],
      lessonBytes: ['nobody', 'Keeps the limit on stored lessons'],
      historyBytes: ['nobody', 'Keeps the limit on stored history'],
      words: ['nobody', 'Keeps the limit on words'],
      version: ['nobody', 'Notifies open pages of changes'],
    },
  },
}
