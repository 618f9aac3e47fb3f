import { block, dialogOf, lessonsOf, openWeek, signUp, storeDay } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

test.describe('a teacher whose connection drops a file', () => {
  test("sees that the planner couldn't be loaded, and then the planner, without a click", async ({ page, context, problems }) => {
    problems.expect(/ERR_FAILED|429/)
    await signUp(context)
    // The file stays away until the alert was seen, because on a busy machine a retry can replace it within a second.
    let isCut = true
    await page.route(/\/assets\/(?:index|app)-.*\.js$/, (route) => (isCut ? route.fulfill({ status: 429 }) : route.continue()))
    await page.goto('/dashboard?date=2026-11-18', { waitUntil: 'commit' })
    await expect(page.getByRole('alert')).toHaveText('Firstbell didn’t load. Trying again…')
    isCut = false
    await expect(page.getByRole('heading', { level: 1, name: /^Week of/ })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('loadTries'))).toBeNull()
  })

  test("gets a button if the file still doesn't load", { tag: '@full' }, async ({ page, problems }) => {
    problems.expect(/429/)
    // Otherwise a busy machine's clock goes on by itself, and a retry comes before it was looked for.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.route(/\/assets\/(?:index|app)-.*\.js$/, (route) => route.fulfill({ status: 429 }))
    await page.goto('/auth')
    for (const pause of [1000, 3000, 8000, 20_000]) {
      await expect(page.getByRole('alert')).toContainText('Trying again…')
      const loaded = page.waitForEvent('load')
      await page.clock.fastForward(pause)
      await loaded
    }
    await expect(page.getByRole('alert')).toContainText('Check your connection.')
    await page.clock.resume()
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
    await expectToast(page, 'Something on this page didn’t load')
    isCut = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'Preferences' })).toBeVisible()
  })
})

test.describe('on a slow connection', () => {
  test('the text editor arrives late, and a teacher who is typing a title keeps typing there', async ({ page, context }) => {
    const teacher = await signUp(context)
    await storeDay(page, teacher, { blocks: [block('Math')] })
    let arrive: (() => void) | undefined
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/assets\/editor-.*\.js$/, async (route) => {
      await arrival
      await route.continue()
    })
    await openWeek(page)
    await lessonsOf(page).first().click()
    const title = dialogOf(page).getByLabel('Title')
    await title.click()
    await page.keyboard.press('End')
    await page.keyboard.type(', part ')
    arrive?.()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toBeVisible()
    await page.keyboard.type('two')
    await expect(title).toHaveValue('Math, part two')
  })

  test('from the outline to the lessons the week is never bare, and neither is the next week', async ({ page, context }) => {
    const teacher = await signUp(context)
    await storeDay(page, teacher, { blocks: [block('Math')] })
    await page.route(/\/api\/calendar\?/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const isVisible = (selector: string) =>
        [...document.querySelectorAll(selector)].some((element) => element.checkVisibility({ opacityProperty: true }))
      const look = () => {
        const now = isVisible('section.day-column')
          ? 'lessons'
          : isVisible('.day-column')
            ? 'skeleton'
            : isVisible('.outline-week i')
              ? 'outline'
              : 'nothing'
        if (seen.at(-1) !== now) seen.push(now)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    // Otherwise a quick app can replace the outline before the first frame.
    await page.route(/\/assets\/(?:index|app)-.*\.js$/, async (route) => {
      await page.waitForFunction(() => (window as unknown as { seen: string[] }).seen.includes('outline'))
      await route.continue()
    })
    await openWeek(page)
    await page.getByRole('button', { name: 'Next Week' }).click()
    await expect(page.locator('section[data-date="2026-11-25"]')).toBeVisible()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.slice(seen.indexOf('outline'))).toEqual(['outline', 'skeleton', 'lessons', 'skeleton', 'lessons'])
  })

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

  test("a signed-in user's session is requested once, before the app loads, and fonts load after the editor", async ({ page, context }) => {
    await signUp(context)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { effectiveType: '3g' }) }),
    )
    await openWeek(page)
    expect(asked.filter((path) => path === '/api/user')).toHaveLength(1)
    const placeOf = (name: RegExp) => asked.findIndex((path) => name.test(path))
    await expect.poll(() => placeOf(/\.woff2$/)).toBeGreaterThan(-1)
    const order = [/^\/api\/user$/, /planner-.*\.js$/, /editor-.*\.js$/, /\.woff2$/].map(placeOf)
    expect(order[0]).toBeGreaterThan(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    const week = asked.filter((path) => path.startsWith('/api/calendar?from=2026-11-16'))
    expect(week, 'the week is requested early, and not again').toHaveLength(1)
  })
})

test('the API reference renders under its own strict policy', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'auth', exact: true }).click()
  await expect(page.getByText('Sign in with an email and a password.')).toBeVisible()
})
