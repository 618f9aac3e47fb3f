import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCalendar } from './ics.ts'
import type { ReadFile, ReadTask } from './items.ts'
import { readWord } from './word.ts'

const FIXTURES = fileURLToPath(new URL('../../../../test/fixtures/imports/', import.meta.url))
const DOCUMENTS = path.join(path.dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test/test-data')

const ANN: Omit<ReadTask, 'kind' | 'content'> = {
  allDay: 'guess',
  timezone: 'America/New_York',
  today: '2026-11-18',
  year: { from: '2026-08-26', to: '2027-06-16' },
}

/** Returns the number of items and problems, and the first item in words. */
const summary = ({ items, problemCount }: ReadFile) => {
  const [first] = items
  const words = first && [first.kind, first.date, first.startTime, first.endTime, first.title].filter(Boolean).join(' ')
  return { items: items.length, problems: problemCount, first: words }
}

// Expected values were worked out from the files by hand, in New York's time.
test.each([
  ['exchange-time-zone', 1, 0, 'lesson 2017-02-24 15:00 15:30 Test 4'],
  ['google-weekly-with-exceptions', 11, 0, 'lesson 2013-09-07 12:00 17:00 Market East Live!'],
  ['meetup', 3, 0, 'lesson 2012-07-12 18:30 21:30 DevOps DC Meetup'],
  ['plone-time-zone', 5, 0, 'note 2012-02-13 artsprint 2012\nLocation: aka bild, wien\nsprinting at the artsprint'],
  ['plone-unicode', 1, 0, 'lesson 2010-10-10 06:00 08:00 Non-ASCII Test: ÄÖÜ äöü €'],
  ['recurrence', 110, 0, 'lesson 1996-04-01 01:00 02:00 A recurring event with exdates'],
  ['two-calendars', 1, 2, 'note 2003-12-25 Christmas again!'],
])('the calendar %s comes in', async (name, items, problems, first) => {
  const content = readFileSync(path.join(FIXTURES, `${name}.ics`), 'utf8')
  expect(summary(await readCalendar({ ...ANN, kind: 'ics', content }))).toEqual({ items, problems, first })
})

test('a daily series of Google without an end stops with the school year', async () => {
  const content = readFileSync(path.join(FIXTURES, 'google-daily.ics'), 'utf8')
  const { items } = await readCalendar({ ...ANN, kind: 'ics', content })
  expect(items.every(({ title }) => title === 'Daily Sync')).toBe(true)
  expect(items.at(-1)?.date).toBe('2027-06-16')
})

test.each(['tables', 'simple-list', 'footnotes', 'text-box', 'tiny-picture', 'strict-format', 'utf8-bom', 'comments'])(
  'the Word document %s has no days, and says so',
  async (name) => {
    const content = readFileSync(path.join(DOCUMENTS, `${name}.docx`)).toString('base64')
    const { items, problems } = await readWord({ ...ANN, kind: 'docx', content })
    expect(items).toEqual([])
    expect(problems).toHaveLength(1)
  },
)
