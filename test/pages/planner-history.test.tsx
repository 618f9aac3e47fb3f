/** Tests a day's history: its versions, and restoring a day that has changed in the meantime. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor } from '../page.tsx'
import { answer, block, storeDay, theDialog, untilKept, WEDNESDAY } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const openHistory = async () => {
  const user = await openPage(`/dashboard?view=day&date=${WEDNESDAY}`, ann)
  await user.click(await screen.findByLabelText('More for Wednesday, November 18, 2026', { selector: '.planner-bar button' }))
  await user.click(await screen.findByText('History'))
  const dialog = await theDialog('History')
  return { user, dialog }
}

test('a day changed elsewhere while its history was open is not overwritten', async () => {
  await storeDay(ann, { blocks: [block('Math')] })
  await storeDay(ann, { blocks: [block('Art')] })
  const { user, dialog } = await openHistory()
  await user.click((await dialog.findAllByRole('radio'))[1] as HTMLElement)
  await storeDay(ann, { blocks: [block('Gym')] })
  await user.click(dialog.getByText('Restore this version'))
  await screen.findByText('Failed to restore the day')
  await dialog.findByText('Added Gym; Deleted Art')
  expect(dialog.getAllByRole('radio')).toHaveLength(4)
  await untilKept(ann, ['Gym'])
})

test('a history that cannot be loaded says so and can be retried, and an untouched day has one version', async () => {
  const recover = answer({ path: /\/api\/calendar\/history/, status: 500 })
  const { user, dialog } = await openHistory()
  await dialog.findByText('Couldn’t load history')
  recover()
  await user.click(dialog.getByText('Try again'))
  expect(await dialog.findAllByRole('radio')).toHaveLength(1)
  expect(dialog.queryByText('Restore this version')).toBeNull()
})

test('a day with many changes shows the latest, and older ones on request', async () => {
  for (let change = 1; change <= 52; change++) await storeDay(ann, { blocks: [{ ...block('Math'), title: `Math ${change}` }] })
  const { user, dialog } = await openHistory()
  await dialog.findByText('Renamed Math 51 to Math 52')
  expect(dialog.getAllByRole('radio')).toHaveLength(50)
  await user.click(dialog.getByText('Show older'))
  await waitFor(() => expect(dialog.getAllByRole('radio')).toHaveLength(53))
  expect(dialog.queryByText('Show older')).toBeNull()
  dialog.getByText('Nothing planned')
  await user.click(dialog.getAllByRole('radio')[51] as HTMLElement)
  await user.click(dialog.getByText('Restore this version'))
  await screen.findByText('Day restored')
  await untilKept(ann, ['Math 1'])
})
