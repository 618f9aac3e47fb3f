import { describe, expect, test } from 'vitest'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Refusal } from '#shared/errors.ts'
import { calendarsToChange, calendarToChange, membersSchoolCalendar, ownCalendar, schoolCalendar, sharedCalendar } from './policy.ts'

const school = { id: 'oak', calendarId: 'calendar of oak', isAdministrator: false }
const actor = (over: Partial<Actor> = {}): Actor => ({
  ...{ userId: 'ann', calendarId: 'calendar of ann', sessionId: 'session', school: null },
  ...{ mayWrite: true, isProven: false, isGuest: false, isAdmin: false },
  ...over,
})
const administrator = actor({ school: { ...school, isAdministrator: true } })
const own = { id: 'calendar of ann', userId: 'ann', schoolId: null, under: null, hidesAlerts: false }
const schools = { id: 'calendar of oak', userId: null, schoolId: 'oak', under: null, hidesAlerts: false }
const refusal = (code: Refusal) => expect.objectContaining({ code })

test('teachers see their own calendar with its alerts, under that of their school', () => {
  expect(ownCalendar(actor())).toEqual(own)
  expect(ownCalendar({ userId: 'ann', calendarId: 'calendar of ann' })).toEqual(own)
  expect(ownCalendar(actor({ school }))).toEqual({ ...own, under: { id: 'calendar of oak', schoolId: 'oak' } })
})

test('people with whom a calendar is shared don’t see its alerts, and nobody else sees the calendar', () => {
  expect(sharedCalendar({ userId: 'ann', calendarId: 'calendar of ann', school })).toEqual({
    ...own,
    under: { id: 'calendar of oak', schoolId: 'oak' },
    hidesAlerts: true,
  })
  expect(() => sharedCalendar(undefined)).toThrow(refusal('not_found'))
})

describe('the calendar of a school', () => {
  test('is there for its administrators', () => {
    expect(schoolCalendar(administrator)).toEqual(schools)
    expect(schoolCalendar(administrator, 'oak')).toEqual(schools)
  })

  test('isn’t there for its other teachers, for people without a school, or for administrators of other schools', () => {
    expect(() => schoolCalendar(actor({ school }))).toThrow(refusal('not_found'))
    expect(() => schoolCalendar(actor({ school }), 'oak')).toThrow(refusal('not_found'))
    expect(() => schoolCalendar(actor())).toThrow(refusal('not_found'))
    expect(() => schoolCalendar(actor(), 'oak')).toThrow(refusal('not_found'))
    expect(() => schoolCalendar(administrator, 'elm')).toThrow(refusal('not_found'))
  })

  test('is shown to its teachers without alerts', () => {
    expect(membersSchoolCalendar(school)).toEqual({ ...schools, hidesAlerts: true })
  })
})

describe('a change', () => {
  test.each([
    ['a teacher with a plan, their own', actor({ school }), ['ann']],
    ['a teacher without a school, their own', actor(), ['ann']],
    ['a teacher whose plan has ended, none', actor({ school, mayWrite: false }), []],
    ['a school administrator, their own and the school’s', administrator, ['ann', null]],
    ['a school administrator whose plan has ended, the school’s', { ...administrator, mayWrite: false }, [null]],
  ])('may be in the calendars of %s', (_who, by, owners) => {
    expect(calendarsToChange(by).map(({ userId }) => userId)).toEqual(owners)
  })

  test('is in the caller’s calendar, which takes a plan, or in that of the school they administer, which takes none', () => {
    expect(calendarToChange(actor(), null)).toEqual(own)
    expect(calendarToChange(actor(), undefined)).toEqual(own)
    expect(() => calendarToChange(actor({ mayWrite: false }), null)).toThrow(refusal('subscription_needed'))
    expect(calendarToChange({ ...administrator, mayWrite: false }, 'oak')).toEqual(schools)
    expect(() => calendarToChange(administrator, 'elm')).toThrow(refusal('not_found'))
    expect(() => calendarToChange(actor({ school }), 'oak')).toThrow(refusal('not_found'))
  })
})
