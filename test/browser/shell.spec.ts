import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { endTutorial } from './planner-teacher.ts'
import { expect, expectAccessible, test, untilQuiet } from './test.ts'

const signIn = async (page: Page, request: APIRequestContext): Promise<{ email: string; token: string }> => {
  const email = `teacher-${randomUUID()}@school.example`
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: 'blue-kite-4', timezone: 'America/Chicago' } })
  const { token } = await reply.json()
  await endTutorial(request, token)
  await page.goto(`/dashboard?token=${token}`)
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
  return { email, token }
}

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains('dark'))

test("a visitor who isn't signed in is redirected to the sign-in page", async ({ page }) => {
  for (const address of ['/dashboard', '/dashboard?view=day&date=2026-11-18']) {
    await page.goto(address)
    await expect(page).toHaveURL('/auth')
  }
})

test('a teacher with a session is redirected from the sign-in page to the planner', { tag: '@full' }, async ({ page, request }) => {
  await signIn(page, request)
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard')
})

test('a session that was ended elsewhere leads to the sign-in page', async ({ page, request, problems }) => {
  problems.expect(/401/)
  const { token } = await signIn(page, request)
  // Leaves the planner first. Otherwise, an idle fetch on the open page would detect that the session has ended.
  await page.goto('about:blank')
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
  // The sign-in page shows at once, and then loads.
  await expect(async () => expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()).toPass()
})

test('a short server outage signs nobody out', { tag: '@full' }, async ({ page, request, problems }) => {
  problems.expect(/503/)
  const { email } = await signIn(page, request)
  await page.route('**/api/user', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again in a moment.' } }),
  )
  await page.reload()
  await expect(page.getByText('Couldn’t open your planner')).toBeVisible()
  await expect(page.getByText('Try again in a moment.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
})

test('signing out in one tab signs out the other', { tag: '@full' }, async ({ page, request, context }) => {
  const { email } = await signIn(page, request)
  const other = await context.newPage()
  await other.goto('/dashboard')
  // The server would refuse either tab's pending requests once the session ends.
  for (const tab of [page, other]) await untilQuiet(tab)
  await other.getByRole('button', { name: `Account: ${email}` }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
})

test('the account shows how long the trial lasts, and its menu works with the keyboard alone', { tag: '@full' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { email } = await signIn(page, request)
  const chip = page.getByRole('button', { name: `Account: ${email}` })
  await expect(chip).toContainText('Trial · 7 days left')
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(chip).toBeFocused()
})

test('a teacher who chooses the dark theme has it before the first paint after a reload, and on the next device', { tag: '@full' }, async ({
  page,
  request,
  browser,
  problems,
}) => {
  const { email } = await signIn(page, request)
  await page.getByRole('button', { name: `Account: ${email}` }).click()
  const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/user') && reply.request().method() === 'PATCH')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await isDark(page)).toBe(true)
  expect((await saved).status()).toBe(200)
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  // <html> has the theme before any of our script files run. None of them load in this test.
  await page.route('**/assets/*.js', (route) => route.abort())
  problems.expect(/ERR_FAILED/)
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await isDark(page)).toBe(true)

  const device = await browser.newContext({ colorScheme: 'light' })
  problems.watch(device)
  const elsewhere = await device.newPage()
  await elsewhere.goto('/auth')
  expect(await isDark(elsewhere)).toBe(false)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByLabel('Password', { exact: true }).fill('blue-kite-4')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/dashboard')
  expect(await isDark(elsewhere)).toBe(true)
  await device.close()
})

test.describe('on a system that prefers dark', () => {
  test.use({ colorScheme: 'dark' })
  test('a visitor sees dark pages, and a new account keeps them', { tag: '@full' }, async ({ page }) => {
    await page.goto('/auth')
    expect(await isDark(page)).toBe(true)
    await expectAccessible(page)
    await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
    await page.getByLabel('Email').fill(`teacher-${randomUUID()}@school.example`)
    await page.getByLabel('Password', { exact: true }).fill('blue-kite-4')
    await page.getByLabel('Confirm password').fill('blue-kite-4')
    await page.getByRole('checkbox', { name: /^I agree to the Terms/ }).check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(await isDark(page)).toBe(true)
  })
})

test('at no width does anything extend beyond the edge of the pages', { tag: '@full' }, async ({ page, request, problems }) => {
  problems.expect(/404/)
  const isWithinAtEachWidth = async (address: string) => {
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 844 })
      // The planner adapts only after it has detected the new width.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width} px`)
        .toBeLessThanOrEqual(width)
    }
  }
  for (const address of ['/', '/auth', '/nowhere', '/terms', '/privacy', '/student-privacy', '/accessibility', '/accessibility-report']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await isWithinAtEachWidth(address)
  }
  await signIn(page, request)
  await isWithinAtEachWidth('the planner')
})

test('the sign-in page loads nothing of the planner', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await untilQuiet(page)
  expect(files.filter((url) => /planner|blocks|editor|dialogs/.test(url))).toEqual([])
  expect(files.some((url) => /sign-in/.test(url))).toBe(true)
})

test('the first Tab stop skips to the planner', { tag: '@full' }, async ({ page, request }) => {
  await signIn(page, request)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to lessons' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a teacher collapses the sidebar to a strip until it is expanded again, and both lead to the same places', {
  tag: '@full',
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 1536, height: 864 })
  await signIn(page, request)
  const sidebar = page.getByRole('complementary', { name: 'Overview and templates' })
  for (const [isStrip, name] of [
    [false, 'Special Notes'],
    [false, 'Preferences'],
    [true, 'Special Notes'],
    [true, 'Preferences'],
  ] as const) {
    const toggle = page.getByRole('button', { name: isStrip ? 'Collapse the sidebar' : 'Expand the sidebar' })
    if (await toggle.isVisible()) {
      await toggle.press('Enter')
      await expect(page.getByRole('button', { name: isStrip ? 'Expand the sidebar' : 'Collapse the sidebar' })).toBeFocused()
      await page.reload()
    }
    await expect(page.getByText('Lesson Planning Made Simple')).toBeVisible({ visible: !isStrip })
    expect(await widthOf(page)).toBe(isStrip ? 64 : 320)
    await sidebar.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sidebar.getByRole('button', { name })).toBeFocused()
    if (name === 'Preferences') await expectAccessible(page)
  }
})

const widthOf = async (page: Page) =>
  (
    await page
      .getByRole('button', { name: /^(Expand|Collapse) the sidebar$/ })
      .locator('xpath=../..')
      .boundingBox()
  )?.width

test('the sidebar collapses by itself if the lessons need its width, unless it was expanded by hand', { tag: '@full' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, request)
  const sidebar = page.getByRole('complementary', { name: 'Overview and templates' })
  await expect.poll(() => widthOf(page)).toBe(64)
  await page.setViewportSize({ width: 1536, height: 864 })
  await expect.poll(() => widthOf(page)).toBe(320)
  await page.setViewportSize({ width: 1366, height: 768 })
  await sidebar.getByRole('button', { name: 'Templates' }).click()
  await expect(sidebar.getByRole('tab', { name: 'Templates' })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect.poll(() => widthOf(page)).toBe(320)
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  await page.setViewportSize({ width: 1536, height: 864 })
  await expect.poll(() => widthOf(page), 'folded as the screen would have it: from then on the screen decides').toBe(320)
})
