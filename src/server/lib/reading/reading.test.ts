import { expect, test } from 'vitest'
import type { ReadTask } from './items.ts'
import { makeReader } from './reading.ts'

const task = (content: string): ReadTask => ({
  ...{ kind: 'ics', content, allDay: 'guess', timezone: 'UTC', today: '2026-11-18' },
  year: { from: '2026-07-01', to: '2027-06-30' },
})
const FILE = task('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261118T090000\nSUMMARY:Math\nEND:VEVENT\nEND:VCALENDAR')
/** Starting the thread takes seconds on a busy machine. */
const patient = { mostMs: 60_000, mostMsInAll: 120_000 }

test('one teacher’s file that can’t be read doesn’t disturb another teacher’s', async () => {
  const read = makeReader(patient)
  const [bad, good] = await Promise.allSettled([read('ann', task('Dear parents,')), read('bob', FILE)])
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { code: 'refused_by_rule', message: expect.stringContaining('isn’t a calendar file') },
  })
  expect(good).toMatchObject({ status: 'fulfilled', value: { items: [{ title: 'Math' }] } })
})

test('teachers take turns, however many files one of them sends', async () => {
  const read = makeReader(patient)
  const order: string[] = []
  const from = (owner: string) => read(owner, FILE).then(() => order.push(owner))
  await Promise.all([from('ann'), from('ann'), from('ann'), from('bob')])
  expect(order).toEqual(['ann', 'ann', 'bob', 'ann'])
})

test('a file that takes too long is refused, and one that waits too long or gets no processor isn’t blamed', async () => {
  let spent = 0
  const impatient = makeReader({ mostMs: 1, mostMsInAll: 60_000, processorMs: () => spent++ })
  await expect(impatient('ann', FILE)).rejects.toMatchObject({ code: 'refused_by_rule' })
  const crowded = makeReader({ mostMs: 1, mostMsInAll: 60_000, processorMs: () => 0 })
  await expect(crowded('ann', FILE)).rejects.toMatchObject({ code: 'unavailable' })
  const hurried = makeReader({ mostMs: 60_000, mostMsInAll: 1 })
  await expect(hurried('ann', FILE)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a teacher’s fifth file at once is refused, because waiting files take memory', async () => {
  const read = makeReader(patient)
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => read('ann', FILE)))
  expect(results.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected'])
  expect(results[4]).toMatchObject({ reason: { code: 'unavailable' } })
})
