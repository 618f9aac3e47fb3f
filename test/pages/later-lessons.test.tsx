/** Tests the offer to change later lessons with one, from the title that a teacher types to the stored days. */
import { beforeEach, expect, test } from 'vitest'
import { aBlock } from '#server/features/calendar/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { answer, sent, withAnswers } from '../page-answers.ts'
import { fill, lesson, openWeek, theDialog } from './week.tsx'

inPage()
withAnswers()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
let math: string
const asAnn = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const reply = await call(method, path, { token: ann.token, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const put = (date: string, more: Partial<TimeBlock> = {}) =>
  asAnn('POST', '/api/calendar', { date, blocks: [aBlock({ startTime: '10:30', endTime: '11:30', classId: math, ...more })] })
const lessonOn = async (date: string): Promise<TimeBlock> => (await asAnn('GET', `/api/calendar?date=${date}`))[0].blocks[0]
const titles = async () =>
  Promise.all(['2026-11-18', '2026-11-19', '2026-12-02', '2026-12-16'].map(async (date) => (await lessonOn(date)).title))

beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  math = (await asAnn('POST', '/api/classes', { name: 'Math' })).id
  for (const date of ['2026-11-18', '2026-11-19', '2026-12-02', '2026-12-16']) await put(date, { description: `<p>${date}</p>` })
})

const open = async () => {
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  const offer = (count: number) => dialog.findByLabelText<HTMLInputElement>(`Also change ${count} later Math lessons`)
  const rename = (title: string) => fill(dialog.getByLabelText('Title'), title)
  const until = () => dialog.getByLabelText<HTMLInputElement>('Until')
  return { user, dialog, offer, rename, until, save: () => user.click(dialog.getByText('Save')) }
}

test('a teacher renames a lesson with the later ones until a day, and one Undo takes all of it back', async () => {
  const { user, dialog, offer, rename, until, save } = await open()
  expect(dialog.queryByLabelText(/later Math/)).toBeNull()
  rename('Algebra')
  expect((await offer(3)).checked).toBe(false)
  await user.click(await offer(3))
  expect(until().value).toBe('2026-12-16')
  fill(until(), '2026-12-02')
  await offer(2)
  await save()
  await screen.findByText('2 later lessons changed too.')
  expect(await titles()).toEqual(['Algebra', 'Algebra', 'Algebra', 'Math'])
  // The week on screen shows it, too.
  await lesson('Algebra', '2026-11-19')
  expect(await lessonOn('2026-12-02')).toMatchObject({ description: '<p>2026-12-02</p>', classId: math })
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByText('Change undone')
  expect(await titles()).toEqual(['Math', 'Math', 'Math', 'Math'])
})

test('a teacher who pauses before they choose the later ones changes them all the same, with one Undo', async () => {
  const { user, offer, rename, save } = await open()
  rename('Algebra')
  await expect.poll(titles, { timeout: 30_000 }).toEqual(['Algebra', 'Math', 'Math', 'Math'])
  await user.click(await offer(3))
  await save()
  await screen.findByText('3 later lessons changed too.')
  expect(await titles()).toEqual(['Algebra', 'Algebra', 'Algebra', 'Algebra'])
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByText('Change undone')
  expect(await titles()).toEqual(['Math', 'Math', 'Math', 'Math'])
})

test('without the checkbox, only the lesson itself changes', async () => {
  const { offer, rename, save } = await open()
  rename('Math groups')
  await offer(3)
  await save()
  await screen.findByText('Time block updated successfully')
  expect(await titles()).toEqual(['Math groups', 'Math', 'Math', 'Math'])
})

test('the offer follows what is typed with a single call, and an end date that isn’t later is named before saving', async () => {
  await put('2026-12-02', { startTime: '09:00', endTime: '09:45' })
  let outlines = 0
  answer('GET /api/timetables/outline', ({ pass }) => {
    outlines++
    return pass()
  })
  const { user, dialog, offer, rename, until, save } = await open()
  rename('Maths')
  await offer(3)
  rename('Math')
  await waitFor(() => expect(dialog.queryByLabelText(/later Math/)).toBeNull())
  await user.clear(dialog.getByLabelText('End'))
  await user.type(dialog.getByLabelText('End'), '11:40{Tab}')
  // A lesson at another time of the day doesn't share the old one.
  await user.click(await offer(2))
  fill(until(), '2026-11-18')
  await dialog.findByText(/^Choose a day from Nov 19 to /)
  await save()
  await theDialog('Edit Time Block')
  expect([outlines, sent]).toEqual([1, []])
  fill(until(), '2026-12-31')
  await save()
  await screen.findByText('2 later lessons changed too.')
  expect((await lessonOn('2026-12-16')).endTime).toBe('11:40')
  expect((await lessonOn('2026-12-02')).endTime).toBe('09:45')
})

test('by default, the change ends with the timetable of the day', async () => {
  await asAnn('POST', '/api/timetables', {
    ...{ firstDay: '2026-11-16', lastDay: '2026-12-11', from: '2026-11-16', existing: 'keep', rhythm: { kind: 'weekly' } },
    ...{ rows: [{ startTime: '13:00', endTime: '13:45' }], cells: [] },
  })
  const { user, offer, rename, until } = await open()
  rename('Maths')
  await user.click(await offer(2))
  expect(until().value).toBe('2026-12-11')
})
