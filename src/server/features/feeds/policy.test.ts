import { expect, test } from 'vitest'
import { etagOf, hasEtag, rangeOf, readerOf } from './policy.ts'

test('a feed covers the school year that contains today, or a year back and a year ahead', () => {
  const last = { firstDay: '2025-08-25', lastDay: '2026-06-19' }
  const years = [last, { firstDay: '2026-08-24', lastDay: '2027-06-18' }]
  const ofLast = { from: '2025-08-25', to: '2026-06-19' }
  expect(rangeOf('2025-08-25', years)).toEqual(ofLast)
  expect(rangeOf('2026-06-19', years)).toEqual(ofLast)
  expect(rangeOf('2026-11-29', years)).toEqual({ from: '2026-08-24', to: '2027-06-18' })
  expect(rangeOf('2026-07-15', years)).toEqual({ from: '2025-07-15', to: '2027-07-15' })
  expect(rangeOf('2026-07-15', [])).toEqual({ from: '2025-07-15', to: '2027-07-15' })
})

test('a calendar program gets a feed again only after a change', () => {
  const etag = etagOf(['lesson', 1])
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  expect(etagOf(['lesson', 1])).toBe(etag)
  expect(etagOf(['lesson', 2])).not.toBe(etag)
  expect(hasEtag(etag, etag)).toBe(true)
  expect(hasEtag(etag.slice(2), etag)).toBe(true)
  expect(hasEtag(`"other" ,  ${etag} , "third"`, etag)).toBe(true)
  expect(hasEtag('*', etag)).toBe(true)
  expect(hasEtag('"other", *', etag)).toBe(true)
  expect(hasEtag(etagOf(['lesson', 2]), etag)).toBe(false)
  expect(hasEtag(etag.replace('W/"', '"W/'), etag)).toBe(false)
  expect(hasEtag('', etag)).toBe(false)
  expect(hasEtag(undefined, etag)).toBe(false)
})

test.each([
  ['google', 'Google-Calendar-Importer; Google'],
  ['outlook', 'Microsoft Office/16.0 (Windows NT 10.0)'],
  ['outlook', 'outlook-ios/2.0'],
  ['outlook', 'ExchangeServicesClient/15.20'],
  ['apple', 'macOS/14.5 (23F79) dataaccessd/1.0'],
  ['apple', 'Version/1 CalendarAgent/1'],
  ['apple', 'Version/1 dataaccessd/1'],
  ['apple', 'Version/1 accountsd/1'],
  ['apple', 'iOS/18.0 (22A3354)'],
  ['apple', 'iPadOS/18.0'],
  ['apple', 'watchOS/11.0'],
  ['apple', 'Mac+OS+X/10.15.7'],
  ['apple', 'Mac_OS_X/10.15.7'],
  ['apple', 'Mac OS X/10.15.7'],
  ['other', 'Mac-OS-X/10.15.7'],
  ['other', 'Mac OS-X/10.15.7'],
  ['other', 'Reader for iOS/18.0'],
  ['other', 'iOS reader'],
  ['other', ''],
  ['other', undefined],
])('a teacher sees that their feed was read by: %s (%s)', (reader, userAgent) => {
  expect(readerOf(userAgent)).toBe(reader)
})

test('a header of any length is read only at its beginning', () => {
  expect(readerOf(`${'x'.repeat(494)}Google`)).toBe('google')
  expect(readerOf(`${'x'.repeat(495)}Google`)).toBe('other')
})
