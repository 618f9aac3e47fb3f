/** Tests that a lesson saves itself while a teacher types in its dialog, and what its head says and takes back. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor } from '../page.tsx'
import {
  answer,
  block,
  dayOf,
  fill,
  lesson,
  lessonsOf,
  openNew,
  openWeek,
  storeDay,
  storedDay,
  theDialog,
  untilClosed,
  untilKept,
  untilShown,
  WEDNESDAY,
} from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

type Dialog = Awaited<ReturnType<typeof theDialog>>
const titleOf = (dialog: Dialog) => dialog.getByLabelText<HTMLInputElement>('Title')
const textOf = (dialog: Dialog) => dialog.findByLabelText('Description', { selector: '[role=textbox]' })
/** Waits until the head of the dialog says this. */
const untilSays = (words: string) =>
  waitFor(() => expect(document.querySelector('[role=dialog] [data-save-state]')?.textContent).toBe(words))
const undo = (dialog: Dialog) => dialog.getByText('Undo')
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith(`draft:${ann.userId}`))
const openMath = async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  return { user, dialog: await theDialog('Edit Time Block') }
}
const goOffline = () => {
  const offline = { configurable: true, get: () => false }
  Object.defineProperty(navigator, 'onLine', offline)
  window.dispatchEvent(new Event('offline'))
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/ })
  const goOnline = () => {
    Reflect.deleteProperty(navigator, 'onLine')
    recover()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(goOnline)
  return goOnline
}

test('opening a lesson that ends with a list changes nothing, so there is nothing to take back', async () => {
  await storeDay(ann, { blocks: [{ ...block('Math'), description: '<p>Warm-up</p><ul><li><p>Number line race</p></li></ul>' }] })
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  const text = await textOf(dialog)
  text.focus()
  await untilSays('Saved')
  expect(dialog.queryByText('Undo')).toBeNull()
})

test('a lesson is saved after a pause in typing, and closing it says so once, with an Undo', async () => {
  const { user, dialog } = await openMath()
  await untilSays('Saved')
  expect(dialog.queryByText('Cancel')).toBeNull()
  fill(titleOf(dialog), 'Algebra')
  await untilSays('Saving…')
  await untilSays('Saved')
  await untilKept(ann, ['Algebra'])
  await waitFor(() => expect(drafts()).toEqual([]))
  expect(screen.queryByText('Time block updated successfully')).toBeNull()
  fill(titleOf(dialog), 'Algebra 1')
  // Before the pause.
  await user.keyboard('{Escape}')
  await untilClosed()
  await screen.findByText('Time block updated successfully')
  await untilKept(ann, ['Algebra 1'])
})

test('a teacher can plan on a device that lost everything but the session’s token', async () => {
  localStorage.setItem('token', ann.token)
  const user = await openPage(`/dashboard?view=week&date=${WEDNESDAY}`)
  await waitFor(() => dayOf(WEDNESDAY))
  expect(localStorage.getItem('userId')).toBe(ann.userId)
  fill(titleOf(await openNew()), 'Math')
  await user.keyboard('{Escape}')
  await untilKept(ann, ['Math'])
})

test('a lesson that wasn’t changed closes without a word', async () => {
  const { user } = await openMath()
  await user.click(screen.getByText('Save'))
  await untilClosed()
  expect(screen.queryByText('Time block updated successfully')).toBeNull()
})

test('leaving the page saves what was typed', async () => {
  const { dialog } = await openMath()
  fill(titleOf(dialog), 'Algebra')
  window.dispatchEvent(new Event('pagehide'))
  await untilKept(ann, ['Algebra'])
})

test('Undo takes back the whole sitting and leaves the lesson open, and Redo brings it back', async () => {
  const { user, dialog } = await openMath()
  fill(titleOf(dialog), 'Algebra')
  await untilKept(ann, ['Algebra'])
  fill(titleOf(dialog), 'Geometry')
  await untilKept(ann, ['Geometry'])
  await user.click(undo(dialog))
  expect(titleOf(dialog).value).toBe('Math')
  await untilKept(ann, ['Math'])
  await user.click(dialog.getByText('Redo'))
  expect(titleOf(dialog).value).toBe('Geometry')
  await untilKept(ann, ['Geometry'])
  await user.click(undo(dialog))
  await untilKept(ann, ['Math'])
  await user.keyboard('{Escape}')
  await untilClosed()
  // Nothing has changed in the end, so there is nothing to undo.
  expect(screen.queryByText('Time block updated successfully')).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Nothing to undo')
})

test('a new lesson is saved once it has a title, and its Undo deletes it again', async () => {
  const user = await openWeek(ann)
  const dialog = await openNew()
  await untilSays('')
  const alert = dialog.getByLabelText('Alert')
  await user.click(alert)
  await untilSays('Needs a title to save')
  expect(await storedDay(ann)).toBeUndefined()
  fill(titleOf(dialog), 'Math')
  await untilSays('Saved')
  await untilKept(ann, ['Math'])
  await untilShown(['Math'])
  fill(titleOf(dialog), 'Maths')
  await untilKept(ann, ['Maths'])
  await user.click(undo(dialog))
  expect(titleOf(dialog).value).toBe('')
  await untilKept(ann, [])
  fill(titleOf(dialog), 'Art')
  await user.keyboard('{Escape}')
  await untilClosed()
  await screen.findByText('Time block created successfully')
  await untilKept(ann, ['Art'])
})

test('a new lesson without a title closes without a question and is still there the next time', async () => {
  const user = await openWeek(ann)
  let dialog = await openNew()
  await user.keyboard('{Escape}')
  await untilClosed()
  dialog = await openNew()
  await user.click(dialog.getByLabelText('Alert'))
  fill(await dialog.findByLabelText('Alert message'), 'Bring the scales')
  await user.keyboard('{Escape}')
  await untilClosed()
  await screen.findByText('Kept as a draft')
  expect(lessonsOf()).toEqual([])
  dialog = await openNew()
  dialog.getByText('Your unsaved text is back.')
  expect((await dialog.findByLabelText<HTMLInputElement>('Alert message')).value).toBe('Bring the scales')
})

test('a lesson whose title is deleted keeps its saved title, and the rest as a draft', async () => {
  const { user, dialog } = await openMath()
  fill(titleOf(dialog), '')
  await untilSays('Needs a title to save')
  await user.click(dialog.getByText('Save'))
  await dialog.findByText('Please fill in all required fields')
  await user.keyboard('{Escape}')
  await untilClosed()
  await untilKept(ann, ['Math'])
  expect((await lesson('Math')).textContent).toContain('Unsaved draft')
})

test('a refused save says so with Try again, and the lesson can be left with its text on the device', async () => {
  const { user, dialog } = await openMath()
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/, status: 500 })
  fill(titleOf(dialog), 'Algebra')
  await untilSays('Not saved')
  await dialog.findByText(/^Not saved\. Something went wrong/)
  expect(titleOf(dialog).value).toBe('Algebra')
  await user.keyboard('{Escape}')
  await untilClosed()
  await screen.findByText('Kept as a draft')
  await untilShown(['Math'])
  await user.click(await lesson('Unsaved draft'))
  const again = await theDialog('Edit Time Block')
  expect(titleOf(again).value).toBe('Algebra')
  fill(titleOf(again), 'Algebra 2')
  await untilSays('Not saved')
  recover()
  await user.click(again.getByText('Try again'))
  await untilSays('Saved')
  await untilKept(ann, ['Algebra 2'])
})

test('without a network, the head says that the lesson is saved later, and it is', async () => {
  const { user, dialog } = await openMath()
  const goOnline = goOffline()
  for (const title of ['Algebra', 'Algebra 1', 'Algebra 2']) {
    fill(titleOf(dialog), title)
    await untilSays('Offline. Will save later')
    await untilShown([title])
  }
  await user.keyboard('{Escape}')
  await untilClosed()
  await untilShown(['Algebra 2'])
  goOnline()
  await screen.findByText('Time block updated successfully')
  await untilKept(ann, ['Algebra 2'])
})

test('what another window changes about an open lesson appears in it, and what the teacher typed stays', async () => {
  const { dialog } = await openMath()
  await textOf(dialog)
  fill(titleOf(dialog), 'Algebra')
  await untilKept(ann, ['Algebra'])
  // The other window still has the old title.
  await storeDay(ann, { blocks: [{ ...block('Algebra'), id: 'block_Math', description: '<p>Quiz</p>', startTime: '08:15' }] })
  fill(titleOf(dialog), 'Geometry')
  await untilKept(ann, ['Geometry'])
  await waitFor(async () => expect((await textOf(dialog)).textContent).toBe('Quiz'))
  expect(dialog.getByLabelText<HTMLInputElement>('Start').value).toBe('8:15 AM')
  const day = await storedDay(ann)
  expect(day.blocks).toMatchObject([{ title: 'Geometry', description: '<p>Quiz</p>', startTime: '08:15' }])
})

test.each([
  ['Keep this window’s version', 'Geometry', ['Geometry']],
  ['Keep the other window’s version', 'Algebra', ['Algebra']],
  ['Keep both', 'Geometry', ['Algebra', 'Geometry']],
])('when both windows change the title of an open lesson, it asks once, and stays open: %s', async (answered, title, kept) => {
  const { user, dialog } = await openMath()
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }] })
  fill(titleOf(dialog), 'Geometry')
  const question = await theDialog('This lesson has two versions')
  await user.click(question.getByRole('button', { name: answered }))
  await untilKept(ann, kept)
  // The other window's version is stored already, so only the field says that the answer was taken.
  await waitFor(() => expect(titleOf(dialog).value).toBe(title))
  fill(titleOf(dialog), `${title} 2`)
  await untilKept(
    ann,
    kept.map((one) => (one === title ? `${title} 2` : one)),
  )
  expect(screen.queryByText('This lesson has two versions')).toBeNull()
})

test('a lesson deleted in another window while it is open can stay deleted', async () => {
  const { user, dialog } = await openMath()
  await storeDay(ann, { blocks: [] })
  fill(titleOf(dialog), 'Geometry')
  const question = await theDialog('The lesson you changed was deleted')
  await user.click(question.getByText('Leave it deleted'))
  await untilClosed()
  expect((await storedDay(ann)).blocks).toEqual([])
  expect(drafts()).toEqual([])
})

test('Delete takes what was just typed along, so that its Undo brings it back', async () => {
  const { user, dialog } = await openMath()
  fill(titleOf(dialog), 'Algebra')
  await user.click(dialog.getByText('Delete'))
  await untilClosed()
  await screen.findByText('Time block deleted successfully')
  await user.click(screen.getByText('Undo'))
  await untilKept(ann, ['Algebra'])
})

test('one Ctrl+Z takes back a whole sitting', async () => {
  const { user, dialog } = await openMath()
  for (const title of ['Algebra', 'Geometry']) {
    fill(titleOf(dialog), title)
    await untilKept(ann, [title])
  }
  fireEvent.click(dialog.getByLabelText('Close'))
  await untilClosed()
  await user.keyboard('{Control>}z{/Control}')
  await untilKept(ann, ['Math'])
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Nothing to undo')
  expect(dayOf(WEDNESDAY).textContent).toContain('Math')
})
