import { expect, test } from 'vitest'
import { Classroom, Preferences, type User } from '#shared/accounts/contract.ts'
import { restored, withChange } from './user-change.ts'

const maya: User = {
  calendarId: 'c',
  calendarVersion: 0,
  schoolVersion: null,
  hasPlanned: false,
  id: '1',
  isGuest: false,
  isEmailConfirmed: true,
  mailComesBack: false,
  email: 'maya@school.example',
  displayName: 'Maya',
  profileImage: null,
  googleId: null,
  hasOidc: false,
  hasPassword: true,
  schoolId: null,
  schoolAdministration: false,
  usesSharedDevices: false,
  isAdmin: false,
  subscriptionStatus: 'TRIAL',
  freeTrialStarted: '2026-11-16T08:00:00.000Z',
  aiFeatureFlag: false,
  aiCustomInstructions: '',
  emergencyProcedures: '',
  studentNotes: '',
  unreadableNotes: [],
  substituteInstructions: '',
  classroom: Classroom.parse({}),
  showTutorial: true,
  referralCredits: 0,
  preferences: Preferences.parse({}),
  timezone: 'America/Chicago',
  createdAt: '2026-11-16T08:00:00.000Z',
}

test('a teacher who changes one preference keeps the others', () => {
  const changed = withChange(maya, { preferences: { timeFormat: '24', theme: undefined }, displayName: undefined })
  expect(changed.preferences).toEqual({ ...maya.preferences, timeFormat: '24' })
  expect(changed.displayName).toBe('Maya')
})

test('a refused change is rolled back without undoing a later one', () => {
  const refused = { displayName: 'M.', preferences: { theme: 'dark' } } as const
  const first = withChange(maya, refused)
  const second = withChange(first, { showTutorial: false, preferences: { compactView: true } })
  expect(restored(second, maya, refused)).toEqual({
    ...maya,
    showTutorial: false,
    preferences: { ...maya.preferences, compactView: true },
  })
})
