/** Tests the platform admin's tools: export, plans from a file, and backups. */
import { expect, test, vi } from 'vitest'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { app, call, clock, db, pool } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { answer, theDialog } from './week.tsx'

inPage()

const openTools = async () => {
  const admin = await aTeacherWhoKnowsIt()
  await makeAdmin(db, admin.email, clock())
  return { admin, user: await openPage('/admin?tab=tools', admin) }
}

test('an admin has to re-authenticate before an export, a wrong password is reported there, canceling shows nothing, and the browser then downloads the file from a link', async () => {
  const { admin, user } = await openTools()
  const pressed: HTMLAnchorElement[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    pressed.push(this)
  })
  await pool.query('update sessions set confirmed_at = null')
  const exportUsers = async () => {
    await user.click(await screen.findByText('Export…'))
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    return theDialog('Confirm it’s you')
  }
  const question = await exportUsers()
  await user.type(question.getByLabelText('Your password'), 'wrong')
  await user.click(question.getByText('Confirm'))
  await question.findByText('Your current password is incorrect.')
  await user.click(question.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Confirm it’s you')).toBeNull())
  expect(screen.queryByText('Failed to export')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Export' }))
  const again = await theDialog('Confirm it’s you')
  await user.type(again.getByLabelText('Your password'), admin.password)
  await user.click(again.getByText('Confirm'))
  await screen.findByText('Download started')
  expect(pressed.map(({ pathname, download }) => [pathname, download])).toEqual([
    [expect.stringMatching(/^\/api\/downloads\/[\w-]{43}$/), ''],
  ])
  expect((await app.inject(pressed[0]?.pathname ?? '')).body).toContain(`,"${admin.email}",`)
})

test("a file's changes are previewed, its errors are listed, and then it is applied", async () => {
  const { admin, user } = await openTools()
  await user.click(await screen.findByText('Choose file…'))
  const dialog = await theDialog('Bulk User Update')
  const choose = (csv: string) => user.upload(dialog.getByLabelText('CSV file'), new File([csv], 'people.csv', { type: 'text/csv' }))
  await choose(`email,plan_until\n${admin.email},someday\n`)
  await dialog.findByText(/^Line 2: someday isn’t a date\./)
  await choose(`email,plan_until\n${admin.email},2199-06-30\n`)
  expect((await dialog.findByRole('region', { name: 'Preview' })).textContent).toContain('none → 2199-06-30')
  await user.click(dialog.getByText('Change 1 person'))
  await screen.findByText('1 person changed')
  const { body } = await call('GET', `/api/admin/users/${admin.userId}`, { token: admin.token })
  expect(body.grantedUntil).toBe('2199-06-30')
})

test('an admin sees the time of a backup in the time zone of their own account', async () => {
  const backup = { name: 'one', kind: 'manual', at: '2026-11-23T01:57:00Z', bytes: 1_000_000, milliseconds: 400, proof: null }
  const kept = {
    backups: [backup],
    isUnderWay: false,
    areProved: true,
    failure: null,
    nextAt: '2026-11-23T03:00:00Z',
    timeZone: 'UTC',
    times: ['03:00'],
    kept: 30,
    second: null,
    folder: '/data',
    promise: 'Kept.',
  }
  answer({ path: /\/api\/admin\/backups?$/, status: 200, body: kept })
  const admin = await aTeacherWhoKnowsIt()
  await call('PATCH', '/api/user', { token: admin.token, body: { timezone: 'Pacific/Honolulu' } })
  await makeAdmin(db, admin.email, clock())
  await openPage('/admin?tab=tools', admin)
  const panel = within(await screen.findByRole('region', { name: 'Database Backups' }))
  await panel.findByText('Nov 22, 3:57 PM')
  panel.getByText('Nov 22, 5:00 PM')
})

test('an admin reads why a backup was not made', async () => {
  const backups = {
    backups: [],
    isUnderWay: false,
    areProved: true,
    failure: null,
    nextAt: null,
    timeZone: 'UTC',
    times: ['03:00'],
    kept: 30,
    second: null,
    folder: '/data/backups',
    promise: 'Nothing of it is lost.',
  }
  answer({ path: /\/api\/admin\/backups?$/, status: 200, body: backups })
  const { user } = await openTools()
  const panel = within(await screen.findByRole('region', { name: 'Database Backups' }))
  await panel.findByText('No backups yet')
  const message = 'There isn’t enough disk space for a backup. Your existing backups are fine.'
  answer({ method: 'POST', path: /\/api\/admin\/backup\/create$/, status: 507, body: { code: 'cannot_write', message } })
  await user.click(panel.getByText('Create Backup Now'))
  await screen.findByText(`Backup failed: ${message}`)
})

test('an admin reads the schedule, and why backups could not be copied to the second place', async () => {
  const failure = { at: '2026-11-23T01:57:00Z', words: 'NoSecondPlace: Mount its disk.' }
  const body = {
    backups: [],
    isUnderWay: false,
    areProved: true,
    failure: null,
    nextAt: null,
    timeZone: 'UTC',
    times: ['03:00', '12:00'],
    kept: 60,
    second: { folder: '/mnt/usb', copiedAt: null, failure },
    folder: '/data/backups',
    promise: 'Kept.',
  }
  answer({ path: /\/api\/admin\/backups?$/, status: 200, body })
  await openTools()
  const panel = within(await screen.findByRole('region', { name: 'Database Backups' }))
  await panel.findByText('Automated backups run at 3:00 AM and 12:00 PM on the server’s clock (UTC).')
  panel.getByText(/^We keep the last 60 automated backups/)
  panel.getByText('/mnt/usb. Nothing was copied yet.')
  panel.getByText(/^Copying backups to the second place failed on .*The backups here are fine\. We’ll try again\. NoSecondPlace: Mount/)
})

test('an admin reads that backups are not verified here', async () => {
  const backup = { name: 'one', kind: 'daily', at: '2026-11-23T01:57:00Z', bytes: 1_000_000, milliseconds: 400, proof: null }
  const body = {
    backups: [backup],
    isUnderWay: false,
    areProved: false,
    failure: null,
    nextAt: null,
    timeZone: 'UTC',
    times: ['03:00'],
    kept: 30,
    second: null,
    folder: '/data/backups',
    promise: 'Kept.',
  }
  answer({ path: /\/api\/admin\/backups?$/, status: 200, body })
  await openTools()
  const panel = within(await screen.findByRole('region', { name: 'Database Backups' }))
  await panel.findByText('Restores aren’t tested on this server, because PROVE_BACKUPS is off.')
  panel.getByText('Not tested')
})
