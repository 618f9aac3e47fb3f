/** Tests how a new teacher fills a week in one step and undoes it in one step. */
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { sampleWeek } from '#shared/sample-week.ts'
import { call, clock, db } from './app.ts'
import { inBrowser, network, openTab } from './tab.ts'

inBrowser()

const [MON, TUE] = ['2026-11-16', '2026-11-17'] as const

const lesson = (id: string, startTime = '08:20', description = ''): TimeBlock => ({
  id: `block_${id}`,
  title: id,
  description,
  startTime,
  endTime: '09:30',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const aNewTeacher = async () => {
  const ann = await aTeacher(db, { now: clock() })
  return { ann, tab: await openTab(ann), hasPlanned: async () => (await call('GET', '/api/user', { token: ann.token })).body.hasPlanned }
}

test('the sample week is one operation that shows at once, and one undo removes all of it', async () => {
  const { ann, tab, hasPlanned } = await aNewTeacher()
  expect(await hasPlanned()).toBe(false)
  const days = sampleWeek(MON).map(({ date, lessons }) => ({
    date,
    blocks: lessons.map((one, at) => ({ ...one, id: `block_${date}_${at}` })),
  }))
  network.arrived = []
  const saved = tab.write({ type: 'lessons', mode: 'add', days })
  expect(tab.blocks(MON)).toHaveLength(6)
  const { operationId, entries = [] } = (await saved) ?? {}
  expect(network.arrived).toEqual(['POST /api/calendar/days'])
  expect(entries.map(({ blocks }) => blocks.length)).toEqual([6, 6, 6, 6, 6])
  expect(await hasPlanned()).toBe(true)

  await tab.undo(
    tab.calendar,
    days.map(({ date }) => date),
    operationId ?? '',
  )
  expect(tab.blocks(MON)).toEqual([])
  expect((await call('GET', '/api/calendar', { token: ann.token })).body).toEqual([])
  expect(await hasPlanned()).toBe(false)
})

test('lessons that another tab has planned in the meantime are kept', async () => {
  const { ann, tab } = await aNewTeacher()
  const other = await openTab(ann)
  await other.write({ type: 'block', date: TUE, before: null, after: lesson('art', '09:00') })
  await tab.write({ type: 'lessons', mode: 'add', days: [MON, TUE].map((date) => ({ date, blocks: [lesson('reading')] })) })
  expect([MON, TUE].map((date) => tab.blocks(date).map(({ title }) => title))).toEqual([['reading'], ['reading', 'art']])
})

test('a lesson changed while it is being saved is changed without asking', async () => {
  const { tab } = await aNewTeacher()
  const adding = tab.write({
    type: 'lessons',
    mode: 'add',
    days: [{ date: MON, blocks: [lesson('reading', '08:20', '<p>Clay<script>x</script></p>')] }],
  })
  const [before] = tab.blocks(MON)
  if (!before) throw new Error('The lesson is not shown')
  await tab.write({ type: 'block', date: MON, before, after: { ...before, title: 'Writing' } })
  await adding
  expect([tab.blocks(MON).map(({ title }) => title), tab.asked]).toEqual([['Writing'], []])
})

test('a week that could not be added disappears from the screen', async () => {
  const { tab } = await aNewTeacher()
  const days = [{ date: MON, blocks: [{ ...lesson('reading'), endTime: '08:00' }] }]
  await expect(tab.write({ type: 'lessons', mode: 'add', days })).rejects.toThrow('End time must be after start time')
  expect([tab.blocks(MON), tab.pending()]).toEqual([[], []])
})
