import { expect, test } from 'vitest'
import { isFound, summaryOf } from './template-summary.ts'

const math = {
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '10:30',
  endTime: '11:30',
  hasAlert: true,
  alertMessage: 'Blue tray',
}
const art = { ...math, title: 'Art', startTime: '08:00', endTime: '09:00' }

test('a template is found by its name and by the titles in it', () => {
  const entry = { kind: 'timeBlock', template: { id: '1', version: 1, name: 'Numbers', ...math } } as const
  for (const search of ['', ' numb ', 'MATH']) expect(isFound(entry, search)).toBe(true)
  expect(isFound(entry, 'fractions')).toBe(false)
})

test('the summary shows the days of a week, the number of blocks and their time range', () => {
  expect(summaryOf({ kind: 'daily', template: { blocks: [math, art] } }, '12')).toEqual({
    what: '2 time blocks',
    times: '8:00 – 11:30\u00a0AM',
  })
  expect(summaryOf({ kind: 'daily', template: { blocks: [] } }, '12')).toEqual({ what: '0 time blocks', times: '' })
  const week = { mondayBlocks: [math], tuesdayBlocks: [], wednesdayBlocks: [art], thursdayBlocks: [], fridayBlocks: [] }
  expect(summaryOf({ kind: 'weekly', template: week }, '12')).toEqual({ what: 'Mon, Wed, 2 time blocks', times: '8:00 – 11:30\u00a0AM' })
  expect(
    summaryOf({ kind: 'weekly', template: { ...week, tuesdayBlocks: [art], thursdayBlocks: [art], fridayBlocks: [art] } }, '12').what,
  ).toBe('Mon–Fri, 5 time blocks')
  expect(summaryOf({ kind: 'timeBlock', template: math }, '24')).toEqual({ what: 'Math', times: '10:30 – 11:30' })
})
