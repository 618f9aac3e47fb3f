/** Tests the prompts that a teacher gets after another window has changed the same lesson. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen } from '../page.tsx'
import { answer, block, fill, lesson, openNew, openWeek, storeDay, theDialog, untilClosed, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})
afterEach(() => void vi.restoreAllMocks())

test.each([
  ['Keep this window’s version', ['Geometry']],
  ['Keep the other window’s version', ['Algebra']],
  ['Keep both', ['Algebra', 'Geometry']],
])('one lesson changed in two windows asks: %s', async (answered, kept) => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }] })
  fill(dialog.getByLabelText('Title'), 'Geometry')
  await user.click(dialog.getByText('Save'))
  const question = await theDialog('This lesson has two versions')
  question.getByText('Algebra')
  question.getByText('Geometry')
  await question.findByText(/^Other window · Today, \d/)
  // Only the titles differ, once in each version.
  expect(question.getAllByText('Different:')).toHaveLength(2)
  await user.click(question.getByRole('button', { name: answered }))
  await untilShown(kept)
  await untilKept(ann, kept)
})

test.each([
  [/^Keep this device’s version/, ['Geometry']],
  [/^Keep the other version/, ['Algebra']],
  ['Keep both, as two lessons', ['Algebra', 'Geometry']],
])('a lesson that waited for the network and was changed elsewhere is in the list of what isn’t sent: %s', async (answered, kept) => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/ })
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  fill(dialog.getByLabelText('Title'), 'Geometry')
  await user.click(dialog.getByText('Save'))
  await user.click(await screen.findByRole('button', { name: 'Not yet sent: 1' }))
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }] })
  const late = Date.now() + 11_000
  vi.spyOn(Date, 'now').mockImplementation(() => late)
  recover()
  await user.click(await screen.findByText('Try now'))
  await screen.findByText('Geometry, Wed, Nov 18 needs your answer')
  await user.click(screen.getByRole('button', { name: answered }))
  await untilShown(kept)
  await untilKept(ann, kept)
})

test('a lesson deleted here and changed in another window asks', async () => {
  await storeDay(ann, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const user = await openWeek(ann)
  await user.click(await lesson('Math'))
  const dialog = await theDialog('Edit Time Block')
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }, block('Art', '09:00', '10:00')] })
  await user.click(dialog.getByText('Delete'))
  const question = await theDialog('The lesson you deleted was changed')
  await user.click(question.getByLabelText('Keep the other window’s version'))
  await untilShown(['Algebra', 'Art'])
  await untilKept(ann, ['Algebra', 'Art'])
})

test('two windows that each add a lesson to an empty day lose neither, without asking', async () => {
  const user = await openWeek(ann)
  await storeDay(ann, { blocks: [block('Math')] })
  const dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Art')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Time block created successfully')
  await untilShown(['Math', 'Art'])
  await untilKept(ann, ['Math', 'Art'])
  await untilClosed()
})

test('two windows that change different lessons of a day keep both changes', async () => {
  await storeDay(ann, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  const user = await openWeek(ann)
  await user.click(await lesson('Art'))
  const dialog = await theDialog('Edit Time Block')
  await storeDay(ann, { blocks: [{ ...block('Math'), title: 'Algebra' }, block('Art', '09:00', '10:00')] })
  fill(dialog.getByLabelText('Title'), 'Clay')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Time block updated successfully')
  await untilShown(['Algebra', 'Clay'])
  await untilKept(ann, ['Algebra', 'Clay'])
})
