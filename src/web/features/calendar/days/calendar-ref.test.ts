import { expect, test } from 'vitest'
import { calendarOf } from './calendar-ref.ts'

const maya = { id: 'maya', calendarId: 'c1', schoolId: 'lincoln', schoolAdministration: false }
const principal = { ...maya, id: 'ann', calendarId: 'c2', schoolAdministration: true }

test.each(['', 'mine', 'school', 'teachers', 'colleague-maya'] as const)('a teacher who opens the calendar %j sees their own', (name) => {
  expect(calendarOf(name, maya, true)).toEqual({
    id: 'c1',
    kind: 'own',
    owner: 'maya',
    name: '',
    isViewed: false,
    mayEdit: true,
    mayAddLessons: true,
    mayTakeOver: false,
  })
})

test.each(['', 'school', 'teachers'] as const)(
  "an administrator who opens the calendar %j sees the school's, and can't add lessons",
  (name) => {
    const school = {
      id: 'school-lincoln',
      kind: 'school',
      owner: 'lincoln',
      name,
      mayEdit: true,
      mayAddLessons: false,
      isViewed: false,
    }
    expect(calendarOf(name, principal, true)).toMatchObject(school)
    expect(calendarOf(name, principal, false), "their own ended plan doesn't prevent it").toMatchObject(school)
  },
)

test('an administrator opens their own calendar by its name', () => {
  expect(calendarOf('mine', principal, true)).toMatchObject({ id: 'c2', kind: 'own', owner: 'ann', name: 'mine', mayAddLessons: true })
  expect(calendarOf('mine', principal, false)).toMatchObject({ mayEdit: false, mayAddLessons: false })
})

test.each([
  ['colleague-ben', 'colleague'],
  ['teacher-ben', 'teacher'],
] as const)('the viewed calendar %j is read-only, and users who may add lessons can copy from it', (name, kind) => {
  const viewed = { id: name, kind, owner: 'ben', name, isViewed: true, mayEdit: false, mayAddLessons: false }
  expect(calendarOf(name, maya, true)).toEqual({ ...viewed, mayTakeOver: true })
  expect(calendarOf(name, maya, false)).toEqual({ ...viewed, mayTakeOver: false })
})
