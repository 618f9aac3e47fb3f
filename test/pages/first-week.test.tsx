/** Tests the first minutes of a planner without lessons. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { answer, dayOf, fill, lessonsOf, openWeek, storeDay, theDialog, untilShown } from './week.tsx'

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

test('a sample week takes one click, and no other week offers it, even after a reload', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Use a sample week'))
  await screen.findByText('Sample week added')
  for (const day of DAYS) expect(lessonsOf(day)).toHaveLength(6)
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
