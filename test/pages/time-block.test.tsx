/** Tests a time block's dialog, from the click that opens it to the stored row. */
import { expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, within } from '../page.tsx'

inPage()

test('a teacher adds a time block on a day', async () => {
  const ann = await aTeacherWhoKnowsIt()
  const user = await openPage('/dashboard?view=week&date=2026-11-18', ann)
  await user.click(await screen.findByRole('button', { name: /^Add a lesson on Wednesday/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Time block created successfully')
  const [day] = (await call('GET', '/api/calendar?date=2026-11-18', { token: ann.token })).body
  expect(day.blocks).toMatchObject([{ title: 'Math' }])
})
