import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fillDataDir } from '../migrated.ts'
import { startServer } from '../server.ts'
import { dayOf, dialogOf, lessonsOf, openWeek } from './planner-teacher.ts'
import { cutStream, expect, test } from './test.ts'

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const SUBJECTS = ['Math', 'Reading', 'Science', 'Writing', 'Music']

test('a teacher signs up and plans five days with rich lessons, the server is killed and restarted, and everything is there', {
  tag: '@full',
}, async ({ browser, problems }) => {
  // This test starts a server twice while the shared one is running, which is slow on a busy machine.
  test.setTimeout(240_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-restart-'))
  const DATA_DIR = path.join(folder, 'data')
  await fillDataDir(DATA_DIR)
  let server = await startServer({ DATA_DIR })
  const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' })
  problems.watch(context)
  await cutStream(context)
  try {
    const page = await context.newPage()
    await page.goto('/auth')
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email').fill('maya@school.example')
    await page.getByLabel('Password', { exact: true }).fill('blue-kite-4')
    await page.getByLabel('Confirm password').fill('blue-kite-4')
    await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    const skipped = page.waitForResponse('**/api/user')
    await page.getByRole('button', { name: 'Skip Tour' }).click()
    await skipped

    await openWeek(page)
    for (const [index, date] of DAYS.entries()) {
      await dayOf(page, date)
        .getByRole('button', { name: /^Add a lesson on/ })
        .click()
      const dialog = dialogOf(page)
      await dialog.getByLabel('Title').fill(SUBJECTS[index] ?? '')
      await dialog.getByRole('textbox', { name: 'Description' }).click()
      await page.keyboard.press('Control+b')
      await page.keyboard.insertText('Goal:')
      await page.keyboard.press('Control+b')
      await page.keyboard.insertText(` day ${index + 1}`)
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Numbered list' }).click()
      await page.keyboard.insertText('Quiz')
      await page.keyboard.press('Control+Enter')
      await expect(dialog).toBeHidden()
    }
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await server.end('SIGKILL')
    server = await startServer({ DATA_DIR, PORT: new URL(server.origin).port })
    await page.reload()
    for (const [index, date] of DAYS.entries())
      await expect(lessonsOf(page, date)).toContainText([`${SUBJECTS[index]}Goal: day ${index + 1}Quiz`])
    await dayOf(page).getByRole('link').click()
    const lesson = page.getByRole('listitem').filter({ hasText: 'Science' })
    await expect(lesson.locator('strong')).toHaveText('Goal:')
    await expect(lesson.locator('ol > li')).toHaveText(['Quiz'])
  } finally {
    await context.close()
    await server.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
