import { describe, expect, test } from 'vitest'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { datesWords, endChoices, endWords, momentWords, openedWords, openingRows, shownLink } from './link-words.ts'

const NEW_YORK = { timezone: 'America/New_York', timeFormat: '12' } as const

test('a teacher reads times in their own time zone, with the day if it wasn’t today', () => {
  const now = Date.parse('2026-11-18T18:00:00Z')
  expect(momentWords('2026-11-18T11:06:00Z', now, NEW_YORK)).toBe('6:06 AM')
  expect(momentWords('2026-11-18T03:06:00Z', now, NEW_YORK)).toBe('Nov 17, 10:06 PM')
})

test.each([
  ['2026-11-18', 'tonight'],
  ['2026-11-19', 'tomorrow night'],
  ['2026-11-20', 'on Fri, Nov 20'],
])('a link that ends on %s ends %s', (endsOn, words) => {
  expect(endWords(endsOn, '2026-11-18')).toBe(words)
})

test('one or two days are named, more are counted', () => {
  expect(datesWords(['2026-11-18'])).toBe('Wed, Nov 18')
  expect(datesWords(['2026-11-19', '2026-11-18'])).toBe('Wed, Nov 18 and Thu, Nov 19')
  expect(datesWords(['2026-11-16', '2026-11-17', '2026-11-20'])).toBe('3 days, Nov 16 – Nov 20')
})

test('openings say how often in words', () => {
  expect([0, 1, 3].map(openedWords)).toEqual(['Not opened yet', 'Opened once', 'Opened 3 times'])
})

describe('the list of openings', () => {
  const opening = (at: string, isNewDevice: boolean) => ({ at, isNewDevice, device: 'iPhone' as const })
  const openings = [opening('2026-11-18T16:02Z', true), opening('2026-11-18T15:51Z', false), opening('2026-11-18T12:38Z', true)]

  test('begins with the first time, and marks later devices', () => {
    expect(openingRows({ openings, openingCount: 3 }).map(({ at, word }) => [at.slice(11, 16), word])).toEqual([
      ['12:38', 'first time'],
      ['15:51', ''],
      ['16:02', 'new device'],
    ])
  })

  test('calls no opening the first if earlier ones aren’t listed', () => {
    expect(openingRows({ openings, openingCount: 30 }).map(({ word }) => word)).toEqual(['new device', '', 'new device'])
  })
})

describe('a link can end', () => {
  test('on its last day, or up to two weeks later', () => {
    const days = endChoices(['2026-11-19', '2026-11-18'], '2026-11-19', '2026-11-18')
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-19', '2026-12-03', 15])
  })

  test('but not before today, and the chosen day always stays in the list', () => {
    expect(endChoices(['2026-11-16'], '2026-11-18', '2026-11-18')[0]).toBe('2026-11-18')
    expect(endChoices(['2026-11-18'], '2027-01-08', '2026-11-18').at(-1)).toBe('2027-01-08')
  })
})

test('a dialog begins with the link that the teacher chose, else with one of the wanted day, else with the latest', () => {
  const link = (id: string, date: string) => ({ id, dates: [date] }) as SubLink
  const open = [link('latest', '2026-11-20'), link('wanted', '2026-11-18')]
  const [off, dates] = [link('off', '2026-11-18'), ['2026-11-18']]
  const shown = (chosen: string | undefined, on = dates) => shownLink([...open, off], open, { chosen, dates: on })?.id
  expect([shown('off'), shown(undefined), shown('gone'), shown(undefined, ['2026-11-19'])]).toEqual(['off', 'wanted', 'wanted', 'latest'])
})
