import { addDays } from '#shared/dates.ts'
import { at, authorized, BLOCKS, DAY, isKept, lesson, makeLink, ON_A_PHONE, openPage } from './sub-page.ts'
import { expect, expectAccessible, expectLandmarks, test } from './test.ts'

test.use(ON_A_PHONE)

test('a substitute sees what is taught now and next by the teacher’s clock, and the steps they ticked stay ticked', async ({
  page,
  request,
}) => {
  const { path } = await makeLink(request, { message: 'They know that I am away' })
  await openPage(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ms. Rivera, Grade 4')
  await expect(page.locator('header')).toContainText('Room 114 · 24 students10:52')
  await expect(lesson(page, 'Math')).toContainText('Now, until 11:3038 minutes left')
  await expect(lesson(page, 'Math')).toContainText('Quiz papers are in the blue tray')
  await expect(lesson(page, 'Science')).toContainText('Next, 12:15 PMin 1 hour 23 minutes')
  await expect(lesson(page, 'Morning Meeting')).toBeHidden()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await page.getByText('Quiz 4A, silent').click()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Quiz 4A, silent' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Fraction war in pairs' })).not.toBeChecked()

  await openPage(page, path, '07:10')
  await expect(page.getByText('They know that I am away').first()).toBeVisible()
  await expect(lesson(page, 'Morning Meeting')).toContainText('First, 8:00 AMin 50 minutes')
  await openPage(page, path, '15:00')
  await expect(page.getByText('The last lesson is over.')).toBeVisible()
  await page.getByRole('link', { name: 'Whole day' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Whole day' })).toBeFocused()
  await page.goBack()
  await expect(lesson(page, 'Morning Meeting')).toBeHidden()
})

test('Emergency is one tap away from everywhere, and calls come first', async ({ page, request }) => {
  const { path } = await makeLink(request)
  for (const from of ['#now', '#day', '#room', '#report']) {
    await openPage(page, `${path}${from}`)
    await page.getByRole('link', { name: 'Emergency' }).click()
    await expect(page.getByRole('heading', { name: 'Emergency', exact: true })).toBeFocused()
  }
  const section = page.locator('#emergency')
  await expect(section.getByRole('link', { name: /^Office/ })).toHaveAttribute('href', 'tel:5550102000,12')
  await expect(section).toContainText('Nurse: no number recorded')
  await expect(section).toContainText('Next door: Ms. Kim, Room 112')
  await expect(section.locator('section').first()).toHaveText('FireOut the east door')
  await expect(section).toContainText('LockdownNone recorded. Ask the office.')
  await expect(section).toContainText('Exit route and meeting spotThe blue fence')
  await page.getByRole('link', { name: 'Back to Math' }).click()
  await expect(lesson(page, 'Math')).toBeVisible()
})

test('the page shows what the teacher chose, and nothing more', async ({ page, request }) => {
  const { path } = await makeLink(request, { include: { alerts: false, files: false, substituteInstructions: false, report: false } })
  await openPage(page, path)
  const html = await page.content()
  for (const hidden of ['blue tray', 'files.example', 'raised hand', 'inhaler']) expect(html).not.toContain(hidden)
  await expect(page.getByText('Quiz 4A.pdf')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report' })).toBeHidden()
  await openPage(page, path, '15:00')
  await expect(page.getByText('The last lesson is over.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'How did it go?' })).toHaveCount(0)
  const all = await makeLink(request, { include: { studentNotes: true } })
  await openPage(page, all.path)
  await page.getByRole('link', { name: 'About this room' }).click()
  await expect(page.getByText('Amina: inhaler')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print the plan' })).toBeVisible()
})

test('an opening counts once per visit when the page is visible, and says whether the device is new', async ({ page, request }) => {
  const link = await makeLink(request)
  await request.get(link.path)
  const opened = () => page.waitForResponse((reply) => reply.url().endsWith('/opened') && reply.ok())
  for (let visit = 0; visit < 2; visit++) await Promise.all([opened(), openPage(page, link.path)])
  const list = async () => (await (await request.get('/api/sub-links', { headers: authorized(link.token) })).json())[0]
  await expect.poll(async () => (await list()).openingCount).toBe(2)
  expect((await list()).openings.map(({ device, isNewDevice }: Record<string, unknown>) => [device, isNewDevice])).toEqual([
    ['Android phone', false],
    ['Android phone', true],
  ])
})

test('once opened, the plan works without internet, and a plan that changed says so', async ({ page, context, request, problems }) => {
  const { path, token } = await makeLink(request)
  await openPage(page, path)
  await isKept(page)
  // The page that comes from the phone's copy can't count its opening.
  problems.expect(/ERR_(?:INTERNET_DISCONNECTED|FAILED)/)
  await context.setOffline(true)
  await page.reload()
  await expect(lesson(page, 'Math')).toContainText('Now, until 11:30')
  await page.getByRole('link', { name: 'Emergency' }).click()
  await expect(page.getByText('Out the east door')).toBeVisible()
  await context.setOffline(false)
  const blocks = [{ ...BLOCKS[1], description: '<p>Read chapter 5</p>' }]
  const headers = authorized(token)
  const [{ id }] = await (await request.get(`/api/calendar?date=${DAY}`, { headers })).json()
  expect((await request.patch(`/api/calendar/${id}`, { headers, data: { blocks } })).ok()).toBe(true)
  await openPage(page, path)
  await expect(page.getByText('Read chapter 5')).toBeVisible()
  await expect(page.getByText('This plan changed since this phone last showed it.')).toBeVisible()
})

test('when the teacher turns off the link, the phone deletes its copy, also while the page is open', async ({
  page,
  context,
  request,
  problems,
}) => {
  problems.expect(/404/)
  const link = await makeLink(request)
  await openPage(page, link.path)
  await isKept(page)
  await page.getByText('Quiz 4A, silent').click()
  expect((await request.delete(`/api/sub-links/${link.id}`, { headers: authorized(link.token) })).ok()).toBe(true)
  // The phone notices when it's back online.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'This plan is no longer open' })).toBeVisible()
  await expect(page.getByText('Ms. Rivera')).toHaveCount(0)
  const left = () =>
    page.evaluate(
      async (path) => [(await caches.match(path)) !== undefined, Object.keys(localStorage).some((key) => key.startsWith('sub-page'))],
      link.path,
    )
  await expect.poll(left).toEqual([false, false])
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This plan is no longer open' })).toBeVisible()
})

test('when the day is over, the plan disappears from the phone, also offline', async ({ page, context, request, problems }) => {
  problems.expect(/404/)
  const { path } = await makeLink(request)
  await openPage(page, path, '23:58')
  await isKept(page)
  await context.setOffline(true)
  await page.clock.setFixedTime(at('08:00', addDays(DAY, 1)))
  await expect(page.getByRole('heading', { name: 'This plan is no longer open' })).toBeVisible()
  await expect.poll(() => page.evaluate((path) => caches.match(path).then((copy) => copy === undefined), path)).toBe(true)
  await page.reload()
  await expect(page.getByText('You’re offline. If your link is new')).toBeVisible()
})

test('a page, its style and its script are at most 40 kB, and nothing comes from another site', async ({ page, request }) => {
  const { path } = await makeLink(request, { blocks: [], notes: {} })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openPage(page, path)
  await isKept(page)
  const origin = new URL(page.url()).origin
  expect(requests.filter((url) => !url.startsWith(origin))).toEqual([])
  const files = [...new Set(requests.filter((url) => /\/s\/[\w-]{22}$|\.js$/.test(url)))]
  const sizes = await Promise.all(files.map(async (url) => (await (await request.get(url)).body()).length))
  expect(files.length).toBe(2)
  expect(
    sizes.reduce((sum, size) => sum + size, 0),
    `bytes of ${files}`,
  ).toBeLessThanOrEqual(40_000)
})

test('without a script, the whole plan can be read', async ({ browser, request, baseURL }) => {
  const { path } = await makeLink(request)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(path)
  for (const words of ['Fraction war in pairs', 'Out the east door', 'raised hand', 'Ms. Kim, Room 112'])
    await expect(page.getByText(words).first()).toBeVisible()
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(() => {
    test.use({ colorScheme })
    test(`every view is accessible and fits a narrow phone and 400% zoom (${colorScheme})`, async ({ page, request, problems }) => {
      const { path } = await makeLink(request, { message: 'Thank you', include: { studentNotes: true } })
      for (const size of [
        { width: 390, height: 844 },
        { width: 320, height: 256 },
      ]) {
        await page.setViewportSize(size)
        for (const view of ['now', 'day', 'room', 'emergency', 'report']) {
          await openPage(page, `${path}?${size.width}#${view}`)
          await expectAccessible(page)
          await expectLandmarks(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth), `${view} at ${size.width}`).toBe(size.width)
        }
      }
      problems.expect(/404/)
      await page.goto(`/s/${'x'.repeat(22)}`)
      await expectAccessible(page)
    })
  })

test('a substitute with a keyboard reaches Emergency, ticks a step and comes back', async ({ page, request }) => {
  const { path } = await makeLink(request)
  await openPage(page, path)
  const focused = () => page.evaluate(() => document.activeElement?.closest('label, a')?.textContent?.trim())
  const tabTo = async (words: string) => {
    for (let step = 0; step < 20 && (await focused()) !== words; step++) await page.keyboard.press('Tab')
    expect(await focused()).toBe(words)
  }
  await tabTo('Quiz 4A, silent')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Quiz 4A, silent' })).toBeChecked()
  await tabTo('Emergency')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Emergency', exact: true })).toBeFocused()
  await tabTo('Back to Math')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
