/** Tests the planner of a teacher whose plan has ended. Everything is readable, but nothing can be changed. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '#server/features/people/tables.ts'
import { call, db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import { block, lesson, storeDay, theDialog, untilClosed, WEDNESDAY } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  await storeDay(ann, { blocks: [block('Math')], hasNote: true, noteText: 'Bring cake' })
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }] })
  await storeDay(ann, { date: '2026-11-19', isBlocked: true, blockedText: 'Conferences' })
  await storeDay(ann, { date: '2026-09-16', blocks: [block('Volcanoes')] })
  const template = { name: 'Bells', blocks: [{ ...block('Music'), id: 'template-1' }] }
  expect((await call('POST', '/api/daily-templates', { token: ann.token, body: template })).status).toBe(201)
  await db
    .update(subscriptions)
    .set({ status: 'PROTEACHEREXPIRED', freeTrialStarted: new Date('2026-10-01T08:00:00Z') })
    .where(eq(subscriptions.userId, ann.userId))
  network.arrived = []
})

/** Opens the planner and closes the billing gate that covers it. */
const openToRead = async (view: 'week' | 'day' = 'week', date = WEDNESDAY) => {
  const user = await openPage(`/dashboard?view=${view}&date=${date}`, ann)
  await user.click(await screen.findByText('View my lessons'))
  await untilClosed()
  return user
}
const CHANGES = /^(Add|Edit|Clear|Remove|Unblock|Delete|Restore|Duplicate|Apply|Import|New template|Save|Block out)/
/** Matches a lesson's menu. A day's menu remains, because it leads to read-only pages. */
const LESSON_MENU = /^More for (?!.*day, )/
const showsNothingThatChanges = (within: ParentNode = document) => {
  const names = [...within.querySelectorAll('button')]
    .filter((button) => !button.closest('[inert], [hidden]'))
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  // A lesson's menu button exists, but the stylesheet hides it in read-only mode.
  expect(names.filter((name) => CHANGES.test(name) || (within !== document && LESSON_MENU.test(name)))).toEqual([])
}

test.each([
  ['n', 'add lessons'],
  ['r', 'repeat lessons'],
  ['{Control>}z{/Control}', 'undo changes'],
])('a teacher reads why not when they press %s', async (key, act) => {
  const user = await openToRead()
  await screen.findByText('Choose a Plan')
  await user.keyboard(key)
  await screen.findByText(`Choose a plan to ${act}.`)
  expect(network.arrived).toEqual([])
})

test('a teacher reads why not when they use the palette to add a lesson', async () => {
  const user = await openToRead()
  await screen.findByText('Choose a Plan')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('Search lessons, commands, or dates'), 'add time{Enter}')
  await screen.findByText('Choose a plan to add lessons.')
  await untilClosed()
  expect(network.arrived).toEqual([])
})

test.each(['TRIALEXPIRED', 'PROTEACHEREXPIRED'] as const)(
  'a teacher who is %s reads any week, makes a sub plan, and returns to the gate',
  async (status) => {
    await db.update(subscriptions).set({ status }).where(eq(subscriptions.userId, ann.userId))
    const user = await openToRead('week', '2026-09-16')
    await screen.findByText(status === 'TRIALEXPIRED' ? 'Your trial has ended' : 'Your plan has ended')
    screen.getByText('Read-only')
    expect(document.activeElement?.id).toBe('main')
    await lesson('Volcanoes', '2026-09-16')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Week of September 21, 2026'))
    await user.click(screen.getByText('Generate Sub Plans'))
    const plan = await theDialog()
    await plan.findByText('Generate and print')
    await user.keyboard('{Escape}')
    await untilClosed()
    await user.click(screen.getByText('Choose a Plan'))
    await screen.findByText('Subscription Required')
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    expect(network.arrived).toEqual([])
  },
)

test('a teacher reads a day, its history, and its notes and days off', async () => {
  const user = await openToRead('day')
  await screen.findByText('Algebra', { selector: 'h2' })
  showsNothingThatChanges()
  await user.click(screen.getByLabelText(/^More for/, { selector: '.planner-bar button' }))
  await user.click(await screen.findByText('History'))
  const history = await theDialog('History')
  expect((await history.findAllByText(/Algebra/)).length).toBeGreaterThan(0)
  showsNothingThatChanges(document.querySelector('[role=dialog]') ?? document)
  await user.keyboard('{Escape}')

  fireEvent.contextMenu(document.querySelector('[data-day="2026-11-20"]') as Element)
  expect(document.querySelector('[role=menu]')).toBeNull()
  await user.click(screen.getByText('Blockouts and Notes'))
  const marks = await theDialog()
  await marks.findByText(/Conferences/)
  await marks.findByText(/Bring cake/)
  showsNothingThatChanges(document.querySelector('[role=dialog]') ?? document)
  expect(marks.queryByRole('textbox')).toBeNull()
  await user.keyboard('{Escape}')

  await openToRead('day', '2026-11-19')
  expect((await screen.findAllByText('Conferences')).length).toBeGreaterThan(0)
  showsNothingThatChanges()
  expect(network.arrived).toEqual([])
})

test('a teacher views templates and exports them, but cannot apply them', async () => {
  const user = await openToRead()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('Search lessons, commands, or dates'), 'templates')
  await waitFor(() => expect(document.querySelector('[role=option][aria-selected=true]')?.textContent).toMatch(/template/i))
  await user.keyboard('{Enter}')
  const manager = await theDialog('Template Manager')
  await user.click(await manager.findByText(/Bells/))
  expect((await manager.findAllByText('Music')).length).toBeGreaterThan(0)
  manager.getByText('Export all')
  showsNothingThatChanges(document.querySelector('[role=dialog]') ?? document)
  expect(network.arrived).toEqual([])
})

test('a teacher reads the special notes', async () => {
  const user = await openToRead()
  await user.click(await screen.findByLabelText('Special Notes'))
  const notes = await theDialog()
  expect(notes.queryByRole('textbox')).toBeNull()
  showsNothingThatChanges(document.querySelector('[role=dialog]') ?? document)
  expect(within(document.body).queryByText('Save')).toBeNull()
})
