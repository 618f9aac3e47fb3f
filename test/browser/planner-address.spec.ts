import { block, dayOf, lessonsOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

test('weeks and days are history entries for Back, and survive a reload', async ({ page }) => {
  // Switching to Day opens today if the displayed week contains it.
  await page.clock.setFixedTime(new Date('2026-11-18T10:00:00Z'))
  await openWeek(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Week of November 16, 2026')
  await page.getByRole('button', { name: 'Next Week' }).click()
  await expect(heading).toHaveText('Week of November 23, 2026')
  await page.getByRole('radio', { name: 'Day' }).check()
  await expect(heading).toHaveText('Monday, November 23, 2026')
  await page.getByRole('button', { name: 'Previous Day' }).click()
  await expect(heading).toHaveText('Friday, November 20, 2026')
  // The URL updates after the paint.
  await expect(page).toHaveURL(/2026-11-20/)
  await page.reload()
  await expect(heading).toHaveText('Friday, November 20, 2026')
  await page.goBack()
  await expect(heading).toHaveText('Monday, November 23, 2026')
  await page.goBack()
  await page.goBack()
  await expect(heading).toHaveText('Week of November 16, 2026')
  await expect(page.getByRole('radio', { name: 'Week' })).toBeChecked()
})

test('Hide Details leaves titles and times, in the week and in the day', { tag: '@full' }, async ({ page }) => {
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), description: '<p>Fractions</p>' }] })
  await openWeek(page)
  await expect(page.getByText('Fractions')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Details' }).click()
  await expect(page.getByText('Fractions')).toBeHidden()
  await expect(lessonsOf(page)).toContainText(['Math'])
  // The button's tooltip is above the day's link until the pointer leaves the button.
  await page.mouse.move(400, 600)
  await dayOf(page).getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
  await expect(page.getByText('Fractions')).toBeHidden()
  await page.getByRole('button', { name: 'Show Details' }).click()
  await expect(page.getByText('Fractions')).toBeVisible()
})

test('if the lessons cannot be loaded, the planner says so and tries again', { tag: '@full' }, async ({ page, problems }) => {
  problems.expect(/status of 500/)
  await storeDay(page, teacher, { date: '2027-03-03', blocks: [block('Math')] })
  let isDown = true
  await page.route('**/api/calendar?*', (route) => (isDown ? route.fulfill({ status: 500 }) : route.continue()))
  // Opens a week other than the current one, because alerts also load the current week. Once the sidebar tools are visible, every component
  // has requested the week.
  await page.goto('/dashboard?date=2027-03-03')
  await expect(page.getByText('Couldn’t load your lessons')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Overview and templates' }).getByRole('button', { name: 'Templates' })).toBeVisible()
  isDown = false
  // A retry that was already in flight fails once more.
  await expect(async () => {
    // A successful retry removes the button.
    await page
      .getByRole('button', { name: 'Try again' })
      .press('Enter', { timeout: 1000 })
      .catch(() => undefined)
    await expect(lessonsOf(page, '2027-03-03')).toContainText(['Math'], { timeout: 1000 })
  }).toPass()
})
