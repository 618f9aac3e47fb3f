/** Tests the pages of users with an unconfirmed email address when mail is configured. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { app, call, clock, config, db, keys, pool } from '../app.ts'
import { inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { network, type Person } from '../tab.ts'
import { fill, openWeek, theDialog } from './week.tsx'

inPage()

const withMail = await buildApp({ db, keys, clock, logger: false, config, services: { mail: aMailServer().mail } })
beforeAll(() => {
  network.app = withMail
})
afterAll(() => {
  network.app = app
})

const MARK = 'Email not confirmed'
const untutored = async <P extends Person>(person: P): Promise<P> => {
  await call('PATCH', '/api/user', { token: person.token, body: { showTutorial: false } })
  return person
}
const aColleague = async (displayName: string, isConfirmed = true) =>
  untutored(await aTeacher(db, { displayName, isConfirmed, now: clock() }))
const runFromPalette = async (user: Awaited<ReturnType<typeof openPage>>, words: string) => {
  await user.keyboard('{Control>}k{/Control}')
  fill(await screen.findByLabelText('Search lessons, commands, or dates'), words)
  // Until the command is there, the list offers to add a lesson with this title.
  await screen.findByRole('option', { selected: true, name: new RegExp(`^(?!.*called “).*${words}`, 'i') })
  await user.keyboard('{Enter}')
}
const confirmationsQueued = async () => (await pool.query(`select 1 from mails where kind = 'confirm-address'`)).rows.length

test('a teacher who accepts an invite before confirming the address is told so, and can request the link there', async () => {
  const [maya, ben] = [await aColleague('Maya Rivera'), await aColleague('Ben Lindqvist', false)]
  await call('POST', '/api/collaboration/invite', { token: maya.token, body: { collaboratorEmail: ben.email } })
  const user = await openWeek(ben)
  await runFromPalette(user, 'collaboration')
  const dialog = await theDialog('Collaboration')
  await user.click(await dialog.findByRole('tab', { name: /^Received/ }))
  await user.click(await dialog.findByLabelText('Accept invitation from Maya Rivera'))
  await screen.findByText('Failed to accept invitation')
  await screen.findByText(/Confirm your email first/)
  await user.click(screen.getByText('Send the link again'))
  await screen.findByText(/We sent you a link to confirm your email/)
  expect(await confirmationsQueued()).toBe(1)
  // The invite is still pending.
  await dialog.findByLabelText('Accept invitation from Maya Rivera')
})

test("so is a teacher who accepts a school's invitation", async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  const ben = await aColleague('Ben Lindqvist', false)
  await call('POST', '/api/admin/school-invitations', { token: school.administrator.token, body: { email: ben.email } })
  const user = await openWeek(ben)
  await runFromPalette(user, 'preferences')
  await user.click(await screen.findByRole('tab', { name: /^School/ }))
  await user.click(await screen.findByLabelText('Accept the invitation from Lincoln Elementary'))
  await screen.findByText(/Confirm your email first/)
  await user.click(screen.getByText('Send the link again'))
  await screen.findByText(/We sent you a link to confirm your email/)
  expect(await confirmationsQueued()).toBe(1)
})

test("a teacher sees which of the people they share with haven't confirmed their address", async () => {
  const [maya, ben, amara] = [await aColleague('Maya Rivera'), await aColleague('Ben', false), await aColleague('Amara')]
  for (const { email } of [ben, amara])
    await call('POST', '/api/collaboration/invite', { token: maya.token, body: { collaboratorEmail: email } })
  const user = await openWeek(maya)
  await runFromPalette(user, 'collaboration')
  const dialog = await theDialog('Collaboration')
  await user.click(await dialog.findByRole('tab', { name: /^Sent/ }))
  const rows = within(await dialog.findByRole('list', { name: 'Sent invitations' })).getAllByRole('listitem')
  await within(rows.find((row) => row.textContent.includes(ben.email)) as HTMLElement).findByText(MARK)
  expect(dialog.getAllByText(MARK)).toHaveLength(1)
})

test('a school administrator and a platform admin see it for a teacher, and the school administrator sends the email again', async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  await untutored(school.administrator)
  const dana = await aMember(db, school, { displayName: 'Dana Whitfield', isConfirmed: false, now: clock() })
  let user = await openPage('/dashboard?calendar=teachers', school.administrator)
  const list = await screen.findByRole('list', { name: 'Our Teachers' })
  const row = (await within(list).findByText('Dana Whitfield')).closest('li') as HTMLElement
  await within(row).findByText(MARK)
  expect(within(list).getAllByText(MARK)).toHaveLength(1)
  await user.click(screen.getByLabelText('Not confirmed 1'))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  await user.click(within(row).getByText('Send again'))
  await screen.findByText('Confirmation email sent again')
  expect(await confirmationsQueued()).toBe(1)

  const avery = await aColleague('Avery')
  await makeAdmin(db, avery.email, clock())
  user = await openPage('/admin?tab=users&view=search', avery)
  fill(await screen.findByLabelText('Search by email, name, or domain (@example.com)'), dana.email)
  await user.click(await screen.findByText('Dana Whitfield'))
  await screen.findByText(MARK)
})
