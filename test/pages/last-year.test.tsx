/** Tests a week that gets the plans of the same week of last year. */
import { beforeEach, expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor, within } from '../page.tsx'
import { answer, block, dayOf, openWeek, storeDay, storedDay, theDialog, untilClosed, untilKept } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

/** Chooses the command from the Templates menu of the week. */
const openDialog = async (user: Awaited<ReturnType<typeof openWeek>>) => {
  await user.click((await screen.findAllByText('Templates'))[0] as HTMLElement)
  await user.click(await screen.findByText('Fill from last year…'))
  return theDialog('Fill from last year')
}
const titlesOn = async (date: string) =>
  (await storedDay(ann, date))?.blocks.map(({ title, description }: { title: string; description: string }) => `${title} ${description}`)

test('last year’s plans go into free lessons of their class, others are added, and one undo takes all of it back', async () => {
  const { id: classId } = (await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })).body
  await storeDay(ann, { date: '2025-11-17', blocks: [block('Math: fractions'), block('Book fair', '13:00', '14:00')] })
  await storeDay(ann, { date: '2025-11-18', blocks: [block('Math')] })
  await storeDay(ann, { date: '2025-11-19', blocks: [block('Art')] })
  await storeDay(ann, { date: '2026-11-16', blocks: [{ ...block('Math', '10:00', '11:00'), description: '', classId }] })
  await storeDay(ann, { date: '2026-11-17', blocks: [{ ...block('Math'), description: '<p>Written this year</p>', classId }] })
  await storeDay(ann, { date: '2026-11-18', isBlocked: true, blockedText: 'Snow day' })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await dialog.findByText('Week of Nov 17, 2025')
  await dialog.findByText('Day off this year: Snow day')
  await dialog.findByText('Yours stays')
  await user.click(await dialog.findByText('Fill in 2 lessons'))
  await screen.findByText('2 lessons filled in')
  await untilClosed()
  await untilKept(ann, ['Math: fractions', 'Book fair'], '2026-11-16')
  const [math] = (await storedDay(ann, '2026-11-16')).blocks
  expect(math).toMatchObject({ startTime: '10:00', description: '<p>Math: fractions</p>', classId })
  expect(await titlesOn('2026-11-17')).toEqual(['Math <p>Written this year</p>'])
  expect((await storedDay(ann, '2026-11-18')).blocks).toEqual([])
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Change undone')
  expect(await titlesOn('2026-11-16')).toEqual(['Math '])
})

test('the teacher chooses another week, leaves a lesson out, and brings only titles', async () => {
  await storeDay(ann, { date: '2025-11-10', blocks: [block('Math'), block('Art', '10:00', '11:00')] })
  const user = await openWeek(ann)
  const dialog = await openDialog(user)
  await dialog.findByText('Nothing was planned that week.')
  await user.click(dialog.getByLabelText('Earlier week'))
  await dialog.findByText('Fill in 2 lessons')
  await user.click(dialog.getByLabelText('Titles only'))
  await user.click(dialog.getAllByRole('checkbox')[1] as HTMLElement)
  await dialog.findByText('Left out')
  await user.click(await dialog.findByText('Fill in 1 lesson'))
  await untilKept(ann, ['Math'], '2026-11-16')
  expect(await titlesOn('2026-11-16')).toEqual(['Math '])
})

test('the command palette opens it, and a week that could not be filled stays open with its reason', async () => {
  await storeDay(ann, { date: '2025-11-17', blocks: [block('Math')] })
  const user = await openWeek(ann)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.keyboard('last year')
  await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toContain('Fill from last year…'))
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Fill from last year')
  const recover = answer({ method: 'POST', path: /\/api\/calendar/, status: 500 })
  await user.click(await dialog.findByText('Fill in 1 lesson'))
  await screen.findByText('Failed to fill the week')
  recover()
  await user.click(await dialog.findByText('Fill in 1 lesson'))
  await untilKept(ann, ['Math'], '2026-11-16')
})

test('an unplanned week offers it if something was planned a year ago', async () => {
  await storeDay(ann, { date: '2025-11-17', blocks: [block('Math')] })
  const user = await openWeek(ann)
  const ways = within(await screen.findByLabelText('Ways to plan this week'))
  await user.click(await ways.findByText('Fill from last year…'))
  await theDialog('Fill from last year')
  await user.keyboard('{Escape}')
  await untilClosed()
  await user.click(screen.getByLabelText('Next Week'))
  await waitFor(() => dayOf('2026-11-25'))
  await screen.findByText(/^Nothing planned this week\./)
  expect(screen.queryByText('Fill from last year…')).toBeNull()
})
