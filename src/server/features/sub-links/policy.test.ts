import { expect, test } from 'vitest'
import { deviceOf, endOfLink, hashOf, ownersOfTokens } from './policy.ts'

test('a token can’t be derived from what finds it, and links from an earlier version are found', () => {
  expect(hashOf('token')).toBe('PEaenWxYddN6Q_NT1PiOYfz4EsZu7jRXRlpAsNpBU-A')
})

test('each token is encrypted for one link, and for reading or for reporting', () => {
  expect(ownersOfTokens('first')).toEqual({ link: 'first', report: 'first report' })
})

test('a link ends at 11:59 PM of its last day, where the teacher is', () => {
  expect(endOfLink('2026-11-18', 'America/New_York')).toEqual(new Date('2026-11-19T04:59:00Z'))
  expect(endOfLink('2026-10-31', 'America/New_York')).toEqual(new Date('2026-11-01T03:59:00Z'))
})

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'],
  ['iPad', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X; Macintosh) AppleWebKit/605.1.15 Mobile/15E148'],
  ['Android phone', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'],
  ['Android tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'],
  ['Chromebook', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'],
  ['Windows computer', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'],
  ['Linux computer', 'Mozilla/5.0 (X11; Ubuntu; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Linux computer', 'Mozilla/5.0 (Wayland; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', ''],
  ['Unknown device', undefined],
])('a teacher sees that a page was opened on: %s', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device)
})

test('a header of any length is read only at its beginning', () => {
  expect(deviceOf(`${'x'.repeat(494)}iPhone`)).toBe('iPhone')
  expect(deviceOf(`${'x'.repeat(495)}iPhone`)).toBe('Unknown device')
})
