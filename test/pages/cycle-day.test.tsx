/** Tests how a teacher changes the number of a day, and what a day off does to the cycle, from the day's menu. */
import { beforeEach, expect, test } from 'vitest'
import { formatDay } from '#shared/dates.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { dayOf, openWeek, theDialog, theMenu, untilClosed } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
const classes: Record<string, string> = {}
const asAnn = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const reply = await call(method, path, { token: ann.token, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  for (const name of ['Math', 'Art', 'PE']) classes[name] = (await asAnn('POST', '/api/classes', { name })).id
})
const timetable = (rhythm: object) =>
  asAnn('POST', '/api/timetables', {
    ...{ firstDay: '2026-11-16', lastDay: '2026-12-11', from: '2026-11-16', existing: 'keep', rhythm },
    rows: [{ startTime: '13:00', endTime: '13:45' }],
    cells: Object.values(classes).map((classId, index) => ({ day: index + 1, row: 0, classId })),
  })
const cycle = (onDayOff: 'wait' | 'skip') => timetable({ kind: 'cycle', days: 3, onDayOff })
const numbers = async () => (await asAnn('GET', '/api/timetables'))[0].numbers
const titleOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`))[0]?.blocks[0]?.title
/** What the lessons hold, without what every save changes. */
const contents = async () =>
  (await asAnn('GET', '/api/calendar?from=2026-11-16&to=2026-12-11')).map((day: { date: string; blocks: object[] }) => [
    day.date,
    day.blocks,
  ])
const openMenu = async (user: Awaited<ReturnType<typeof openWeek>>, date = '2026-11-18') => {
  await user.click(within(dayOf(date)).getByLabelText(`More for ${formatDay(date, 'full')}`))
  return theMenu()
}
const undo = (user: Awaited<ReturnType<typeof openWeek>>) => user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))

test('a teacher says which day today is, sees what follows, counts it again, and one Undo restores everything', async () => {
  await cycle('wait')
  const before = await contents()
  const user = await openWeek(ann)
  await user.click(await (await openMenu(user)).findByText('Today is Day 3…'))
  let dialog = await theDialog('Day of the cycle')
  await dialog.findByText('Counted from the days before it.')
  await user.click(dialog.getByLabelText('One day later in the cycle'))
  await dialog.findByText(/^Later days are counted from there\. \d+ lessons move to another day\.$/)
  await user.click(dialog.getByText('Set Day 1'))
  await screen.findByText('Wednesday, November 18 is Day 1 now')
  await untilClosed()
  expect(await numbers()).toMatchObject({ '2026-11-17': 2, '2026-11-18': 1, '2026-11-19': 2 })
  expect([await titleOn('2026-11-17'), await titleOn('2026-11-18')]).toEqual(['Art', 'Math'])

  await user.click(await (await openMenu(user)).findByText('Today is Day 1…'))
  dialog = await theDialog('Day of the cycle')
  await user.click(await dialog.findByText('Use the counted number: Day 3'))
  await user.click(dialog.getByText('Set Day 3'))
  await screen.findByText('Wednesday, November 18 is Day 3 now')
  expect((await asAnn('GET', '/api/timetables'))[0].setByHand).toEqual({})

  await untilClosed()
  await user.click(await (await openMenu(user, '2026-11-19')).findByText('This is Day 1…'))
  dialog = await theDialog('Day of the cycle')
  await user.click(dialog.getByLabelText('One day earlier in the cycle'))
  await user.click(dialog.getByText('Set Day 3'))
  await screen.findByText('Thursday, November 19 is Day 3 now')
  await undo(user)
  await screen.findByText('Change undone')
  expect((await asAnn('GET', '/api/timetables'))[0].setByHand).toEqual({})
  expect((await numbers())['2026-11-19']).toBe(1)
  expect((await contents()).length).toBe(before.length)
})

test('in weeks A and B, the teacher chooses the week', async () => {
  await timetable({ kind: 'ab' })
  const user = await openWeek(ann)
  await user.click(await (await openMenu(user)).findByText('Today is Week A…'))
  const dialog = await theDialog('Week A or week B')
  await user.click(dialog.getByLabelText('Week B'))
  await user.click(dialog.getByText('Set Week B'))
  await screen.findByText('The week of Nov 16 is Week B now')
  expect(await numbers()).toMatchObject({ '2026-11-17': 2, '2026-11-18': 8, '2026-11-23': 1 })
})

test.each([
  ['wait', 'Count this day off as Day 3…', 'The cycle goes on', 'Don’t count this day off…'],
  ['skip', 'Don’t count this day off…', 'The cycle waits', 'Count this day off as Day 3…'],
] as const)(
  'on a day off of a cycle that would %s, the menu offers the other way for this closure, and Undo works',
  async (onDayOff, offer, choice, back) => {
    await cycle(onDayOff)
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-11-18', to: '2026-11-18', isBlocked: true, blockedText: 'Snow' })
    const [before, counted] = [await contents(), await numbers()]
    const user = await openWeek(ann)
    await user.click(await (await openMenu(user)).findByText(offer))
    const dialog = await theDialog('A day off in the cycle')
    await user.click(await dialog.findByLabelText(new RegExp(`^${choice}`)))
    await user.click(dialog.getByText('Save'))
    const number = onDayOff === 'wait' ? 1 : 3
    await screen.findByText(`Thursday, November 19 is Day ${number} now`)
    expect((await numbers())['2026-11-19']).toBe(number)
    expect(await titleOn('2026-11-19')).toBe(['Math', 'Art', 'PE'][number - 1])
    await untilClosed()
    await (await openMenu(user)).findByText(back)
    await user.keyboard('{Escape}')
    await undo(user)
    await screen.findByText('Change undone')
    expect([await contents(), await numbers()]).toEqual([before, counted])
  },
)

test('a weekly timetable and a day without one have no such row', async () => {
  await timetable({ kind: 'weekly' })
  const user = await openWeek(ann)
  const menu = await openMenu(user)
  await menu.findByText('History')
  await waitFor(() => expect(menu.queryByText(/ is (?:Day|Week) /)).toBeNull())
})
