/** Tests what a platform admin reads in the dashboard's tabs: jobs, maintenance, and document titles. */
import { expect, test } from 'vitest'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { call, clock, db, pool } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { fill, onPhone, theDialog } from './week.tsx'

inPage()

const openTab = async (tab: string) => {
  const admin = await aTeacherWhoKnowsIt()
  await makeAdmin(db, admin.email, clock())
  return { admin, user: await openPage(`/admin?tab=${tab}`, admin) }
}

test('an admin reads the jobs in words and by group, and the failing one first', async () => {
  for (const name of ['back-up', 'end-plans', 'forget-guests', 'send-reminders', 'an-old-job'])
    await pool.query(`insert into jobs (name, schedule, payload, run_at) values ($1, '17 3 * * *', '{}', '2026-11-19T03:17:00Z')`, [name])
  await pool.query(
    `insert into job_runs (id, job_id, name, try, started_at, ended_at, outcome, error)
     values (gen_random_uuid(), 1, 'end-plans', 1, now(), now(), 'failed', 'Stripe is away')`,
  )
  await openTab('system')
  const jobs = within(await screen.findByRole('region', { name: 'List of jobs' }))
  expect(jobs.getAllByRole('rowheader').map(({ textContent }) => textContent?.trim())).toEqual([
    'Needs attention',
    'End expired trials and plansStripe is away',
    'Mail',
    'Send trial and renewal reminders',
    'Backups',
    'Create the scheduled backup',
    'Cleanup',
    'Delete old guests',
    'Other',
    'an-old-job',
  ])
})

test('an admin on a phone reads only the failing job first, and opens the others', async () => {
  onPhone()
  for (const name of ['back-up', 'end-plans'])
    await pool.query(`insert into jobs (name, schedule, payload, run_at) values ($1, '17 3 * * *', '{}', '2026-11-19T03:17:00Z')`, [name])
  await pool.query(
    `insert into job_runs (id, job_id, name, try, started_at, ended_at, outcome, error)
     select gen_random_uuid(), id, name, 1, now(), now(), 'failed', 'Stripe is away' from jobs where name = 'end-plans'`,
  )
  const { user } = await openTab('system')
  const jobs = within(await screen.findByRole('region', { name: 'List of jobs' }))
  await jobs.findByText('Stripe is away')
  expect(jobs.queryByText('Create the scheduled backup')).toBeNull()
  await user.click(screen.getByText('Show 1 job without problems'))
  await jobs.findByText('Create the scheduled backup')
})

test('an admin on a phone reads the latest ten events first, and opens the earlier ones', async () => {
  onPhone()
  await pool.query(`insert into audit_log (at, act) select now(), 'backup.made' from generate_series(1, 12)`)
  const { user } = await openTab('security')
  const log = within(await screen.findByRole('region', { name: 'Recent Events' }))
  await log.findAllByText('Created a backup')
  expect(log.getAllByRole('listitem')).toHaveLength(10)
  await user.click(log.getByText('Show earlier events'))
  expect(log.getAllByText('Created a backup')).toHaveLength(12)
})

test('an admin reads in words that no sign-in failed, and that this month isn’t counted yet', async () => {
  const { user } = await openTab('security')
  await screen.findByText('No failed attempts in 7 days')
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  const active = within(await screen.findByRole('region', { name: 'Active Teachers' }))
  await active.findByText('This month’s first count comes within the hour.')
  expect(active.queryByText('this month')).toBeNull()
})

test('an admin starts maintenance behind a button, and turns it off', async () => {
  const { admin, user } = await openTab('tools')
  const tool = within(await screen.findByRole('region', { name: 'Maintenance Mode' }))
  await user.click(await tool.findByText('Turn on Maintenance Mode…'))
  const dialog = await theDialog('Turn on Maintenance Mode')
  fill(dialog.getByLabelText('Message for users'), '')
  expect((dialog.getByText('Turn on') as HTMLButtonElement).disabled).toBe(true)
  fill(dialog.getByLabelText('Message for users'), 'We move to a larger machine.')
  await user.click(dialog.getByText('Turn on'))
  await tool.findByText('We move to a larger machine.')
  expect((await call('GET', '/api/admin/maintenance', { token: admin.token })).body.maintenance.words).toBe('We move to a larger machine.')
  await user.click(tool.getByText('Turn off now'))
  await tool.findByText('Turn on Maintenance Mode…')
  await waitFor(async () => expect((await call('GET', '/api/admin/maintenance', { token: admin.token })).body.maintenance).toBeNull())
})

test('an admin reads in the title of the page which tab is open', async () => {
  const { user } = await openTab('users')
  await waitFor(() => expect(document.title).toBe('Users · Admin · Firstbell'))
  await user.click(await screen.findByRole('tab', { name: 'System' }))
  await waitFor(() => expect(document.title).toBe('System · Admin · Firstbell'))
})

test('an admin sees each server that shares the database, and which of them died', async () => {
  const { user } = await openTab('users')
  const insert = (host: string, seen: string) =>
    pool.query(
      `insert into servers (id, host, version, started_at, seen_at, figures)
       values (gen_random_uuid(), $1, '1.2.3', now() - interval '2 hours', now() - $2::interval, $3)`,
      [
        host,
        seen,
        {
          node: 'v20',
          memory: 2e8,
          streams: 41,
          loopDelay: 12.5,
          lastHour: { requests: 7, errors: 0, steps: [7] },
          sinceStart: { requests: 9, errors: 0, steps: [9] },
        },
      ],
    )
  await insert('classroom-2', '1 second')
  await insert('classroom-3', '3 minutes')
  await user.click(await screen.findByRole('tab', { name: 'System' }))
  const list = within(await screen.findByRole('region', { name: 'Servers' }))
  expect(list.getAllByRole('row')).toHaveLength(4)
  expect(list.getByRole('row', { name: /^classroom-2/ }).textContent).toMatch(/1\.2\.3.*13 ms$/)
  expect(list.getByRole('row', { name: /^classroom-3/ }).textContent).toContain('Not responding. Last seen 3 min')
})
