/** Tests the planner when the server is unreachable or can't store anything. */
import { beforeEach, expect, test } from 'vitest'
import { aTeacherWhoKnowsIt, inPage, screen, waitFor } from '../page.tsx'
import { answer, block, dayOf, fill, lesson, openNew, openWeek, storeDay, theQuestion, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

test('an unreachable server is retried when the teacher asks, and signing out before that asks first', async () => {
  const user = await openWeek(ann)
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/ })
  const dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Can’t reach Firstbell')
  await screen.findByRole('button', { name: 'Not yet sent: 1' })
  await untilShown(['Math'])
  expect((await lesson('Math')).textContent).toContain('Not yet sent')
  await user.click(screen.getByLabelText(/^Account:/))
  await user.click(await screen.findByText('Sign out'))
  const question = await theQuestion('Sign out before everything is saved?')
  await user.click(question.getByText('Stay signed in'))
  recover()
  await user.click(await screen.findByRole('button', { name: 'Not yet sent: 1' }))
  await user.click(await screen.findByText('Try now'))
  await screen.findByText('Time block created successfully')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Not yet sent/ })).toBeNull())
  await untilKept(ann, ['Math'])
})

test('a server that can store nothing makes the page keep what a teacher saved until it can', async () => {
  const user = await openWeek(ann)
  const body = { code: 'cannot_write', message: 'We can’t save right now.' }
  const recover = answer({ method: 'POST', path: /\/api\/calendar$/, status: 507, body })
  const dialog = await openNew()
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Firstbell can’t save right now')
  await untilShown(['Math'])
  recover()
  await user.click(await screen.findByRole('button', { name: 'Not yet sent: 1' }))
  await user.click(await screen.findByText('Try now'))
  await screen.findByText('Time block created successfully')
  await untilKept(ann, ['Math'])
})

test('a week that could not be loaded offline loads by itself after reconnecting', async () => {
  await storeDay(ann, { date: '2026-12-16', blocks: [block('Math')] })
  const user = await openWeek(ann)
  const recover = answer({ path: /\/api\/calendar\?/ })
  for (let weeks = 0; weeks < 4; weeks++) await user.click(screen.getByLabelText('Next Week'))
  // On a slow machine, the device has begun to keep weeks by then.
  await screen.findByText(/^(?:Couldn’t load your lessons|This week isn’t on this device\.)$/)
  recover()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => dayOf('2026-12-16'))
  await untilShown(['Math'], '2026-12-16')
})
