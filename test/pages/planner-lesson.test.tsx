/** Tests lessons from dialog to card: edits, deletions, restores, rejections and saves. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import {
  answer,
  block,
  dayOf,
  fill,
  lesson,
  openNew,
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

test('a teacher edits a lesson from its card by keyboard, deletes it, and restores it with Undo', async () => {
  await storeDay(ann, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const user = await openWeek(ann)
  ;(await lesson('Math')).focus()
  await user.keyboard('{Enter}')
  let dialog = await theDialog('Edit Time Block')
  fill(dialog.getByLabelText('Title'), 'Algebra')
  await user.clear(dialog.getByLabelText('Start'))
  await user.type(dialog.getByLabelText('Start'), '8:15')
  await user.tab()
  expect((dialog.getByLabelText('End') as HTMLInputElement).value).toBe('9:15 AM')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Time block updated successfully')
  await untilShown(['Algebra', 'Art'])
  expect((await lesson('Algebra')).textContent).toMatch(/^8:15 – 9:15\sAM/)

  await user.click(await lesson('Algebra'))
  dialog = await theDialog('Edit Time Block')
  await user.click(dialog.getByText('Delete'))
  await untilShown(['Art'])
  await screen.findByText('Time block deleted successfully')
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Change undone')
  await untilShown(['Algebra', 'Art'])
  await untilKept(ann, ['Algebra', 'Art'])
})

test('a teacher who opens a lesson types in its text right away, and in the title of a new one', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  const text = await dialog.findByLabelText('Description', { selector: '[role=textbox]' })
  await waitFor(() => expect(document.activeElement).toBe(text))
  await user.keyboard('{Escape}')
  await untilClosed()
  const created = await openNew()
  await created.findByLabelText('Description', { selector: '[role=textbox]' })
  expect(document.activeElement).toBe(created.getByLabelText('Title'))
})

test('undoing the first lesson of a day leaves the day empty and ready for the next one', async () => {
  const user = await openWeek(ann)
  let dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Time block created successfully')
  await user.click(screen.getByText('Undo'))
  await within(dayOf()).findByText('No lessons scheduled')
  await untilKept(ann, undefined)
  dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Math again')
  await user.click(dialog.getByText('Save'))
  await untilKept(ann, ['Math again'])
})

test('a save that fails is reverted with a message, and the typed text is still there', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/, status: 500 })
  await user.click(await lesson('Math'))
  let dialog = await theDialog('Edit Time Block')
  fill(dialog.getByLabelText('Title'), 'Algebra')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Failed to create/update time block')
  await screen.findByText(/^Not saved\./)
  dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Algebra')
  await untilShown(['Math'])

  recover()
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Time block updated successfully')
  await untilKept(ann, ['Algebra'])
})

test('a save shows before the server has replied, and the next one waits for it', async () => {
  const user = await openWeek(ann)
  let answerNow = (): void => undefined
  network.gates.push(
    new Promise((resolve) => {
      answerNow = resolve
    }),
  )
  for (const title of ['Math', 'Art']) {
    const dialog = await openNew()
    fill(dialog.getByLabelText('Title'), title)
    await user.click(dialog.getByText('Save'))
    await untilClosed()
  }
  await untilShown(['Math', 'Art'])
  await screen.findByText('Saving…')
  answerNow()
  await screen.findByText('Saved')
  await untilKept(ann, ['Math', 'Art'])
})

test('a lesson without a title, or that ends before it starts, is not saved', async () => {
  const user = await openWeek(ann)
  const dialog = await openNew()
  fill(dialog.getByLabelText('Title'), '   ')
  await user.click(dialog.getByText('Save'))
  await dialog.findByText('Please fill in all required fields')
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.clear(dialog.getByLabelText('End'))
  await user.type(dialog.getByLabelText('End'), '07:00')
  await user.tab()
  await user.click(dialog.getByText('Save'))
  await dialog.findByText('End time must be after start time')
  await untilKept(ann, undefined)
})

test('a new lesson starts where the last one ends, and Ctrl+Z in a field belongs to the field', async () => {
  await storeDay(ann, { blocks: [block('Math', '08:00', '09:10')] })
  const user = await openWeek(ann)
  await lesson('Math')
  const dialog = await openNew()
  expect((dialog.getByLabelText('Start') as HTMLInputElement).value).toBe('9:10 AM')
  dialog.getByLabelText('Title').focus()
  await user.keyboard('Art{Control>}z{/Control}')
  expect(screen.queryByText('Nothing to undo')).toBeNull()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('changes are undone and redone one shortcut at a time', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await lesson('Math')
  for (const title of ['Art', 'Music']) {
    const dialog = await openNew()
    fill(dialog.getByLabelText('Title'), title)
    await user.click(dialog.getByText('Save'))
    await untilClosed()
  }
  await untilShown(['Math', 'Art', 'Music'])
  await user.keyboard('{Control>}zz{/Control}')
  await untilShown(['Math'])
  await untilKept(ann, ['Math'])
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Nothing to undo')
  await user.keyboard('{Control>}{Shift>}zz{/Shift}{/Control}')
  await untilShown(['Math', 'Art', 'Music'])
})

test('a teacher chooses a color from the menu of a lesson by keyboard, and all lessons with that title have it', async () => {
  await storeDay(ann, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  await storeDay(ann, { date: '2026-11-20', blocks: [{ ...block('Math'), id: 'block_friday' }] })
  const user = await openWeek(ann)
  ;(await lesson('Math')).focus()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  const menu = await theMenu()
  await user.click(await menu.findByText('Color…'))
  await menu.findByText('All lessons titled “Math”')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Automatic'))
  await user.keyboard('Pink{Enter}')
  await waitFor(async () => expect((await lesson('Math')).classList).toContain('h5'))
  expect((await lesson('Math', '2026-11-20')).classList).toContain('h5')
  expect((await lesson('Art')).classList).not.toContain('h5')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-block-id')).toBe('block_Math'))
})

test("a new lesson offers the teacher's usual titles, and one press fills in the title and its color", async () => {
  await storeDay(ann, { blocks: [block('Math: fractions'), block('Art', '09:00', '10:00')] })
  await storeDay(ann, { date: '2026-11-19', blocks: [{ ...block('Music'), id: 'block_thursday' }] })
  const user = await openWeek(ann)
  await lesson('Art')
  const dialog = await openNew()
  const usual = within(dialog.getByLabelText('Usual lessons'))
  expect(usual.getAllByRole('button').map((title) => title.textContent)).toEqual(['Music', 'Math', 'Art'])
  expect(dialog.queryByLabelText(/^Color: /)).toBeNull()
  await user.click(usual.getByText('Math'))
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math')
  await user.click(dialog.getByLabelText('Color: Automatic'))
  await user.click(await dialog.findByText('Pink'))
  await dialog.findByLabelText('Color: Pink')
  await waitFor(async () => expect((await lesson('Math: fractions')).classList).toContain('h5'))
})
