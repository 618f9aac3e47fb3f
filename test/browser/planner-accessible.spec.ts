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

test('the week, the time block dialog with its question, and the day are accessible in both themes, wide and on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await expect(lessonsOf(page).first()).toBeVisible()
  await expectAccessible(page)
  await lessonsOf(page).first().click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Link', exact: true }).click()
  await expectAccessibleInBoth(page)
  await dialogOf(page).getByLabel('Title').fill('Algebra')
  await dialogOf(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expectAccessibleInBoth(page)
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
  await expectAccessible(page)
})
