/** Tests days off and notes: their dialogs, the month's menu, the day view, and concurrent changes. */
import { beforeEach, expect, test, vi } from 'vitest'
import { call, clock, setClock } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import {
  answer,
  block,
  dayOf,
  fill,
  openWeek,
  storeDay,
  storedDay,
  theDialog,
  theMenu,
  untilClosed,
  untilShown,
  WEDNESDAY,
} from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

/** Returns a day's cell in the month calendar next to the week. */
const inMonth = (date = WEDNESDAY): Promise<HTMLElement> =>
  waitFor(() => {
    const cell = document.querySelector<HTMLElement>(`[data-day="${date}"]`)
    if (!cell) throw new Error(`${date} is not in the month`)
    return cell
  })
const chooseInMonth = async (item: string, date?: string) => {
  fireEvent.contextMenu(await inMonth(date))
  fireEvent.click(await (await theMenu()).findByText(item))
}
const pressUndo = async (toast: string) => {
  const undo = await waitFor(() => {
    const item = screen.getByText(toast).closest('li')
    if (!item) throw new Error(`${toast} is no toast`)
    return within(item).getByText('Undo')
  })
  fireEvent.click(undo)
}

test('on a weekend, the first date to block out is the coming Monday, like the week on screen', async () => {
  setClock('2026-11-22T14:00:00Z')
  vi.setSystemTime(clock())
  const user = await openPage('/dashboard', ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const dialog = await theDialog('Manage Blockouts and Notes')
  expect((dialog.getByLabelText('Date') as HTMLInputElement).value).toBe('2026-11-23')
})

test('a teacher blocks out a range in one call, notes a date, and removes them again', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const dialog = await theDialog('Manage Blockouts and Notes')
  await dialog.findByText('No blocked dates')
  await user.click(dialog.getByText('Date Range'))
  fill(dialog.getByLabelText('Start date'), '2026-11-18')
  fill(dialog.getByLabelText('End date'), '2026-11-13')
  dialog.getByText('Write a reason first.')
  fill(dialog.getByLabelText('Reason'), 'Harvest Week')
  expect(dialog.queryByText('Write a reason first.')).toBeNull()
  await dialog.findByText('End date can’t be before start date')
  expect((dialog.getByRole('button', { name: 'Block Out' }) as HTMLButtonElement).disabled).toBe(true)
  fill(dialog.getByLabelText('End date'), '2026-11-20')
  network.arrived = []
  let arrive: () => void = () => undefined
  network.gates = [new Promise((resolve) => (arrive = resolve))]
  await user.click(dialog.getByRole('button', { name: 'Block Out' }))
  await dialog.findByText('Processing...')
  arrive()
  await screen.findByText('Dates blocked out successfully')
  expect(network.arrived).toEqual(['POST /api/calendar/bulk'])
  expect((await dialog.findByRole('list', { name: 'Blocked Dates' })).textContent).toMatch(/Nov 18 – Nov 20, 2026\s*3 days: Harvest Week/)
  expect((dialog.getByLabelText('Reason') as HTMLInputElement).value).toBe('')

  await user.click(dialog.getByText('Single Date'))
  await user.click(dialog.getByRole('radio', { name: 'Add Note' }))
  fill(dialog.getByLabelText('Date'), '2026-11-19')
  fill(dialog.getByLabelText('Note'), 'Fire drill')
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  expect((await dialog.findByRole('list', { name: 'Note Dates' })).textContent).toContain('Fire drill')

  await user.click(dialog.getByLabelText('Show dates for Nov 18 – Nov 20, 2026'))
  expect(dialog.getByLabelText('Remove note from Nov 19, 2026').textContent).toBe('Remove')
  const unblock = await dialog.findByLabelText('Unblock Nov 19, 2026')
  expect(unblock.textContent).toBe('Unblock')
  await user.click(unblock)
  const heading = await dialog.findByRole('heading', { name: 'Blocked Dates 2' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await pressUndo('Day unblocked')
  await dialog.findByRole('heading', { name: 'Blocked Dates 1' })
  await user.click(await dialog.findByLabelText('Unblock Nov 18 – Nov 20, 2026'))
  await dialog.findByText('No blocked dates')
  await pressUndo('Days unblocked')
  await dialog.findByRole('heading', { name: 'Blocked Dates 1' })
  const [close] = dialog.getAllByRole('button', { name: 'Close' }).slice(-1)
  if (close) await user.click(close)
  await within(dayOf('2026-11-19')).findByText('Fire drill')
  await within(dayOf('2026-11-19')).findByText('Harvest Week')
})

test('a teacher presses a note in the list to edit it, and finds past dates folded after the coming ones', async () => {
  await storeDay(ann, { date: '2026-11-03', hasNote: true, noteText: 'Election' })
  await storeDay(ann, { date: '2026-11-19', hasNote: true, noteText: 'Fire drill' })
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const manage = await theDialog('Manage Blockouts and Notes')
  await manage.findByRole('heading', { name: 'Note Dates 1 coming up' })
  expect(manage.queryByText('Election')).toBeNull()
  await user.click(manage.getByText('Fire drill'))
  const dialog = await theDialog('Add Note to Date')
  expect((dialog.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Fire drill')
  fill(dialog.getByLabelText('Note'), 'Fire drill at 9:50')
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Note updated successfully')
  expect((await manage.findByRole('list', { name: 'Note Dates' })).textContent).toContain('Fire drill at 9:50')
  await user.click(manage.getByRole('button', { name: '1 past Note Dates' }))
  expect(manage.getByRole('list', { name: 'Past Note Dates' }).textContent).toContain('Election')
})

test('a day off that the server refuses is reverted with a message, and its dialog reopens with the text', async () => {
  await storeDay(ann, { blocks: [block('Math'), block('Art', '10:00', '11:00')] })
  const user = await openWeek(ann)
  await untilShown(['Math', 'Art'])
  const recover = answer({ method: 'POST', path: /\/api\/calendar\/days$/, status: 500 })
  await chooseInMonth('Block Out Date')
  let dialog = await theDialog('Block Out Date')
  dialog.getByText('2 lessons will be hidden, not deleted. Unblock the day to bring them back.')
  fill(dialog.getByLabelText('Reason'), 'FALL BREAK')
  await user.click(dialog.getByRole('button', { name: 'Block Out' }))
  await screen.findByText('Failed to block out date')
  dialog = await theDialog('Block Out Date')
  expect((await inMonth()).getAttribute('aria-label')).not.toMatch(/non-instructional/)
  expect((dialog.getByLabelText('Reason') as HTMLInputElement).value).toBe('FALL BREAK')
  recover()
  await user.click(dialog.getByRole('button', { name: 'Block Out' }))
  await screen.findByText('Date blocked out successfully')
  await within(dayOf()).findByText('FALL BREAK')
})

test('a note for three days is added from the day’s menu in one call, and says which days have a note', async () => {
  await storeDay(ann, { date: '2026-11-19', hasNote: true, noteText: 'Assembly' })
  const user = await openWeek(ann)
  await chooseInMonth('Add Note')
  const dialog = await theDialog('Add Note to Date')
  fill(dialog.getByLabelText('Note'), 'Book fair')
  await user.click(dialog.getByText('Days'))
  dialog.getByText('Just Wednesday')
  const end = dialog.getByLabelText('End date')
  expect(document.activeElement).toBe(end)
  fill(end, '2026-11-17')
  await dialog.findByText('End date can’t be before start date')
  expect((dialog.getByRole('button', { name: 'Add Note' }) as HTMLButtonElement).disabled).toBe(true)
  fill(end, '2026-11-20')
  dialog.getByText('Wed, Nov 18 – Fri, Nov 20')
  await dialog.findByText('1 of these dates already has a note. We’ll replace it. Undo brings it back.')
  network.arrived = []
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Notes added successfully')
  expect(network.arrived).toEqual(['POST /api/calendar/bulk'])
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) await within(dayOf(date)).findByText('Book fair')
  await pressUndo('Notes added successfully')
  await within(dayOf('2026-11-19')).findByText('Assembly')
})

test('a note repeats every 2 weeks until a date in one call, says which days have a note, and Undo brings that one back', async () => {
  await storeDay(ann, { date: '2026-12-02', hasNote: true, noteText: 'Assembly' })
  const user = await openWeek(ann)
  await chooseInMonth('Add Note')
  const dialog = await theDialog('Add Note to Date')
  dialog.getByText('0 of 2,000')
  dialog.getByText('Shown in sub plans and shared schedules')
  fill(dialog.getByLabelText('Note'), 'Book fair')
  dialog.getByText('9 of 2,000')
  await user.click(dialog.getByText('Repeat'))
  await user.click(dialog.getByRole('radio', { name: 'Every 2 weeks' }))
  fill(dialog.getByLabelText('Until'), '2026-11-17')
  await dialog.findByText('Choose Nov 18 or later')
  expect((dialog.getByRole('button', { name: 'Add Note' }) as HTMLButtonElement).disabled).toBe(true)
  fill(dialog.getByLabelText('Until'), '2026-12-20')
  dialog.getByText('Every 2 weeks until Dec 20')
  dialog.getByText('This adds the note to 3 days.')
  await dialog.findByText('1 of these dates already has a note. We’ll replace it. Undo brings it back.')
  network.arrived = []
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Notes added successfully')
  expect(network.arrived).toEqual(['POST /api/calendar/bulk'])
  const noteOn = async (date: string) => (await storedDay(ann, date))?.noteText
  for (const date of ['2026-11-18', '2026-12-02', '2026-12-16']) expect(await noteOn(date)).toBe('Book fair')
  for (const date of ['2026-11-19', '2026-11-25']) expect(await noteOn(date)).toBeUndefined()
  await pressUndo('Notes added successfully')
  await waitFor(async () => expect(await noteOn('2026-12-02')).toBe('Assembly'))
  expect(await noteOn('2026-11-18')).toBeUndefined()
})

test('a teacher who closes a note finds its text again on that day, can discard it, and is asked nothing', async () => {
  const user = await openWeek(ann)
  await chooseInMonth('Add Note')
  let dialog = await theDialog('Add Note to Date')
  fill(dialog.getByLabelText('Note'), 'Book fair')
  await user.click(dialog.getByText('Repeat'))
  await user.click(dialog.getByRole('radio', { name: 'Weekly' }))
  await user.click(dialog.getByLabelText('Close'))
  await screen.findByText('The note for Wed, Nov 18 isn’t saved yet.')
  await untilClosed()
  expect(await storedDay(ann)).toBeUndefined()

  await chooseInMonth('Add Note', '2026-11-19')
  dialog = await theDialog('Add Note to Date')
  expect(dialog.queryByText('Your unsaved text is back.')).toBeNull()
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()

  await chooseInMonth('Add Note')
  dialog = await theDialog('Add Note to Date')
  dialog.getByText('Your unsaved text is back.')
  dialog.getByText('Weekly until Dec 16')
  await user.click(dialog.getByText('Discard draft'))
  expect((dialog.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('')
  dialog.getByText('Never')
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()
  await chooseInMonth('Add Note')
  dialog = await theDialog('Add Note to Date')
  expect(dialog.queryByText('Your unsaved text is back.')).toBeNull()
})

test('a draft of a note that is then saved is gone, and one that the server refuses is kept', async () => {
  const user = await openWeek(ann)
  await chooseInMonth('Add Note')
  let dialog = await theDialog('Add Note to Date')
  fill(dialog.getByLabelText('Note'), 'Book fair')
  await user.click(dialog.getByLabelText('Close'))
  await user.click(await screen.findByText('Continue'))
  dialog = await theDialog('Add Note to Date')
  dialog.getByText('Your unsaved text is back.')
  const recover = answer({ method: 'POST', path: /\/api\/calendar\/days$/, status: 500 })
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Failed to add note')
  dialog = await theDialog('Add Note to Date')
  await user.click(dialog.getByLabelText('Close'))
  await untilClosed()
  recover()
  await chooseInMonth('Add Note')
  dialog = await theDialog('Add Note to Date')
  dialog.getByText('Your unsaved text is back.')
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findByText('Note added successfully')
  fireEvent.click(await waitFor(() => screen.getByText('Undo')))
  await waitFor(async () => expect(await storedDay(ann)).toBeUndefined())
  await chooseInMonth('Add Note')
  expect(((await theDialog('Add Note to Date')).getByLabelText('Note') as HTMLTextAreaElement).value).toBe('')
})

test('a note written in another window is shown, not overwritten', async () => {
  const user = await openWeek(ann)
  await chooseInMonth('Add Note')
  let dialog = await theDialog('Add Note to Date')
  await storeDay(ann, { hasNote: true, noteText: 'Assembly at 2' })
  fill(dialog.getByLabelText('Note'), 'Picture day')
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await screen.findAllByText(/“Assembly at 2” was saved in another window\./)
  dialog = await theDialog('Add Note to Date')
  expect(await dialog.findAllByText(/“Assembly at 2” was saved in another window\./)).not.toEqual([])
  expect((dialog.getByLabelText('Note') as HTMLInputElement).value).toBe('Picture day')
  expect(await storedDay(ann)).toMatchObject({ noteText: 'Assembly at 2' })
  await user.click(dialog.getByRole('button', { name: 'Add Note' }))
  await within(dayOf()).findByText('Picture day')
})

test('in the day view a teacher edits the note and unblocks the day in place', async () => {
  await storeDay(ann, { blocks: [block('Math')], isBlocked: true, blockedText: 'Conferences', hasNote: true, noteText: 'Picture day' })
  const user = await openPage(`/dashboard?view=day&date=${WEDNESDAY}`, ann)
  await screen.findByText('No lessons on non-instructional days')
  screen.getByText(/1 lesson hidden, not deleted/)
  await user.click(await screen.findByLabelText('Edit the note'))
  fill(await screen.findByLabelText('Note'), 'Picture day at 1:10')
  await user.click(screen.getByLabelText('Next Day'))
  await user.click(screen.getByLabelText('Previous Day'))
  expect(((await screen.findByLabelText('Note')) as HTMLInputElement).value).toBe('Picture day at 1:10')
  await user.click(screen.getByText('Save'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Edit the note')))
  await waitFor(async () => expect(await storedDay(ann)).toMatchObject({ noteText: 'Picture day at 1:10', isBlocked: true }))

  await user.click(screen.getByLabelText('Clear the reason'))
  await screen.findByLabelText('Edit Math')
  await screen.findByText('Day unblocked')
  await user.click(screen.getByLabelText('Clear the note'))
  await waitFor(() => expect(screen.queryByText('Picture day at 1:10')).toBeNull())
  await waitFor(async () => expect(await storedDay(ann)).toMatchObject({ isBlocked: false, hasNote: false, blocks: [{ title: 'Math' }] }))
})

test('a note on a day that was deleted elsewhere is saved anyway', async () => {
  await storeDay(ann, { hasNote: true, noteText: 'Picture day' })
  const user = await openPage(`/dashboard?view=day&date=${WEDNESDAY}`, ann)
  await user.click(await screen.findByLabelText('Edit the note'))
  await call('DELETE', `/api/calendar/${(await storedDay(ann)).id}`, { token: ann.token })
  fill(await screen.findByLabelText('Note'), 'Picture day moved')
  await user.click(screen.getByText('Save'))
  await screen.findByText('Note updated successfully')
  await waitFor(async () => expect(await storedDay(ann)).toMatchObject({ noteText: 'Picture day moved' }))
})

test('a non-instructional day hides its lessons and says how many it keeps, and shows its note, until it’s unblocked in its column', async () => {
  const marks = { isBlocked: true, blockedText: 'Snow day', hasNote: true, noteText: 'Call parents' }
  await storeDay(ann, { ...marks, blocks: [block('Math')] })
  await openWeek(ann)
  for (const words of ['Non-instructional Day', 'Snow day', /1 lesson hidden, not deleted/, 'Call parents'])
    await within(dayOf()).findByText(words)
  await untilShown([])

  fireEvent.click(within(dayOf()).getByText('Unblock Day'))
  await untilShown(['Math'])
  expect(document.activeElement?.textContent).toMatch(/^Wed 18/)
  await screen.findByText('Day unblocked')
  expect(screen.queryByLabelText('Lessons'), 'the week is still on screen').toBeNull()
  await waitFor(async () => expect(await storedDay(ann)).toMatchObject({ isBlocked: false, hasNote: true }))
})
