/**
 * Compares screens that shouldn't change unintentionally with reviewed screenshots. To accept an intended change, run `npx playwright test
 * looks --update-snapshots`, review the screenshots and commit them.
 */
import type { Page } from '@playwright/test'
import { block, openWeek, signUp, storeDay, storeInPages } from './planner-teacher.ts'
import { expect, test, untilQuiet } from './test.ts'

/** A Wednesday, during the Math lesson. */
const NOW = new Date('2026-11-18T09:20:00Z')
/** The fraction of pixels that may differ, because browser versions render text slightly differently. */
const TOLERANCE = { maxDiffPixelRatio: 0.015 }

const DAYS = [
  { date: '2026-11-16', blocks: [block('Morning Meeting', '08:00', '08:20'), block('Reading', '08:20', '09:30')] },
  {
    date: '2026-11-18',
    hasNote: true,
    noteText: 'Picture day at 1:10 PM',
    blocks: [
      { ...block('Morning Meeting', '08:00', '08:20'), hasAlert: true, alertMessage: 'Blue tray' },
      {
        ...block('Math', '09:00', '10:00'),
        description: '<p>Comparing fractions with <strong>unlike</strong> denominators.</p><ul><li>Number line race</li></ul>',
      },
      block('Science', '10:15', '11:30'),
    ],
  },
  { date: '2026-11-20', isBlocked: true, blockedText: 'Parent-teacher conferences', blocks: [block('Art')] },
]

const looks = async (page: Page, name: string) => {
  await untilQuiet(page)
  await page.evaluate(() => document.fonts.ready)
  await expect(page).toHaveScreenshot(`${name}.png`, TOLERANCE)
}

for (const { theme, width, height } of [
  { theme: 'light', width: 1366, height: 768 },
  { theme: 'dark', width: 390, height: 844 },
] as const)
  test.describe(`as in the reviewed pictures, ${theme} at ${width}`, { tag: '@full' }, () => {
    test.beforeEach(async ({ page, context }) => {
      await page.setViewportSize({ width, height })
      await page.clock.setFixedTime(NOW)
      await storeInPages(context, 'theme', theme)
    })

    test('the landing page and the sign-in page', async ({ page }) => {
      await page.goto('/')
      await looks(page, `landing-${width}`)
      await page.goto('/auth')
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
      await looks(page, `sign-in-${width}`)
    })

    test('the week, a lesson and the day', async ({ page, context }) => {
      const teacher = await signUp(context)
      const headers = { authorization: `Bearer ${teacher.token}` }
      await page.request.patch('/api/user', { headers, data: { displayName: 'Maya Rivera', preferences: { theme } } })
      for (const day of DAYS) await storeDay(page, teacher, day)
      await openWeek(page)
      await looks(page, `week-${width}`)
      await page.locator('[data-block-id="block_Math"]').click()
      await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
      await looks(page, `lesson-${width}`)
      await page.goto('/dashboard?view=day&date=2026-11-18')
      await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
      await looks(page, `day-${width}`)
    })
  })
