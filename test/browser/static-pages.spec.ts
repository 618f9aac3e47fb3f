/** Tests the prerendered pages, which must be complete without JavaScript. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { endTutorial } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const STATIC = [
  ['/', 'Be ready before the first bell.'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/student-privacy', 'Student Privacy'],
  ['/accessibility', 'Accessibility'],
  ['/accessibility-report', 'Accessibility Conformance Report'],
  ['/nowhere/at/all', '404 Page Not Found'],
] as const

const wornTheme = (page: Page) =>
  page.evaluate(() => ['light', 'dark'].filter((theme) => document.documentElement.classList.contains(theme)))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads what Firstbell is, sees it, and finds the sign-up', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle('Firstbell · Lesson Planning Made Simple')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Be ready before the first bell.')
    await expect(page.getByText('7-Day Free Trial • No Payment Info Required!')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    for (const name of ['Start 7-Day Free Trial', 'Start Planning Today', "Get Started - It's Free!"])
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/auth?mode=register')
    await expect(page.getByText('$8 a month after the free trial, or $60 a year')).toBeVisible()
    await expect(page.getByText(`© ${new Date().getFullYear()} Firstbell`)).toBeAttached()
    // On a small laptop, the product is above the fold.
    await page.setViewportSize({ width: 1366, height: 768 })
    const product = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'See the product in Action' }) })
    expect((await product.getByRole('img').boundingBox())?.y).toBeLessThan(520)
    await page.getByRole('link', { name: /^Learn More/ }).click()
    await expect(page.getByRole('heading', { name: 'Smart Calendar' })).toBeInViewport()
    for (const name of ['See the product in Action', 'Why Teachers Choose Firstbell', 'Try it free for a week. Then one simple plan.'])
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
    for (const label of ['Weekly View', 'Time Blocks', 'Rich Lesson Plans'])
      await expect(page.getByRole('figure').getByText(label)).toBeVisible()
    for (const name of ['A week in the planner', 'The first page of a sub plan', 'A Wednesday on a phone']) {
      const picture = page.getByRole('img', { name })
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    }
  })

  test('a visitor reads the prices, and what happens to student data, to plans and to the trial', { tag: '@full' }, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('$8 a month, or $60 a year (save $36)')).toBeVisible()
    await expect(page.getByText('$5 a month, on top of your trial or plan')).toBeVisible()
    for (const [question, answer] of [
      ['Is what I write about my students private?', 'We don’t show ads'],
      ['Can I leave and take my plans with me?', 'gives you one file with your account'],
      ['What happens after the 7-day trial?', 'You won’t be charged unless'],
    ] as const) {
      await expect(page.getByText(answer)).toBeHidden()
      await page.getByText(question).click()
      await expect(page.getByText(answer)).toBeVisible()
    }
  })

  test('a visitor reads the terms, the privacy policy and the accessibility page, finds the contact address, and returns to the landing page', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto('/')
    for (const [name, heading] of [
      ['Terms', 'Terms of Service'],
      ['Privacy', 'Privacy Policy'],
      ['Student Privacy', 'Student Privacy'],
      ['Accessibility', 'Accessibility'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'hello@firstbell.example' }).first()).toHaveAttribute(
        'href',
        'mailto:hello@firstbell.example',
      )
      await page.getByRole('link', { name: 'Back to home' }).click()
      await expect(page).toHaveURL('/')
    }
  })

  test('a visitor finds the licenses of the software in the pages', async ({ page }) => {
    await page.goto('/terms')
    await page.getByRole('link', { name: 'their licenses' }).click()
    await expect(page.locator('body')).toContainText(/react-dom@[\d.]+ \(MIT\)\s+MIT License\s+Copyright/)
  })

  test('an unknown address says so and links home', async ({ page, problems }) => {
    problems.expect(/404/)
    expect((await page.goto('/nowhere/at/all'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test("a teacher with a session is redirected from the landing page to the planner, and Back doesn't return there", async ({
  page,
  request,
}) => {
  await page.goto('/terms')
  const email = `teacher-${randomUUID()}@school.example`
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: 'blue-kite-4', timezone: 'America/Chicago' } })
  const { token } = await reply.json()
  await endTutorial(request, token)
  // An external sign-in may redirect here. The planner removes the token from the URL.
  await page.goto(`/?token=${token}`)
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
  // Uses a page that doesn't send any requests to the server.
  await page.goto('/terms')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a teacher whose session has ended sees the landing page there, with Sign In', { tag: '@full' }, async ({ page, problems }) => {
  problems.expect(/401/)
  await page.goto('/terms')
  await page.evaluate(() => localStorage.setItem('token', 'of-a-session-that-has-ended'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Be ready before the first bell.')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  // Opening the planner directly still leads to the sign-in page.
  await page.evaluate(() => localStorage.setItem('token', 'of-another-one'))
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth')
})

test("a visitor's first page stores the system theme on this device", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  expect(await wornTheme(page)).toEqual(['dark'])
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

for (const theme of ['light', 'dark'] as const) {
  test(`the pages are accessible in the ${theme} theme, kept on this device, and load nothing of the other`, {
    tag: '@full',
  }, async ({ page, problems }) => {
    problems.expect(/404/)
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' })
    await page.addInitScript((kept) => localStorage.setItem('theme', kept), theme)
    for (const [address, heading] of STATIC) {
      await page.goto(address, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(await wornTheme(page)).toEqual([theme])
      await page.evaluate(() => {
        for (const question of document.querySelectorAll('details')) question.open = true
      })
      await expectAccessible(page)
    }
    const other = theme === 'light' ? 'dark' : 'light'
    expect(files.filter((file) => file.includes(`-${theme}`))).toContainEqual(expect.stringContaining(`planner-${theme}`))
    expect(files.filter((file) => file.includes(`-${other}`))).toEqual([])
    expect(files.filter((file) => file.endsWith('.js'))).toEqual([])
  })
}
