/** Tests a teacher's first minutes in a planner without lessons. */
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { answer, block, dayOf, fill, lesson, lessonsOf, openWeek, storeDay, storedDay, theDialog, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const invitation = () => screen.queryByLabelText('Ways to start')

test('a usual day that could not be saved reopens as it was typed', async () => {
  const user = await openWeek(ann)
  answer({ method: 'POST', path: /\/api\/calendar\/days$/, status: 500, body: { code: 'broken', message: 'It broke.' } })
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog()
  fill(await dialog.findByLabelText('Lessons (one per line)'), '8:20 Reading Workshop')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect((await screen.findByText('Failed to create/update time block')).closest('li')?.textContent).toContain('It broke.')
  const again = await theDialog()
  expect(((await again.findByLabelText('Lessons (one per line)')) as HTMLTextAreaElement).value).toBe('8:20 Reading Workshop')
})

test('a usual day can be repeated right after it was added', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog()
  fill(await dialog.findByLabelText('Lessons (one per line)'), '8:20 Reading Workshop')
  await user.click(dialog.getByLabelText('Then repeat this week until a date I choose'))
  await user.click(dialog.getByText('Add 5 lessons'))
  const repeat = await theDialog('Repeat until…')
  await repeat.findByText('Preview')
  await untilKept(ann, ['Reading Workshop'], '2026-11-16')
})

test('a sample week with its classes takes one click, and no other week offers it, even after a reload', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Use a sample week'))
  await screen.findByText('Sample week added')
  for (const day of DAYS) expect(lessonsOf(day)).toHaveLength(6)
  expect((await lesson('Math')).className).toMatch(/\bh7\b/)
  const classes = async () => (await call('GET', '/api/classes', { token: ann.token })).body
  expect(await classes()).toHaveLength(10)
  await user.click(await screen.findByText('Undo'))
  await screen.findByText('Change undone')
  await waitFor(async () => expect(await classes()).toEqual([]))
  await user.click(await screen.findByText('Redo'))
  await screen.findByText('Change redone')
  await waitFor(async () => expect((await lesson('Math')).className).toMatch(/\bh7\b/))
  expect(await classes()).toHaveLength(10)
  await openWeek(ann, '2026-12-02')
  await within(dayOf('2026-12-02')).findByText('No lessons scheduled')
  expect(invitation()).toBeNull()
})

test('one lesson is added to the selected day, and then no week shows an invitation', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Add one lesson'))
  const dialog = await theDialog('Create Time Block')
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await untilShown(['Math'])
  await waitFor(() => expect(invitation()).toBeNull())
  await user.click(screen.getByLabelText('Next Week'))
  await waitFor(() => within(dayOf('2026-11-25')).getByText('No lessons scheduled'))
  expect(invitation()).toBeNull()
})

test('a teacher who has planned other weeks gets no invitation', async () => {
  await storeDay(ann, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  await openWeek(ann)
  await within(dayOf()).findByText('No lessons scheduled')
  expect(invitation()).toBeNull()
})

test('on a weekend, the invitation says that it’s about next week', async () => {
  vi.setSystemTime(new Date('2026-11-21T15:00:00Z'))
  await openWeek(ann, '2026-11-23')
  await screen.findByText(/^You’re looking at next week\./)
})

test('a later week without lessons shows the usual ones, and adds them without their text and with one Undo', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-18', blocks: [block('Art')] })
  await storeDay(ann, { date: '2026-11-25', isBlocked: true, blockedText: 'Thanksgiving' })
  const user = await openWeek(ann, '2026-11-23')
  await screen.findByText('Nothing planned this week. These are your usual lessons.')
  await user.click(await screen.findByText('Add my usual week'))
  await screen.findByText('Your usual week is in')
  await untilKept(ann, ['Math'], '2026-11-23')
  expect((await storedDay(ann, '2026-11-23')).blocks[0].description).toBe('')
  expect((await storedDay(ann, '2026-11-25')).blocks).toEqual([])
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Add my usual week')
})

test('a later week without lessons can copy last week, except onto days off, with one Undo', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-18', blocks: [block('Art')] })
  await storeDay(ann, { date: '2026-11-25', isBlocked: true, blockedText: 'Thanksgiving' })
  const user = await openWeek(ann, '2026-11-23')
  await screen.findByText(/^Nothing planned this week\./)
  await user.click(await screen.findByText('Copy last week'))
  await untilShown(['Math'], '2026-11-23')
  await untilKept(ann, ['Math'], '2026-11-23')
  expect((await storedDay(ann, '2026-11-23')).blocks[0].description).toBe('<p>Math</p>')
  expect((await storedDay(ann, '2026-11-25')).blocks).toEqual([])
  expect(screen.queryByText(/^Nothing planned this week\./)).toBeNull()
  await screen.findByText('Week of Nov 16 copied to this week')
  await user.click(screen.getByText('Undo'))
  await screen.findByText(/^Nothing planned this week\./)
})

test('a week that follows an empty one offers a template, but nothing to copy', async () => {
  await storeDay(ann, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  const user = await openWeek(ann)
  await screen.findByText(/^Nothing planned this week\./)
  expect(screen.queryByText('Copy last week')).toBeNull()
  expect(screen.queryByText('Add my usual week')).toBeNull()
  await user.click(screen.getByText('Apply a template'))
  await theDialog('Template Manager')
})

test('a week that is all days off offers nothing', async () => {
  for (const date of DAYS) await storeDay(ann, { date, isBlocked: true, blockedText: 'Break' })
  await openWeek(ann)
  await within(dayOf()).findByText('Break')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.queryByText(/^Nothing planned this week\./)).toBeNull()
})
