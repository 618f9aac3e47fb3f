import { expect, test } from 'vitest'
import { covered, lastReadWords, programsFor } from './feed-words.ts'

const URL_ = 'https://firstbell.app/calendar/m4T9-abcdefghijklmnopqr.ics'

test('an address shows four letters of its token until the teacher uncovers it', () => {
  expect(covered(URL_)).toBe('https://firstbell.app/calendar/m4T9••••••••••••.ics')
})

test.each([
  ['2026-11-18T14:40:00Z', 'google', 'Last read today, 9:40 AM, by Google Calendar'],
  ['2026-11-17T23:05:00Z', 'apple', 'Last read Nov 17, 6:05 PM, by Apple Calendar'],
  ['2025-12-01T15:00:00Z', 'other', 'Last read Dec 1, 2025, 10:00 AM, by another program'],
  [null, null, 'No calendar has read it yet'],
] as const)('an address that was read at %s by %s says so', (lastReadAt, lastReadBy, words) => {
  const reader = { timezone: 'America/New_York', timeFormat: '12', now: new Date('2026-11-18T20:00:00Z') } as const
  expect(lastReadWords({ lastReadAt, lastReadBy }, reader).replaceAll('\u00a0', ' ')).toBe(words)
})

test('each program gets the address in the way it understands', () => {
  const [google, apple, outlook] = programsFor(URL_, 'My lessons')
  expect(new URL(google?.href ?? '').searchParams.get('cid')).toBe('webcal://firstbell.app/calendar/m4T9-abcdefghijklmnopqr.ics')
  expect(apple?.href).toBe('webcal://firstbell.app/calendar/m4T9-abcdefghijklmnopqr.ics')
  const given = new URL(outlook?.href ?? '')
  expect([given.host, given.searchParams.get('url'), given.searchParams.get('name')]).toEqual(['outlook.office.com', URL_, 'My lessons'])
  expect(new URL(outlook?.more?.href ?? '').host).toBe('outlook.live.com')
})
