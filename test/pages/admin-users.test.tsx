/** Tests the platform admin's dashboard: access to it, and an admin's actions on users and schools. */
import { expect, test } from 'vitest'
import { aSchool, aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { addMonths, todayIn } from '#shared/dates.ts'
import { call, clock, db, pool } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import type { Person } from '../tab.ts'
import { fill, theDialog, theMenu, untilClosed } from './week.tsx'

inPage()

const aPlatformAdmin = async () => {
  const avery = await aTeacherWhoKnowsIt()
  await makeAdmin(db, avery.email, clock())
  return avery
}
const dana = (displayName = 'Dana Whitfield') => aTeacher(db, { displayName, now: clock() })

/** Opens the menu in a user's row and chooses an item. */
const choose = async (user: Awaited<ReturnType<typeof openPage>>, name: string, item: string) => {
  await user.click(await screen.findByLabelText(`More for ${name}`))
  await user.click(await (await theMenu()).findByText(item))
}

/** Opens the user search as an admin and searches for this text. */
const openFound = async (admin: Person, words: string) => {
  const user = await openPage('/admin?tab=users&view=search', admin)
  fill(await screen.findByLabelText('Search by email, name, or domain (@example.com)'), words)
  return user
}
const regionOf = async (name: string) => within(await screen.findByRole('region', { name }))

test('the dashboard refuses a visitor and a teacher, and says so', async () => {
  const teacher = await aTeacherWhoKnowsIt()
  for (const person of [undefined, teacher]) {
    await openPage('/admin', person)
    await screen.findByText('Access Denied')
    await screen.findByText('You need admin privileges to access this page.')
    await screen.findByText(/^Need access\? Ask a Firstbell admin\./)
    expect(screen.getByText('Return to Dashboard').getAttribute('href')).toBe('/')
  }
  const user = await openPage('/dashboard', teacher)
  // Loading the menu code replaces the chip with another element.
  await user.click(await screen.findByLabelText(/^Account:/, { selector: '[data-state]' }))
  const menu = await theMenu()
  await menu.findByText('Account Management')
  expect(menu.queryByText('Admin dashboard')).toBeNull()
})

test('a platform admin finds the dashboard in the palette', async () => {
  const user = await openPage('/dashboard?view=week&date=2026-11-18', await aPlatformAdmin())
  await screen.findByText(/^Week of/)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByLabelText('Search lessons, commands, or dates'), 'Admin dashboard')
  await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toContain('Admin dashboard'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  await screen.findByText('Total Users')
})

test('the next page of users is shown, and Back returns to the previous one', async () => {
  const admin = await aPlatformAdmin()
  await aSchool(db, { teachers: 20, now: clock() })
  let user = await openPage('/admin?tab=users', admin)
  await screen.findByText('Showing 1 to 20 of 22 users')
  expect((screen.getByText('Previous') as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByText('Next'))
  await screen.findByText('Showing 21 to 22 of 22 users')
  await screen.findByText('Page 2 of 2')
  history.back()
  await screen.findByText('Showing 1 to 20 of 22 users')
  user = await openPage('/admin?tab=users&page=100000', admin)
  await screen.findByText('No users on this page of 22 users')
  expect((screen.getByText('Next') as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByText('Previous'))
  await screen.findByText('Showing 21 to 22 of 22 users')
})

test('a teacher is made an admin after the admin re-authenticates, which is asked only once, and loses the dashboard when it is revoked', async () => {
  const [admin, teacher] = [await aPlatformAdmin(), await dana()]
  await dana('Ben Ortiz')
  await pool.query('update sessions set confirmed_at = null')
  let user = await openFound(admin, 'teacher-')
  const make = async (name: string) => {
    await choose(user, name, 'Make Admin')
    await user.click((await theDialog(`Make ${name} an administrator?`)).getByText('Make Admin'))
  }
  await make('Dana Whitfield')
  let question = await theDialog('Confirm it’s you')
  expect((question.getByText('Confirm') as HTMLButtonElement).disabled).toBe(true)
  await user.type(question.getByLabelText('Your password'), admin.password)
  await user.click(question.getByText('Confirm'))
  await screen.findByText('User admin status updated successfully')
  await waitFor(() => expect(screen.getAllByText('Admin')).toHaveLength(2))
  await make('Ben Ortiz')
  await waitFor(() => expect(screen.getAllByText('Admin')).toHaveLength(3))
  expect(screen.queryByText('Confirm it’s you')).toBeNull()

  user = await openFound(teacher, teacher.email)
  await choose(user, 'Dana Whitfield', 'Remove Admin')
  question = await theDialog('Remove Dana Whitfield as administrator?')
  await user.click(question.getByText('Remove Admin'))
  question = await theDialog('Confirm it’s you')
  await user.type(question.getByLabelText('Your password'), teacher.password)
  await user.click(question.getByText('Confirm'))
  await screen.findByText('Access Denied')
  await screen.findByText('User admin status updated successfully')
})

test('an admin grants a plan, adds a credit, signs out the devices and deletes the account, and the lists show it', async () => {
  const [admin, teacher] = [await aPlatformAdmin(), await dana()]
  const user = await openFound(admin, teacher.email)
  await user.click(await screen.findByText('Dana Whitfield'))
  await user.click(await screen.findByText('Grant plan…'))
  const grant = await theDialog('Grant a plan')
  expect((grant.getByText('Grant plan') as HTMLButtonElement).disabled).toBe(true)
  await user.click(grant.getByLabelText('AI add-on until: 1 year'))
  expect(grant.getByLabelText<HTMLInputElement>('AI add-on until').value).toBe(
    addMonths(todayIn('America/New_York', clock().getTime()), 12),
  )
  fill(grant.getByLabelText('AI add-on until'), '')
  fill(grant.getByLabelText('Pro Teacher until'), '2199-12-30')
  await user.click(grant.getByText('Grant plan'))
  const plan = await regionOf('Plan')
  await plan.findByText('Granted until December 30, 2199')
  await waitFor(() => expect(screen.getByRole('row', { name: new RegExp(teacher.email) }).textContent).toContain('Pro Active'))

  await user.click(screen.getByText('Add credit…'))
  const credit = await theDialog('Add a credit')
  await user.click(credit.getByText('Add credit'))
  await plan.findByText(/1, worth \$8/)

  await user.click(screen.getByText('Sign out everywhere…'))
  await user.click((await theDialog('Sign Dana Whitfield out everywhere?')).getByText('Sign out'))
  await (await regionOf('Signed in')).findByText('No active devices')
  expect((await call('GET', '/api/user', { token: teacher.token })).status).toBe(401)

  await user.click(screen.getByText('Delete account…'))
  const question = await theDialog('Delete Dana Whitfield’s account?')
  expect((question.getByText('Delete permanently') as HTMLButtonElement).disabled).toBe(true)
  await user.type(question.getByLabelText(`Type ${teacher.email} to confirm`), teacher.email)
  await user.click(question.getByText('Delete permanently'))
  await screen.findByText(`No users found matching "${teacher.email}"`)
  expect(screen.queryByLabelText('User')).toBeNull()
})

test('an admin lists only ended trials, the latest visitor first, and opens one from the menu in the row', async () => {
  const admin = await aPlatformAdmin()
  const [ann, ben] = [await dana('Ann Okafor'), await dana('Ben Ortiz')]
  await dana('Grace Kim')
  await pool.query(`update subscriptions set status = 'TRIALEXPIRED' where user_id = any($1)`, [[ann.userId, ben.userId]])
  await pool.query(`update users set created_at = created_at - interval '1 day' where id = $1`, [ann.userId])
  await pool.query(`update sessions set last_seen_at = last_seen_at - interval '1 day' where user_id = $1`, [ben.userId])
  const user = await openPage('/admin?tab=users', admin)
  await user.click(await screen.findByLabelText('Status: All statuses'))
  await user.click(await (await theMenu()).findByText('Trial Expired'))
  await screen.findByText('Showing 1 to 2 of 2 users')
  const names = () => screen.getAllByLabelText(/^More for /).map((button) => button.getAttribute('aria-label')?.slice(9))
  await waitFor(() => expect(names()).toEqual(['Ben Ortiz', 'Ann Okafor']))
  await user.click(screen.getByLabelText('Order: Newest first'))
  await user.click(await (await theMenu()).findByText('Latest activity first'))
  await waitFor(() => expect(names()).toEqual(['Ann Okafor', 'Ben Ortiz']))
  await choose(user, 'Ben Ortiz', 'Open details')
  await screen.findByText('You can’t open lessons or notes from here.')
})

test('an admin types a name above all users, and signs that user out from the menu in the row', async () => {
  const [admin, teacher] = [await aPlatformAdmin(), await dana()]
  const user = await openPage('/admin?tab=users', admin)
  fill(await screen.findByLabelText('Search by email, name, or domain (@example.com)'), 'dana whit')
  await screen.findByText('1 user found')
  expect(window.location.search).toContain('view=search')
  const more = screen.getByLabelText('More for Dana Whitfield')
  await user.click(more)
  const menu = await theMenu()
  // No email can be sent here.
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Open details',
    'Sign out everywhere…',
    'Make Admin',
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(more))
  await choose(user, 'Dana Whitfield', 'Sign out everywhere…')
  await user.click((await theDialog('Sign Dana Whitfield out everywhere?')).getByText('Sign out'))
  await screen.findByText('All devices signed out')
  expect((await call('GET', '/api/user', { token: teacher.token })).status).toBe(401)
  await user.click(screen.getByLabelText('Clear search'))
  await waitFor(() => expect(screen.queryByText('1 user found')).toBeNull())
  expect(document.activeElement).toBe(screen.getByLabelText('Search by email, name, or domain (@example.com)'))
})

/** Accepts the school's invitation as the teacher. */
const accept = async ({ token }: Person): Promise<void> => {
  const { invitations } = (await call('GET', '/api/school', { token })).body
  expect((await call('POST', `/api/school/invitations/${invitations[0].id}/accept`, { token })).status).toBeLessThan(300)
}

test('an admin opens a school and renames it, and teachers are invited, accept, and are made its administrators', async () => {
  const [admin, priya, ben] = [await aPlatformAdmin(), await dana('Priya Shah'), await dana('Ben Lindqvist')]
  let user = await openPage('/admin?tab=users&view=schools', admin)
  await user.click(await screen.findByText('New school'))
  const opening = await theDialog('New school')
  fill(opening.getByLabelText('School name'), 'Lincoln')
  await user.click(opening.getByText('Create school'))
  await untilClosed()

  await user.click(await screen.findByText(/^0 teachers, 0 school administrators/))
  let school = await theDialog('Lincoln')
  await user.click(school.getByText('Rename…'))
  const renaming = await theDialog('Rename school')
  fill(renaming.getByLabelText('School name'), 'Lincoln Elementary')
  await user.click(renaming.getByText('Rename'))
  school = await theDialog('Lincoln Elementary')
  await school.findByText('No teachers have joined yet.')
  fill(school.getByLabelText(/^Teacher’s email/), priya.email)
  await user.click(school.getByText('Send invitation'))
  await screen.findByText('Invitation sent')
  await accept(priya)

  user = await openPage('/admin?tab=users&view=schools', admin)
  await user.click(await screen.findByText(/^1 teacher, 0 school administrators/))
  school = await theDialog('Lincoln Elementary')
  await user.click(await school.findByLabelText('More for Priya Shah'))
  await user.click(await screen.findByText('Make school administrator'))
  await school.findByText('Administrator')
  await user.click(school.getByLabelText('More for Priya Shah'))
  await user.click(await screen.findByText('Remove as administrator'))
  await screen.findByText(/A school needs at least one administrator\./)
  await user.keyboard('{Escape}')

  user = await openFound(admin, ben.email)
  await user.click(await screen.findByText('Ben Lindqvist'))
  await user.click(await screen.findByText('Invite to school…'))
  const invite = await theDialog('Invite Ben Lindqvist to a school')
  await user.type(invite.getByLabelText('Find a school'), 'lincoln')
  expect((invite.getByText('Send invitation') as HTMLButtonElement).disabled).toBe(true)
  await user.click(await invite.findByText('Lincoln Elementary'))
  await user.click(invite.getByText('Send invitation'))
  await screen.findByText('Invitation sent')
  await accept(ben)

  user = await openPage(`${window.location.pathname}${window.location.search}`, admin)
  const joined = await regionOf('School')
  await joined.findByText('2 teachers, 1 school administrator')
  await user.click(screen.getByText('Make school admin'))
  await joined.findByText('2 teachers, 2 school administrators')
})
