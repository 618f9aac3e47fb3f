/** The planner on a phone and an upright tablet, as far as it shows without sizes: Tools, the heading, drafts, and what is next. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { subscriptions } from '#server/features/people/tables.ts'
import { db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import {
  block,
  dayOf,
  fill,
  lesson,
  lessonsOf,
  onPhone,
  openWeek,
  storeDay,
  theDialog,
  theMenu,
  untilClosed,
  untilKept,
  untilShown,
} from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

/** Opens Tools with the button at the bottom of the screen. The bar has one, too, which the style sheet hides on phones. */
const openTools = async () => {
  const button = await waitFor(() => {
    const found = document.querySelector('[data-bottom-bar] [data-opens="tools"]')
    if (!found) throw new Error('There is no button for Tools')
    return found
  })
  fireEvent.click(button)
  return theDialog('Tools')
}

test('Tools undoes the latest change and says which one it is', async () => {
  onPhone()
  await storeDay(ann, { blocks: [{ ...block('Math'), description: '' }, block('Art', '09:00', '10:00')] })
  const user = await openWeek(ann)
  await lesson('Math')
  let tools = await openTools()
  expect(tools.queryByText('Undo')).toBeNull()
  await user.click(tools.getByLabelText('Close'))
  await untilClosed()
  await user.click(screen.getByLabelText('More for Math'))
  await user.click(await screen.findByText('Delete'))
  await untilKept(ann, ['Art'])
  tools = await openTools()
  await user.click(tools.getByText('Delete Math'))
  await untilClosed()
  await untilShown(['Math', 'Art'])
  await untilKept(ann, ['Math', 'Art'])
  tools = await openTools()
  await user.click(tools.getByText('Generate Sub Plans'))
  const plan = await theDialog('Generate Sub Plans')
  await user.click(await plan.findByText('1 thing missing'))
  plan.getByText('Nov 18, 2026: Math has no instructions')
})

test('copying a day is a sheet with one wide button on a phone', async () => {
  onPhone()
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await lesson('Math')
  await user.click(within(dayOf()).getByLabelText(/^More for Wednesday/))
  await user.click(await (await theMenu()).findByText('Copy day to…'))
  await theDialog('Copy day to…')
  const sheet = document.querySelector('[role=dialog]')
  expect(sheet?.hasAttribute('data-sheet')).toBe(true)
  expect(
    within(sheet as HTMLElement)
      .getByText('Cancel')
      .closest('[class~="phone:hidden"]'),
  ).toBeTruthy()
})

test('the heading of a phone opens the month', async () => {
  onPhone()
  const user = await openWeek(ann)
  await user.click(await screen.findByRole('button', { name: /^Week of/ }))
  expect((await theDialog('Month')).getByRole('grid')).toBeTruthy()
})

test('a saved lesson with text that couldn’t be saved has a sign after a reload, and the reminder opens it', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  await openWeek(ann)
  fireEvent.click(await lesson('Math'))
  fill((await theDialog('Edit Time Block')).getByLabelText('Title'), '')
  window.dispatchEvent(new Event('pagehide'))

  const user = await openWeek(ann)
  expect((await lesson('Math')).textContent).toContain('Unsaved draft')
  const reminder = within(await screen.findByLabelText('Unsaved lesson'))
  expect(reminder.getByRole('status').textContent).toBe('“Math” on Wed, Nov 18, has unsaved changes')
  await user.click(reminder.getByText('Continue'))
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('')
  dialog.getByText(/You typed it on this device at \d/)
  await user.click(dialog.getByText('Discard draft'))
  await user.keyboard('{Escape}')
  await untilClosed()
  await waitFor(() => expect(lessonsOf()[0]?.textContent).not.toContain('Unsaved draft'))
})

test('the reminder of a draft takes two lines on a phone: the title, and its day', async () => {
  onPhone()
  await storeDay(ann, { blocks: [block('Math')] })
  await openWeek(ann)
  fireEvent.click(await lesson('Math'))
  fill((await theDialog('Edit Time Block')).getByLabelText('Title'), '')
  window.dispatchEvent(new Event('pagehide'))
  await openWeek(ann)
  const [title, day, ...more] = within(await screen.findByLabelText('Unsaved lesson')).getByRole('status').children
  expect([title?.textContent, day?.textContent, more]).toEqual(['“Math”', 'Unsaved, Nov 18', []])
})

test('the bar at the bottom of an upright tablet names the next lesson and its start, and adds a lesson', async () => {
  onPhone(820, 1180)
  await storeDay(ann, { blocks: [block('Math', '11:00', '12:00')] })
  await storeDay(ann, { date: '2026-11-19', blocks: [block('Art')] })
  vi.setSystemTime(new Date('2026-11-18T10:48:00-05:00'))
  const user = await openWeek(ann)
  await lesson('Math')
  const bar = within(await screen.findByRole('region', { name: 'Up next' }))
  await bar.findByText('Up next, in 12 min')
  bar.getByText('Math', { selector: 'strong' })
  vi.setSystemTime(new Date('2026-11-18T11:01:00-05:00'))
  document.dispatchEvent(new Event('visibilitychange'))
  await bar.findByText('Up next, Thu, Nov 19')
  bar.getByText('Art', { selector: 'strong' })
  await user.click(bar.getByText('Add lesson'))
  await theDialog('Create Time Block')
})

test('a teacher whose plan has ended sees what is next on a tablet, and no button that adds', async () => {
  onPhone(820, 1180)
  await storeDay(ann, { date: '2026-11-19', blocks: [block('Art')] })
  await db.update(subscriptions).set({ status: 'PROTEACHEREXPIRED' }).where(eq(subscriptions.userId, ann.userId))
  const user = await openPage('/dashboard?view=week&date=2026-11-18', ann)
  await user.click(await screen.findByText('View my lessons'))
  const bar = within(await screen.findByRole('region', { name: 'Up next' }))
  await bar.findByText('Up next, Thu, Nov 19')
  expect(bar.queryByText('Add lesson')).toBeNull()
})
