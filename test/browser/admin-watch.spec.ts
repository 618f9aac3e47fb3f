import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { fillDataDir } from '../migrated.ts'
import { type RunningServer, startServer } from '../server.ts'
import { expectAccessibleInBoth } from './both-themes.ts'
import { dialogOf, lessonsOf, openWeek, PASSWORD, storeInPages, WEDNESDAY } from './planner-teacher.ts'
import { signInAsAdministrator } from './platform.ts'
import { cutStream, expect, expectAccessible, expectToast, test } from './test.ts'

test("a platform admin uses the keyboard to see growth, sign-ins and the server's health", { tag: '@full' }, async ({ page, context }) => {
  const { email } = await signInAsAdministrator(context)
  await page.goto('/admin')

  await expect(page.getByRole('table', { name: 'Sign-ups' }).getByRole('row')).toHaveCount(13)
  await expect(page.getByRole('table', { name: 'Sign-ups' }).getByRole('row').last()).toContainText(/so far\s*[1-9]/)
  await expectAccessibleInBoth(page)

  await page.getByRole('button', { name: 'System Health' }).press('Enter')
  await expect(page.getByRole('region', { name: 'System Health' })).toContainText(/Response\s*\d/)
  await expectAccessibleInBoth(page)

  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Users', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Security' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Security Status' })).toContainText('Signed in')
  const events = page.getByRole('region', { name: 'Recent Events' })
  await events.getByLabel('Search by email').fill(email.toUpperCase())
  await events.getByLabel('Type').selectOption('Sign-ins')
  await expect(events.getByRole('listitem').filter({ hasText: 'Signed in' }).first()).toContainText(email)
  await expect(events.getByText('Made someone a Firstbell admin')).toHaveCount(0)
  await events.getByLabel('Search by email').fill('nobody@nowhere.example')
  await expect(events.getByText('No events found')).toBeVisible()
  await expectAccessibleInBoth(page)

  await page.goto('/admin?tab=system')
  await expect(page.getByRole('region', { name: 'Database', exact: true })).toContainText(/Calendar days\s*[\d,]/)
  await expect(page.getByTitle('end-plans')).toBeVisible()
  await expectAccessibleInBoth(page)

  await page.goto('/admin?tab=tools')
  await page.getByRole('button', { name: 'Show settings' }).press('Enter')
  await expect(dialogOf(page)).toContainText('RATE_LIMIT_PER_MINUTE')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show settings' })).toBeFocused()
  await expectAccessibleInBoth(page)
})

test('all users are exported', { tag: '@full' }, async ({ page, context }) => {
  const { email } = await signInAsAdministrator(context, 1)
  await page.goto('/admin?tab=tools')
  await page.getByRole('button', { name: 'Export…' }).click()
  const press = () => page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toMatch(/^firstbell-users-[\d-]+\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain(`,"${email}",`)
})

test.describe('Maintenance Mode', { tag: '@full' }, () => {
  // Maintenance mode affects every user, so these tests run their own server.
  let server: RunningServer
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-maintenance-'))
  const people = { admin: 'root@firstbell.example', teacher: 'maya@school.example' }

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    const DATA_DIR = path.join(folder, 'data')
    await fillDataDir(DATA_DIR)
    const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined, log: () => undefined })
    for (const email of Object.values(people)) await aTeacher(database.db, { email, password: PASSWORD, timezone: 'UTC' })
    await makeAdmin(database.db, people.admin, new Date())
    await database.close()
    server = await startServer({ DATA_DIR })
  })
  test.afterAll(async () => {
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('a teacher who saves during maintenance is told why it fails, and nothing is lost', async ({ browser, problems }) => {
    test.setTimeout(240_000)
    problems.expect(/503/)
    const open = async (email: string) => {
      const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
      problems.watch(context)
      const { body } = await server.call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
      const { token } = body as { token: string }
      await server.call('PATCH', '/api/user', { token, body: { showTutorial: false } })
      await storeInPages(context, 'token', token)
      return { context, page: await context.newPage() }
    }
    const teacher = await open(people.teacher)
    const admin = await open(people.admin)
    try {
      await openWeek(teacher.page)
      await admin.page.goto('/admin?tab=tools')
      await admin.page.getByRole('button', { name: 'Turn on Maintenance Mode…' }).click()
      await admin.page.getByLabel('Message for users').fill('We move to a larger machine.')
      await admin.page.getByRole('button', { name: 'Turn on', exact: true }).click()
      await expect(admin.page.getByText(/^On until /)).toBeVisible()
      await expectAccessible(admin.page)

      const banner = teacher.page.getByRole('status').filter({ hasText: 'We move to a larger machine.' })
      await expect(banner).toBeVisible()
      await expectAccessible(teacher.page)
      await teacher.page
        .locator(`section[data-date="${WEDNESDAY}"]`)
        .getByRole('button', { name: /^Add a lesson on/ })
        .click()
      await dialogOf(teacher.page).getByLabel('Title').fill('Math')
      await teacher.page.keyboard.press('Control+Enter')
      await expectToast(teacher.page, 'We move to a larger machine.')
      await expect(lessonsOf(teacher.page)).toContainText(['Math'])

      await admin.page.getByRole('button', { name: 'Turn off now' }).click()
      await expect(admin.page.getByRole('button', { name: 'Turn on Maintenance Mode…' })).toBeVisible()
      await expect(banner).toBeHidden()
      await expect(teacher.page.getByText('Saved', { exact: true })).toBeVisible()
      await cutStream(teacher.context)
      await teacher.page.reload()
      await expect(lessonsOf(teacher.page)).toContainText(['Math'])
    } finally {
      await teacher.context.close()
      await admin.context.close()
    }
  })
})
