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

test('a teacher presses Search, sees the nearest lesson first over the week, and Enter opens it in its week', async ({ page }) => {
  await planYear(page)
  await storeDay(page, teacher, { date: '2026-12-31', blocks: [lesson('d', 'Math', 'Fractions of a pizza, again')] })
  await storeDay(page, teacher, { date: '2026-11-30', blocks: [lesson('e', 'Math', 'Fractions of a <b>pizza</b> &lt; 1')] })
  await openWeek(page)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('pizza frac')
  const options = page.getByRole('option').filter({ hasNotText: 'Add a lesson called' })
  await expect(options).toHaveCount(3)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(options).toContainText(['November 30, 2026', 'December 31, 2026', 'October 14, 2026'])
  await expect(options.first().locator('mark')).toHaveText(['Fractions', 'pizza'])
  await expect(options.first()).toContainText('Fractions of a pizza < 1')
  await expect(dayOf(page, '2026-11-16')).toContainText('Reading')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Math')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('Week of November 30, 2026')
  await expect(dayOf(page, '2026-11-30')).toContainText('Math')
})

test('a mouse chooses a chip, a school year and a lesson, and a click beside the search or Escape closes it', { tag: '@full' }, async ({
  page,
}) => {
  await planYear(page)
  await openWeek(page)
  const today = page.getByRole('button', { name: 'Today', exact: true })
  await today.focus()
  await page.keyboard.press('/')
  await field(page).fill('pizza')
  const options = page.getByRole('option').filter({ hasNotText: 'Add a lesson called' })
  await expect(options).toHaveCount(4)
  await page.getByRole('button', { name: /^Reading/ }).click()
  await expect(options).toHaveCount(1)
  await expect(field(page)).toBeFocused()
  await page.getByRole('button', { name: /^All 4/ }).click()
  await page.getByRole('button', { name: 'School year: All years' }).click()
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeVisible()
  await page.getByRole('button', { name: 'School year: All years' }).click()
  await page.getByRole('menuitemradio', { name: 'Last school year' }).click()
  await expect(options).toContainText(['May 6, 2026'])
  await page.mouse.click(300, 600)
  await expect(field(page)).toBeHidden()
  await expect(today).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(today).toBeFocused()
  await page.keyboard.press('Control+k')
  await field(page).fill('bears')
  await options.first().click()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Reading')
})

for (const width of [390, 320])
  test(`at ${width} px the search fills the screen without scrolling sideways, and Cancel returns to the week`, { tag: '@full' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    await planYear(page)
    await openWeek(page)
    const search = page.getByRole('button', { name: 'Search', exact: true })
    expect(await search.boundingBox()).toMatchObject({ width: 44, height: 44 })
    await search.click()
    await field(page).fill('pizza')
    await expect(page.getByRole('option')).toHaveCount(5)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    for (const button of await page.getByRole('dialog').getByRole('button').all())
      expect((await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(search).toBeFocused()
  })
