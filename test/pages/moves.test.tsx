/** Tests how a teacher moves the plan of a lesson along its class: from the menu, by key, by finger, by name, and in the class view. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { subscriptions } from '#server/features/people/tables.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import { dayOf, lesson, openWeek, theMenu, untilClosed } from './week.tsx'

inPage()

type User = Awaited<ReturnType<typeof openWeek>>
const TEXTS = {
  '2026-11-18': 'Quiz 4A',
  '2026-11-19': 'Adding fractions',
  '2026-11-20': 'Mixed numbers',
  '2026-11-23': 'Trail mix',
  '2026-11-24': '',
  '2026-11-25': 'Math games',
}

/** Maya teaches Math each day. Friday, November 20 is a day off, and Tuesday, November 24 is free. */
const aWorld = async (locked: readonly string[] = []) => {
  const maya = await aTeacherWhoKnowsIt()
  const [owner, now] = [maya.userId, clock()]
  const { id: classId } = await aClass(db, { owner, name: 'Math', now })
  for (const [date, text] of Object.entries(TEXTS)) {
    const description = text && `<p>${text}</p>`
    const math = aBlock({ id: `math-${date}`, description, classId, ...(locked.includes(date) && { isLocked: true }) })
    const lunch = aBlock({ id: `lunch-${date}`, title: 'Lunch', startTime: '12:00', endTime: '12:30', order: 1 })
    await aDay(db, {
      owner,
      date,
      now,
      blocks: [math, lunch],
      ...(date === '2026-11-20' && { isBlocked: true, blockedText: 'Conferences' }),
    })
  }
  const days = async () => (await call('GET', '/api/calendar?from=2026-11-16&to=2026-11-27', { token: maya.token })).body
  const content = async () => JSON.stringify((await days()).map(({ version: _, operationId: __, ...day }: Record<string, unknown>) => day))
  /** The plans of Math, by date. */
  const plans = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await days()).map(({ date, blocks }: { date: string; blocks: { title: string; description: string }[] }) => [
        date.slice(8),
        blocks.find(({ title }) => title === 'Math')?.description.replace(/<.*?>/g, ''),
      ]),
    )
  const unplaced = async () => (await call('GET', '/api/unplaced', { token: maya.token })).body
  return { maya, classId, content, plans, unplaced, user: await openWeek(maya) }
}
const BUMPED = { 18: '', 19: 'Quiz 4A', 20: 'Mixed numbers', 23: 'Adding fractions', 24: 'Trail mix', 25: 'Math games' }
const AS_PLANNED = { 18: 'Quiz 4A', 19: 'Adding fractions', 20: 'Mixed numbers', 23: 'Trail mix', 24: '', 25: 'Math games' }

const openMenu = async (user: User, date = '2026-11-18') => {
  ;(await lesson('Math', date)).focus()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  return theMenu()
}
const row = async (name: string) => (await theMenu()).findByRole('menuitem', { name })
const aboutOf = (item: HTMLElement) => document.getElementById(item.getAttribute('aria-describedby') ?? '')?.textContent
/** Waits for a toast with these words. */
const told = (words: string) => waitFor(() => expect(document.querySelector('[data-toasts]')?.textContent).toContain(words))
/** Waits until a screen reader is told these words. */
const announced = (words: string) =>
  waitFor(() => {
    const said = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')].map(({ textContent }) => textContent)
    expect(said.join('\n')).toContain(words)
  })
const undo = (user: User) => user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))

/** Presses a key on the focused lesson, once keys move plans. Their code loads when the week is on screen. */
const pressKey = (key: string) =>
  waitFor(() => expect(fireEvent.keyDown(document.activeElement as Element, { key, shiftKey: key === 'B' })).toBe(false))

test('the menu of a lesson says what a bump does and draws it in the week, and pressing it bumps', async () => {
  const { user, plans, content } = await aWorld()
  const before = await content()
  await openMenu(user)
  const bump = await row('Bump')
  await waitFor(() => expect(aboutOf(bump)).toBe('To Thu 19. 3 lessons move, up to Tue 24.'))
  expect(document.activeElement).toBe(bump)
  await waitFor(() => expect(dayOf('2026-11-18').querySelector('.lesson[data-leaves]')?.textContent).toContain('Quiz 4A'))
  const arriving = dayOf('2026-11-19').querySelector('.lesson[data-arrives]')
  expect(arriving?.querySelector('.lesson-card-text')?.textContent).toBe('Quiz 4A')
  await waitFor(() => expect(arriving?.querySelector('.move-leaving')?.textContent).toBe('Adding fractions'))
  expect(arriving?.textContent).toContain('over Friday to Mon 23')
  const menu = await theMenu()
  menu.getByText('3 move on')
  menu.getByText('1 more')
  // Pointing at another row takes the drawing away, and nothing has moved.
  await user.keyboard('{End}')
  await waitFor(() => expect(document.querySelector('[data-arrives], [data-leaves]')).toBeNull())
  expect(await content()).toBe(before)
  await user.keyboard('{Home}{Enter}')
  await announced('Math bumped to Thursday, November 19. 3 lessons moved.')
  expect(await plans()).toEqual(BUMPED)
  await waitFor(async () => expect(document.activeElement).toBe(await lesson('Quiz 4A', '2026-11-19')))
  await undo(user)
  await waitFor(async () => expect(await content()).toBe(before))
})

test('one key bumps the focused lesson, Ctrl+Z takes it back, and Ctrl+Shift+Z does it again', async () => {
  const { user, plans, content } = await aWorld()
  const before = await content()
  ;(await lesson('Math')).focus()
  await pressKey('b')
  await told('3 lessons moved.')
  const after = await content()
  expect(await plans()).toEqual(BUMPED)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await content()).toBe(before))
  await screen.findByText('Change undone')
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(async () => expect(await content()).toBe(after))
})

test('Shift+B moves all later plans, and a plan that loses its lesson is a link in the toast', async () => {
  const { plans, unplaced } = await aWorld()
  ;(await lesson('Math')).focus()
  await pressKey('B')
  await told('3 lessons moved, 1 is in Unplaced lessons.')
  expect(await plans()).toEqual({ 18: '', 19: 'Quiz 4A', 20: 'Mixed numbers', 23: 'Adding fractions', 24: 'Trail mix', 25: '' })
  expect(await unplaced()).toMatchObject([{ description: '<p>Math games</p>' }])
  await screen.findByText('1 unplaced lesson')
})

test('E copies the plan to the next lesson, and P replaces it with the next one', async () => {
  const { user, plans, unplaced } = await aWorld()
  ;(await lesson('Math')).focus()
  await pressKey('e')
  await told('Math extended to Thursday, November 19 2 lessons moved.')
  expect(await plans()).toEqual({ ...BUMPED, 18: 'Quiz 4A' })
  await undo(user)
  await screen.findByText('Change undone')
  ;(await lesson('Math')).focus()
  await pressKey('p')
  await told('Math pulled back to Wednesday, November 18 2 lessons moved up.')
  expect(await plans()).toEqual({ ...AS_PLANNED, 18: 'Adding fractions', 19: 'Trail mix', 23: '' })
  expect(await unplaced()).toMatchObject([{ description: '<p>Quiz 4A</p>' }])
})

test('L locks a lesson, whose card says so, and plans then jump over it', async () => {
  const { plans } = await aWorld()
  ;(await lesson('Math', '2026-11-19')).focus()
  await pressKey('l')
  await told('Math locked')
  await within(await lesson('Math', '2026-11-19')).findByText('Locked')
  ;(await lesson('Math')).focus()
  await pressKey('b')
  await told('Math bumped to Monday, November 23')
  expect(await plans()).toEqual({ ...AS_PLANNED, 18: '', 23: 'Quiz 4A', 24: 'Trail mix' })
  ;(await lesson('Math', '2026-11-19')).focus()
  await pressKey('l')
  await told('Math unlocked')
  await waitFor(async () => expect((await lesson('Math', '2026-11-19')).textContent).not.toContain('Locked'))
})

test('a move that isn’t possible says why in its row, which does nothing', async () => {
  const { user, content } = await aWorld(['2026-11-18'])
  const before = await content()
  await openMenu(user)
  const bump = await row('Bump')
  await waitFor(() => expect(aboutOf(bump)).toBe('This lesson is locked, so its plan stays. Unlock it first.'))
  expect(bump.getAttribute('aria-disabled')).toBe('true')
  await user.click(bump)
  await row('Unlock')
  await user.keyboard('{Escape}')
  ;(await lesson('Math')).focus()
  await user.keyboard('b')
  await screen.findByText('This lesson is locked, so its plan stays. Unlock it first.')
  expect(await content()).toBe(before)
})

test('a lesson without a class moves to tomorrow or to another day instead', async () => {
  const { user, content } = await aWorld()
  const before = await content()
  ;(await lesson('Lunch')).focus()
  await pressKey('b')
  await screen.findByText(/^This lesson has no class/)
  expect(await content()).toBe(before)
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  const menu = await theMenu()
  expect((await menu.findAllByRole('menuitem')).slice(0, 2).map(({ textContent }) => textContent)).toEqual(['Move to tomorrow', 'Move to…'])
  expect(menu.queryByRole('menuitem', { name: 'Bump' })).toBeNull()
})

test('a finger’s first press shows what moves, and the second one moves it', async () => {
  const { user, content, plans } = await aWorld()
  const before = await content()
  await lesson('Math')
  const [more] = within(dayOf()).getAllByRole('button', { name: 'More for Math' })
  await user.click(more as HTMLElement)
  await waitFor(async () => expect(aboutOf(await row('Bump'))).toMatch(/^To Thu 19/))
  await user.pointer({ keys: '[TouchA]', target: await row('Bump') })
  const again = await row('Press again to bump')
  expect(aboutOf(again)).toBe('3 move on')
  expect(again.textContent).toContain('Adding fractions')
  expect(await content()).toBe(before)
  await user.pointer({ keys: '[TouchA]', target: again })
  await told('3 lessons moved.')
  expect(await plans()).toEqual(BUMPED)
})

test('without a network nothing moves, then or later, and the toast says so', async () => {
  const { user, content } = await aWorld()
  const before = await content()
  await openMenu(user)
  await waitFor(async () => expect(aboutOf(await row('Bump'))).toMatch(/^To Thu 19/))
  network.isDown = true
  onTestFinished(() => {
    network.isDown = false
  })
  await user.keyboard('{Enter}')
  await screen.findByText('Math wasn’t bumped')
  network.isDown = false
  fireEvent(window, new Event('online'))
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Nothing to undo')
  expect(await content()).toBe(before)
})

test('the search finds a lesson’s moves by what teachers call them', async () => {
  const { user, plans } = await aWorld()
  for (const [words, label] of [
    ['move on', 'Bump Math'],
    ['pull back', 'Pull back Math'],
    ['extend', 'Extend Math'],
    ['lock', 'Lock Math'],
    ['push', 'Bump Math'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByLabelText('Search lessons, commands, or dates')
    fireEvent.change(field, { target: { value: words } })
    await screen.findByText(label, { selector: '[role=option], [role=option] *' })
    if (words !== 'push') await user.keyboard('{Escape}')
  }
  await user.click(screen.getByText('Bump Math', { selector: '[role=option], [role=option] *' }))
  await told('3 lessons moved.')
  expect(await plans()).toEqual(BUMPED)
})

test('in the class view, a bump saves what was just typed first, and letters in a field stay letters', async () => {
  const { maya, classId, plans } = await aWorld()
  const user = await openPage(`/dashboard?view=class&class=${classId}&date=2026-11-18`, maya)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Math on Wednesday, November 18, 2026' })
  await user.click(field)
  await user.keyboard(' b')
  expect(field.value).toBe('Quiz 4A b')
  await user.click(screen.getByRole('button', { name: 'More for Math on Wed, Nov 18' }))
  await user.click(await row('Bump'))
  await told('3 lessons moved.')
  expect(await plans()).toEqual({ ...BUMPED, 19: 'Quiz 4A b' })
  screen.getByRole('button', { name: /Thu 19/ }).focus()
  await user.keyboard('p')
  await told('Math pulled back to Thursday, November 19')
  expect(await plans()).toMatchObject({ 19: 'Adding fractions' })
})

test('a teacher whose plan has ended can’t move plans by key', async () => {
  const { maya, content } = await aWorld()
  const before = await content()
  await db.update(subscriptions).set({ status: 'PROTEACHEREXPIRED' }).where(eq(subscriptions.userId, maya.userId))
  const user = await openPage('/dashboard?view=week&date=2026-11-18', maya)
  await user.click(await screen.findByText('View my lessons'))
  await untilClosed()
  ;(await lesson('Math')).focus()
  await user.keyboard('b{Shift>}{Enter}{/Shift}')
  expect(document.querySelector('[role=menu]')).toBeNull()
  expect(await content()).toBe(before)
})
