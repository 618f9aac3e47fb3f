/** Tests that a toast never covers a control. */
import type { Page } from '@playwright/test'
import { block, dayOf, lessonsOf, openWeek, PASSWORD, signUp, storeDay, type Teacher, toastOf } from './planner-teacher.ts'
import { signInAsAdministrator } from './platform.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const WORDS = 'Something on this page didn’t load'
const toast = (page: Page) => toastOf(page, WORDS)
const strip = (page: Page) => page.locator('[data-toasts="docked"]')

/** Shows a toast that can appear on any page. */
const showToast = async (page: Page): Promise<void> => {
  await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
  await expectToast(page, WORDS)
  // Until the toast code loads, the text appears at the end of the page.
  await expect(page.locator('li[data-toast]').filter({ hasText: WORDS })).toBeVisible()
  // Blurring the window pauses the toast's timer, so the toast is still visible during the checks.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await expect(toast(page)).toBeVisible()
}

/** Returns the names of the controls that the toast covers. */
const controlsUnder = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"], [data-block-id]'
    const { left, top, right, bottom } = document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
    const under = new Set<Element>()
    for (let x = left; x <= right; x += 4)
      for (let y = top; y <= bottom; y += 4)
        for (const element of document.elementsFromPoint(x, y)) {
          const control = element.closest('[data-toasts]') ? null : element.closest(controls)
          if (control) under.add(control)
        }
    return [...under].map((control) => control.textContent || control.outerHTML)
  })
const expectFree = async (page: Page): Promise<void> => {
  await expect.poll(() => controlsUnder(page), 'controls under the toast').toEqual([])
  await expect(toast(page)).toBeInViewport({ ratio: 1 })
}

const fullWeek = async (page: Page, teacher: Teacher, lessons = 9): Promise<void> => {
  for (const day of [16, 17, 18, 19, 20]) {
    const blocks = Array.from({ length: lessons }, (_, hour) => block(`Lesson ${hour}`, `${10 + hour}:00`, `${10 + hour}:50`))
    await storeDay(page, teacher, { date: `2026-11-${day}`, blocks })
  }
}

test.describe('on a laptop of 1280 × 720', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('a guest who is refused an account can click everything on the sign-up page', async ({ page, problems }) => {
    problems.expect(/status of 409/)
    const email = `maya-${crypto.randomUUID()}@school.example`
    await page.request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'UTC' } })
    await page.goto('/try')
    await page.getByRole('button', { name: 'Hide hints' }).click()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('checkbox', { name: /agree|terms/i }).check()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expectToast(page, 'An account with this email already exists. Sign in, or use another email.')
    await showToast(page)
    await expectFree(page)
    await page.getByRole('button', { name: 'Back to my planner' }).click()
    await expect(dayOf(page, '2026-11-18').or(page.locator('section[data-date]').first())).toBeVisible()
  })

  test('in a full week, the page ends above it', async ({ page, context }) => {
    await fullWeek(page, await signUp(context))
    await openWeek(page)
    await showToast(page)
    await expect(strip(page)).toBeVisible()
    await expectAccessible(page)
    await expectReach(page)
  })

  test('next to a user opened in the dashboard', async ({ page, context }) => {
    const mark = crypto.randomUUID().slice(0, 8)
    const email = `${mark}@lincoln.example`
    await context.request.post('/api/auth/register', { data: { email, password: PASSWORD, displayName: `Dana ${mark}`, timezone: 'UTC' } })
    await signInAsAdministrator(context)
    await page.goto('/admin?tab=users&view=search')
    await page.getByRole('searchbox').fill(email)
    await page
      .getByRole('button', { name: `Dana ${mark}` })
      .first()
      .click()
    await expect(page.getByRole('complementary', { name: 'User' }).getByRole('button', { name: 'Grant plan' })).toBeVisible()
    // The button is in the lower right corner, where toasts appear.
    await page.getByRole('button', { name: 'Grant plan' }).evaluate((grant) => grant.scrollIntoView({ block: 'end' }))
    await showToast(page)
    await expectFree(page)
    // Twenty rows fill the window.
    await page.goto('/admin?tab=users')
    await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
    await showToast(page)
    await expectReach(page)
  })

  test('it disappears when a control moves under it', async ({ page, context }) => {
    await fullWeek(page, await signUp(context), 1)
    await openWeek(page)
    await showToast(page)
    const before = await toast(page).boundingBox()
    if (!before) throw new Error('The toast is not there')
    await page.evaluate(({ x, y }) => {
      const button = document.createElement('button')
      button.textContent = 'New'
      button.style.cssText = `position:fixed;left:${x + 20}px;top:${y + 10}px`
      document.querySelector('main')?.append(button)
    }, before)
    await expectFree(page)
    expect(await toast(page).boundingBox()).not.toEqual(before)
  })
})

/** Checks that the toast doesn't cover any control that is scrolled into view or focused. */
const expectReach = async (page: Page): Promise<void> => {
  const left = () =>
    page.evaluate(() => {
      const toasts = document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
      const isBehind = (control: Element) => {
        const { left, top, right, bottom } = control.getBoundingClientRect()
        const isBeside = bottom <= toasts.top || top >= toasts.bottom || right <= toasts.left || left >= toasts.right
        return !isBeside && control.checkVisibility()
      }
      return [...document.querySelectorAll('#root :is(a, button, input):not([data-toasts] *)')].filter(isBehind).flatMap((control) => {
        control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        return isBehind(control) ? [control.textContent || control.outerHTML] : []
      })
    })
  await expect.poll(left, 'controls that stay behind the toast').toEqual([])
}

for (const [width, height, theme] of [
  [390, 844, 'light'],
  [320, 568, 'dark'],
] as const)
  test.describe(`on a phone of ${width} pixels, ${theme}`, () => {
    test.use({ viewport: { width, height }, colorScheme: theme, hasTouch: true })

    test('it is above the bar, and a full day ends above the toast', async ({ page, context }) => {
      const teacher = await signUp(context)
      await storeDay(page, teacher, { blocks: [block('Math')] })
      await openWeek(page)
      await expect(lessonsOf(page)).toHaveCount(1)
      await showToast(page)
      await expectFree(page)
      await fullWeek(page, teacher)
      await page.reload()
      await expect(lessonsOf(page)).toHaveCount(9)
      await showToast(page)
      await expect(strip(page)).toBeVisible()
      for (const name of ['Month', 'Add lesson', 'Tools']) await page.getByRole('button', { name, exact: true }).click({ trial: true })
      await expectAccessible(page)
      await expectReach(page)
    })

    test('on the sign-in page it covers nothing', async ({ page }) => {
      await page.goto('/auth')
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
      await showToast(page)
      await expectReach(page)
      await expectAccessible(page)
    })
  })
