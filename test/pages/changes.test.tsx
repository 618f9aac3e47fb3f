/** Tests the list of the last changes in the sidebar, and Undo and Redo there. */
import { beforeEach, expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor, within } from '../page.tsx'
import { block, lesson, openWeek, storeDay, theDialog, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const openChanges = async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByLabelText('Changes', { selector: 'button' }))
  const changes = within(
    await waitFor(() => document.querySelector<HTMLElement>('section[aria-label="Changes"] ol') ?? expect.fail('No list')),
  )
  return { user, changes }
}

test('a teacher undoes a change that was made elsewhere, hears about it, and redoes it', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const { user, changes } = await openChanges()
  await user.click(changes.getByLabelText('Undo: Added Math, Wed, Nov 18'))
  const toast = await screen.findByText('Change undone')
  expect(toast.closest('[role=status], [aria-live]')).not.toBeNull()
  await untilKept(ann, undefined)
  await changes.findByText(/^Undone · Today, /)
  const redo = await changes.findByLabelText('Redo: Added Math, Wed, Nov 18')
  await waitFor(() => expect(redo.hasAttribute('aria-disabled')).toBe(false))
  expect(document.activeElement).toBe(redo)
  await user.keyboard('{Enter}')
  await untilKept(ann, ['Math'])
  await untilShown(['Math'])
  await changes.findByLabelText('Undo: Added Math, Wed, Nov 18')
})

test('a teacher finds the list in the command palette', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const user = await openWeek(ann)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'undo list')
  await user.click(await screen.findByRole('option', { name: /^Changes/ }))
  const dialog = await theDialog('Changes')
  await user.click(await dialog.findByLabelText('Undo: Added Math, Wed, Nov 18'))
  await untilKept(ann, undefined)
  await dialog.findByLabelText('Redo: Added Math, Wed, Nov 18')
})

test('an older change says which later one to undo first', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  await storeDay(ann, { isBlocked: true, blockedText: 'Snow day' })
  const { changes } = await openChanges()
  changes.getByText('To undo, first undo: Blocked out Wed, Nov 18')
  expect(changes.queryByLabelText('Undo: Added Math, Wed, Nov 18')).toBeNull()
  changes.getByLabelText('Undo: Blocked out Wed, Nov 18')
})

test('the list follows what the teacher does in this tab', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const { user, changes } = await openChanges()
  ;(await lesson('Math')).focus()
  await user.keyboard('{Delete}')
  await changes.findByLabelText('Undo: Deleted Math, Wed, Nov 18')
})

test('a change that can’t be undone anymore says why and stays in the list', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  const { user, changes } = await openChanges()
  const { body } = await call('GET', '/api/calendar/operations', { token: ann.token })
  await call('POST', '/api/calendar', { token: ann.token, body: { date: '2026-11-18', hasNote: true, noteText: 'Picture day' } })
  expect(body).toHaveLength(1)
  await user.click(changes.getByLabelText('Undo: Added Math, Wed, Nov 18'))
  await screen.findByText('Undo failed')
  screen.getByText('Wed, Nov 18 was changed since. We left everything as it is.')
  await changes.findByText('To undo, first undo: Wrote a note for Wed, Nov 18')
})

test('a change of a class that was changed again says so in its row', async () => {
  const { body: math } = await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })
  for (const name of ['Maths', 'Algebra']) await call('PATCH', `/api/classes/${math.id}`, { token: ann.token, body: { name } })
  const { user, changes } = await openChanges()
  const failed = 'The class Algebra was changed since. We left everything as it is.'
  await user.click(changes.getByLabelText('Undo: Changed the class Maths'))
  await changes.findByText(failed)
  changes.getByLabelText('Undo: Changed the class Algebra')
  screen.getByText(failed, { selector: '[data-toasts] *' })
})
