import { expect, test } from 'vitest'
import { formatAgo, formatBytes, formatMs, formatShort, formatSpan } from './figures.ts'

const HOUR = 3_600_000

test.each([
  [formatBytes(0), '0 B'],
  [formatBytes(1536), '1.5 kB'],
  [formatBytes(2.14 * 1024 ** 3), '2.1 GB'],
  [formatBytes(640 * 1024 ** 2), '640 MB'],
  [formatMs(null), '–'],
  [formatMs(4.2), '4.2 ms'],
  [formatMs(48.3), '48 ms'],
  [formatMs(1900), '1.9 s'],
  [formatSpan(30_000), 'under 1 min'],
  [formatSpan(3 * HOUR + 120_000), '3 h 2 min'],
  [formatSpan(28 * HOUR), '1 day 4 h'],
  [formatSpan(48 * HOUR), '2 days'],
  [formatAgo(20_000), 'just now'],
  [formatAgo(120_000), '2 min ago'],
  [formatShort(1306), '1.3K'],
])('%s is read as %s', (shown, expected) => expect(shown).toBe(expected))
