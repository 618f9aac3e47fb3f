import type { Page } from '@playwright/test'
import { dayOf, dialogOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setFixedTime(new Date('2026-11-18T10:00:00Z'))
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search lessons, commands, or dates' })
const lesson = (id: string, title: string, text: string) => ({
  id,
  title,
  description: `<p>${text}</p>`,
  startTime: '09:00',
  endTime: '09:45',
})

/** Stores four matches for "pizza" from three school years. One of the matches is hidden. */
const planYear = async (page: Page) => {
  await storeDay(page, teacher, { date: '2026-10-14', blocks: [lesson('a', 'Math', 'Fractions of a <b>pizza</b> &lt; 1')] })
  await storeDay(page, teacher, { date: '2025-03-05', hasNote: true, noteText: 'Pizza money' })
  await storeDay(page, teacher, { date: '2026-05-06', isBlocked: true, blockedText: 'Snow', blocks: [lesson('b', 'Pizza lab', 'Dough')] })
  await storeDay(page, teacher, { date: '2026-11-16', blocks: [lesson('c', 'Reading', 'The pizza of the bears')] })
}

test('a teacher types words of a lesson in the palette, and Enter opens it in its week', async ({ page }) => {
  await planYear(page)
  await openWeek(page)
  await page.keyboard.press('Control+k')
  await field(page).fill('pizza frac')
  const option = page.getByRole('option', { name: /October 14, 2026.*Math/ })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(option.locator('mark')).toHaveText(['Fractions', 'pizza'])
  await expect(option).toContainText('Fractions of a pizza < 1')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Math')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('Week of October 12, 2026')
  await expect(dayOf(page, '2026-10-14')).toContainText('Math')
})

test('the results page keeps its query in the URL, filters, and reappears after viewing a lesson', { tag: '@full' }, async ({ page }) => {
  await planYear(page)
  await openWeek(page)
  await page.keyboard.press('Control+k')
  await field(page).fill('pizza')
  await page.getByRole('option', { name: /^More results/ }).click()
  await expect(page).toHaveURL(/\/search\?q=pizza$/)
  await expect(page.getByRole('status')).toHaveText('4 results')
  await expectAccessible(page)
  await page.getByLabel('From').fill('2026-01-01')
  await expect(page.getByRole('status')).toHaveText('3 results')
  await page.getByLabel('Class or title').fill('math')
  await expect(page.getByRole('status')).toHaveText('1 result')
  await expect(page).toHaveURL(/\/search\?q=pizza&title=math&from=2026-01-01$/)
  await page.reload()
  await page.getByRole('link', { name: /Math/ }).click()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Math')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('Wednesday, October 14, 2026')
  await page.goBack()
  await expect(page.getByLabel('Search for')).toHaveValue('pizza')
  await expect(page.getByRole('status')).toHaveText('1 result')
  await page.getByLabel('Search for').fill('quince')
  await expect(page.getByText('No lessons match')).toBeVisible()
})

test('results print dark on white, even in the dark theme', { tag: '@full' }, async ({ page }) => {
  const headers = { authorization: `Bearer ${teacher.token}` }
  await page.request.patch('/api/user', { headers, data: { preferences: { theme: 'dark' } } })
  await page.emulateMedia({ media: 'print' })
  await page.goto('/search?q=anything')
  await expect(page.getByRole('heading', { name: 'Search Lessons' })).toBeVisible()
  const brightness = (property: 'color' | 'backgroundColor') =>
    page.evaluate((property) => Number(/\d+/.exec(getComputedStyle(document.body)[property])?.[0]), property)
  expect(await page.evaluate(() => document.documentElement.className)).toContain('dark')
  expect(await brightness('backgroundColor')).toBeGreaterThan(200)
  expect(await brightness('color')).toBeLessThan(80)
})
