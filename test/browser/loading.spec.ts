import { openWeek, signUp } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

test.describe('a teacher whose connection drops a file', () => {
  test("sees that the planner couldn't be loaded, and then the planner, without a click", async ({ page, context, problems }) => {
    problems.expect(/ERR_FAILED|429/)
    await signUp(context)
    let failures = 0
    await page.route(/\/assets\/(?:index|app)-.*\.js$/, (route) => (++failures <= 2 ? route.fulfill({ status: 429 }) : route.continue()))
    await page.goto('/dashboard?date=2026-11-18')
    await expect(page.getByRole('alert')).toHaveText('Firstbell didn’t load. Trying again…')
    await expect(page.getByRole('heading', { level: 1, name: /^Week of/ })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('loadTries'))).toBeNull()
  })

  test("gets a button if the file still doesn't load", { tag: '@full' }, async ({ page, problems }) => {
    problems.expect(/429/)
    await page.clock.install()
    await page.route(/\/assets\/(?:index|app)-.*\.js$/, (route) => route.fulfill({ status: 429 }))
    await page.goto('/auth')
    for (const pause of [1000, 3000, 8000, 20_000]) {
      await expect(page.getByRole('alert')).toContainText('Trying again…')
      const loaded = page.waitForEvent('load')
      await page.clock.fastForward(pause)
      await loaded
    }
    await expect(page.getByRole('alert')).toContainText('Check your connection.')
    await expectAccessible(page)
    await page.unroute(/\/assets\/(?:index|app)-.*\.js$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  test("is told that a part of the planner doesn't load, and gets it when it does", { tag: '@full' }, async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_FAILED|429/)
    await signUp(context)
    let isCut = true
    await page.route(/\/assets\/dialogs-.*\.js$/, (route) => (isCut ? route.abort() : route.continue()))
    await openWeek(page)
    await page.getByRole('button', { name: 'Preferences' }).click()
    await expectToast(page, 'Part of Firstbell didn’t load')
    isCut = false
    await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
  })
})

test.describe('on a slow connection', () => {
  test('the outline of the sign-in page shows before the app has loaded, and its file loads in parallel', async ({ page }) => {
    const release: (() => void)[] = []
    const held = new Promise<void>((resolve) => release.push(resolve))
    await page.route(/\/assets\/app-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    const signIn = page.waitForResponse(/\/assets\/sign-in-.*\.js$/)
    await page.goto('/auth', { waitUntil: 'commit' })
    await signIn
    await expect(page.locator('.outline-sign-in')).toBeVisible()
    release[0]?.()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })

  test("a signed-in user's session is requested once, before the app loads, and fonts load after it", async ({ page, context }) => {
    await signUp(context)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { effectiveType: '3g' }) }),
    )
    await openWeek(page)
    expect(asked.filter((path) => path === '/api/user')).toHaveLength(1)
    const [user, planner, font] = [/^\/api\/user$/, /planner-.*\.js$/, /\.woff2$/].map((name) => asked.findIndex((path) => name.test(path)))
    expect(user).toBeGreaterThan(-1)
    expect(planner).toBeGreaterThan(-1)
    expect(font).toBeGreaterThan(planner ?? asked.length)
  })
})

test('the API reference renders under its own strict policy', async ({ page }) => {
  await page.goto('/api/docs')
  // The page renders about 90 API calls at once.
  await expect(page.getByText('Sign in with an email and a password.')).toBeVisible()
})
