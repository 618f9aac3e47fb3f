/** Tests the month of plans. Dragging needs a browser (test/browser/month-view.spec.ts). */
import { expect, test } from 'vitest'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'

inPage()

/** Maya teaches Math on Wednesday and Thursday, and has eight lessons on Friday. */
const mayaInMonth = async () => {
  const maya = await aTeacherWhoKnowsIt()
  const [owner, now] = [maya.userId, clock()]
  const math = await aClass(db, { owner, name: 'Math', now })
  const of = (date: string, id: string, description: string, startTime: string) =>
    aDay(db, { owner, date, now, blocks: [aBlock({ id, description, classId: math.id, startTime, endTime: '15:00' })] })
  await of('2026-11-18', 'wed', '<p>Quiz 4A</p><p>Then fraction war</p>', '10:30')
  await of('2026-11-19', 'thu', '<p>Adding fractions</p>', '13:00')
  await aDay(db, {
    owner,
    date: '2026-11-20',
    now,
    blocks: Array.from({ length: 8 }, (_, one) => aBlock({ title: `Lesson ${one + 1}`, description: '' })),
  })
  await aDay(db, { owner, date: '2026-11-25', now, isBlocked: true, blockedText: 'Thanksgiving', blocks: [aBlock()] })
  const user = await openPage('/dashboard?view=month&date=2026-11-18', maya)
  await screen.findByText('Quiz 4A')
  const textOn = async (date: string) =>
    (await call('GET', `/api/calendar?date=${date}`, { token: maya.token })).body[0].blocks[0].description
  return { user, textOn }
}
const day = (name: string) => within(screen.getByRole('region', { name: `${name}, 2026` }))

test('a teacher sees the school days of a month with their plans, and days off with their reason', async () => {
  await mayaInMonth()
  expect(document.title).toBe('November 2026 · Firstbell')
  const days = screen.getAllByRole('region', { name: /, (November|December) \d+, 2026$/ }).map(({ dataset }) => dataset['date'])
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-02', '2026-12-04', 25])
  await screen.findByText('20 school days')
  day('Wednesday, November 25').getByText('Thanksgiving')
  day('Wednesday, November 25').getByText('1 lesson kept')
  expect(day('Friday, November 20').getAllByRole('listitem')).toHaveLength(6)
})

test('one switch shows the names instead of the plans, and is remembered', async () => {
  const { user } = await mayaInMonth()
  await user.click(screen.getByRole('radio', { name: 'Class names' }))
  await waitFor(() => expect(screen.queryByText('Quiz 4A')).toBeNull())
  expect(day('Wednesday, November 18').getByRole('listitem').textContent).toBe('Math')
  await openPage('/dashboard?view=month&date=2026-11-18')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Class names' }).checked).toBe(true))
})

test('a teacher shows only some classes, which the address keeps, and Back shows all again', async () => {
  const { user } = await mayaInMonth()
  const friday = day('Friday, November 20')
  screen.getByRole('button', { name: 'All classes' }).focus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'None of the classes' }))
  await screen.findByRole('button', { name: 'No classes' })
  screen.getByRole('checkbox', { name: 'Math' }).focus()
  await user.keyboard(' ')
  await waitFor(() => expect(friday.queryAllByRole('listitem')).toEqual([]))
  screen.getByText('Quiz 4A')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Math'))
  await waitFor(() => expect(window.location.search).toBe('?view=month&date=2026-11-18&without=none'))

  const again = await openPage(`/dashboard${window.location.search}`)
  await screen.findByText('Quiz 4A')
  expect(day('Friday, November 20').queryAllByRole('listitem')).toEqual([])
  await again.click(screen.getByRole('button', { name: 'Math' }))
  await again.click(await screen.findByRole('checkbox', { name: 'Without a class' }))
  await waitFor(() => expect(day('Friday, November 20').getAllByRole('listitem')).toHaveLength(6))
  await waitFor(() => expect(window.location.search).toBe('?view=month&date=2026-11-18'))
})

test('more than six lessons open the day, and a plan opens its lesson', async () => {
  const { user } = await mayaInMonth()
  await user.click(screen.getByRole('button', { name: 'Math: Quiz 4A' }))
  await screen.findByRole('dialog', { name: 'Edit Time Block' })
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: '+2 more' }))
  await waitFor(() => expect(window.location.search).toBe('?view=day&date=2026-11-20'))
})

test('a teacher moves a plan by keyboard alone, and reads before the move what else moves', async () => {
  const { user, textOn } = await mayaInMonth()
  day('Wednesday, November 18')
    .getByRole('button', { name: /open this day/ })
    .focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Quiz 4A')
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await user.click(await screen.findByRole('menuitem', { name: 'Move to…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move lesson' }))
  await user.click(dialog.getByRole('button', { name: /^(Thu|Tomorrow).*Nov 19/ }))
  await dialog.findByText('Into Math on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.')
  await user.click(dialog.getByRole('button', { name: 'Move to Thu, Nov 19' }))
  await screen.findByText('Plan moved')
  expect([await textOn('2026-11-18'), await textOn('2026-11-19')]).toEqual([
    '<p>Adding fractions</p>',
    '<p>Quiz 4A</p><p>Then fraction war</p>',
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await textOn('2026-11-19')).toBe('<p>Adding fractions</p>'))
})

test('day heads name the day of the cycle, in the month, the week and the day', async () => {
  const maya = await aTeacherWhoKnowsIt()
  const math = await aClass(db, { owner: maya.userId, name: 'Math', now: clock() })
  const body = {
    firstDay: '2026-11-16',
    lastDay: '2026-12-18',
    rhythm: { kind: 'cycle', days: 6 },
    rows: [{ startTime: '09:00', endTime: '10:00' }],
    cells: [{ day: 3, row: 0, classId: math.id }],
    from: '2026-11-18',
    existing: 'keep',
    setByHand: { '2026-11-18': 3 },
  }
  expect((await call('POST', '/api/timetables', { token: maya.token, body })).status).toBe(201)
  const user = await openPage('/dashboard?view=month&date=2026-11-18', maya)
  await within(await screen.findByRole('region', { name: 'Wednesday, November 18, 2026' })).findByText('Day 3')
  await user.keyboard('w')
  await waitFor(() => expect(day('Thursday, November 19').getByText('Day 4')).toBeDefined())
  await user.keyboard('d')
  await screen.findByRole('list', { name: 'Lessons' })
  screen.getByText('Day 3', { selector: '[data-day-head] .cycle-day' })
})
