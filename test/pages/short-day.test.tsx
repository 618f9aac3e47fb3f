/** Tests how a teacher shortens a day from its menu, and gives it its usual times back. */
import { beforeEach, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { dayOf, openWeek, theDialog, theMenu, untilClosed } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
const asAnn = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const reply = await call(method, path, { token: ann.token, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const DATE = '2026-11-18'
/** Wednesdays with Math, Art and lunch, until December 16. */
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  const ids: string[] = []
  for (const name of ['Math', 'Art']) ids.push((await asAnn('POST', '/api/classes', { name })).id)
  await asAnn('POST', '/api/timetables', {
    ...{ firstDay: '2026-11-16', lastDay: '2026-12-16', from: '2026-11-16', existing: 'keep', rhythm: { kind: 'weekly' } },
    rows: [
      { startTime: '08:00', endTime: '09:00' },
      { startTime: '12:00', endTime: '14:00' },
    ],
    cells: ids.map((classId, row) => ({ day: 3, row, classId })),
    breaks: [{ day: 3, startTime: '11:15', endTime: '12:00', title: 'Lunch' }],
  })
})

const openMenu = async (user: Awaited<ReturnType<typeof openWeek>>, date = DATE) => {
  await user.click(within(dayOf(date)).getByLabelText(`More for ${formatDay(date, 'full')}`))
  return theMenu()
}
const openDialog = async (user: Awaited<ReturnType<typeof openWeek>>) => {
  await user.click(await (await openMenu(user)).findByText('Short day…'))
  const dialog = await theDialog('A short Wednesday, November 18')
  await dialog.findByLabelText('This Wednesday')
  return dialog
}
const blocksOn = async (date: string): Promise<TimeBlock[]> => (await asAnn('GET', `/api/calendar?date=${date}`))[0].blocks
const timesOn = async (date: string) =>
  (await blocksOn(date))
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map(({ title, startTime, endTime, usual }) => `${title} ${usual?.isLeftOut ? 'out' : `${startTime}-${endTime}`}`)
const USUAL = ['Math 08:00-09:00', 'Lunch 11:15-12:00', 'Art 12:00-14:00']

test('a teacher starts a day late, sees before and after, and one press gives the usual times back', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  const after = dialog.getByLabelText('This Wednesday')
  const texts = () =>
    within(after)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(texts()).toEqual(['10:00 – 11:15Math75 min was 60', expect.stringContaining('as always'), expect.stringContaining('Art')]),
  )
  expect(dialog.getByRole('status').textContent).toBe('10:00\u00a0AM – 2:00\u00a0PM.')
  await user.click(dialog.getByText('Shorten Wednesday'))
  await screen.findByText('Wednesday, November 18 is short now')
  await untilClosed()
  expect(await timesOn(DATE)).toEqual(['Math 10:00-11:15', 'Lunch 11:15-12:00', 'Art 12:00-14:00'])
  expect(dayOf(DATE).textContent).toContain('Short day: Late start')

  await user.click(await (await openMenu(user)).findByText('Back to usual times'))
  await screen.findByText('Wednesday, November 18 has its usual times again')
  expect(await timesOn(DATE)).toEqual(USUAL)
  expect(dayOf(DATE).textContent).not.toContain('Short day')
})

test('too short is a word that doesn’t disable the button, and Leave out hides the lesson', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByLabelText('Leave early'))
  const end = dialog.getByLabelText('School ends')
  await user.clear(end)
  await user.type(end, '8:20 AM')
  await user.tab()
  await dialog.findByText(/^Math gets \d+ minutes$/)
  expect(dialog.getAllByText('Too short').length).toBeGreaterThan(0)
  expect(dialog.getByText('Shorten Wednesday').closest('button')?.disabled).toBe(false)
  await user.click(dialog.getByLabelText(/^Leave out Math, which gets/))
  await dialog.findByText(/Their texts stay/)
  expect(dialog.getByRole('status').textContent).toContain('Math is left out.')
  await user.click(dialog.getByText('Shorten Wednesday'))
  await untilClosed()
  expect(await timesOn(DATE)).toContain('Math out')
  expect(within(dayOf(DATE)).queryByText('Math')).toBeNull()
  within(dayOf(DATE)).getByText('Left out: Math')
})

test('every Wednesday until the timetable ends, with a bell schedule that the teacher saved', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await user.click(dialog.getByText('Save as a bell schedule…'))
  await user.type(dialog.getByLabelText('Name of these times'), '2-hour delay{Enter}')
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^2-hour delay/).checked).toBe(true))
  await user.click(dialog.getByLabelText('Every Wednesday until Dec 16, 2026'))
  await user.click(dialog.getByText('Shorten Wednesdays'))
  await screen.findByText('5 Wednesdays are short now')
  // Toasts move out of the dialog when it closes, and with them the button.
  await untilClosed()
  expect(await timesOn('2026-12-16')).toEqual(['Math 10:00-11:15', 'Lunch 11:15-12:00', 'Art 12:00-14:00'])
  await user.click(screen.getAllByText('Undo', { selector: '[data-toasts] button' })[0] as HTMLElement)
  await screen.findByText('Change undone')
  expect(await timesOn('2026-12-16')).toEqual(USUAL)
})

test('times that can’t be used are explained', async () => {
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  const start = dialog.getByLabelText('School starts')
  await user.clear(start)
  await user.type(start, '3:30 PM')
  await dialog.findByText('The end must be after the start.')
  expect(dialog.queryByLabelText('This Wednesday')).toBeNull()
})

test('a day off can’t be short', async () => {
  await asAnn('POST', '/api/calendar/bulk', { from: DATE, to: DATE, isBlocked: true, blockedText: 'Snow day' })
  const user = await openWeek(ann)
  expect((await openMenu(user)).queryByText('Short day…')).toBeNull()
})
