import { expectAccessibleInBoth } from './both-themes.ts'
import { block, dialogOf, lessonsOf, openWeek, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  const blocks = [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }, block('Duty', '08:30', '09:30')]
  await storeDay(page, teacher, { blocks, hasNote: true, noteText: 'Picture day' })
  await storeDay(page, teacher, { date: '2026-11-20', isBlocked: true, blockedText: 'Conferences', blocks: [block('Art')] })
})

test('the week and the day are accessible in both themes, wide and on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await expect(lessonsOf(page).first()).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
  await expectAccessible(page)
})

test('the time block dialog is accessible with a link’s address, and while it is saved or needs a title', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await lessonsOf(page).first().click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Link', exact: true }).click()
  await expectAccessibleInBoth(page)
  await dialogOf(page).getByLabel('Title').fill('Algebra')
  await expect(dialogOf(page).getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialogOf(page).getByLabel('Title').fill('')
  await expect(dialogOf(page).locator('[data-save-state]')).toHaveText('Needs a title to save')
  await expectAccessibleInBoth(page)
})

test('the time block dialog is accessible when a lesson can’t be saved', async ({ page, problems }) => {
  problems.expect(/status of 500/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await page.route(/\/api\/calendar$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'broken', message: 'Something went wrong.' } }),
  )
  await lessonsOf(page).first().click()
  await dialogOf(page).getByLabel('Title').fill('Algebra 1')
  await expect(dialogOf(page).locator('[data-save-state]')).toHaveText('Not saved')
  await expectAccessibleInBoth(page)
})
