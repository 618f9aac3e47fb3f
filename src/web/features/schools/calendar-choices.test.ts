import { expect, test } from 'vitest'
import { calendarChoices, foundTeachers } from './calendar-choices.ts'

const teacher = (id: string, displayName: string | null, email: string) => ({
  id,
  displayName,
  email,
  isAddressConfirmed: true,
  isAdministrator: false,
  hasEmergencyPlan: false,
  joinedAt: '2026-09-01T12:00:00.000Z',
})
const TEACHERS = [
  teacher('1', 'Amara Okafor', 'amara@lincoln.example'),
  teacher('2', 'Ben Lindqvist', 'ben@lincoln.example'),
  teacher('3', null, 'grace.kim@lincoln.example'),
]
const labelsFor = (typed: string) => calendarChoices(TEACHERS, '2', typed).map(({ label }) => label)

test('an administrator chooses between the three places, in the order of the bar, and the other teachers', () => {
  expect(labelsFor('')).toEqual(['SCHOOL WIDE', 'Our Teachers', 'My Schedule', 'Amara Okafor', 'grace.kim@lincoln.example'])
})

test('teachers are found by the start of their names, in any order, and by email address', () => {
  expect(labelsFor('oka am')).toEqual(['Amara Okafor'])
  expect(labelsFor('kim')).toEqual(['grace.kim@lincoln.example'])
  expect(labelsFor('my')).toEqual(['My Schedule'])
  expect(labelsFor('fora')).toEqual([])
})

test('searching 300 teachers is fast', () => {
  const many = Array.from({ length: 300 }, (_, at) => teacher(`${at}`, `Teacher ${at}`, `t${at}@lincoln.example`))
  expect(foundTeachers(many, 'teacher 299')).toHaveLength(1)
})
