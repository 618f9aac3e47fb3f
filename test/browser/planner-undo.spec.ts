import {
  addLesson,
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  signUp,
  storeDay,
  storedDay,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

test('five changes are taken back by five keys, and made again', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  for (const title of ['Art', 'Music', 'Lunch']) await addLesson(page, WEDNESDAY, { title })
  await lessonsOf(page).first().click()
  await dialogOf(page).getByLabel('Title').fill('Algebra')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await lessonsOf(page).first().click()
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
  await expect(lessonsOf(page)).toHaveCount(3)

  for (let key = 0; key < 5; key++) await page.keyboard.press('Control+z')
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect(lessonsOf(page)).toHaveCount(1)
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Math'])
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Nothing to undo')

  for (let key = 0; key < 4; key++) await page.keyboard.press('Control+Shift+z')
  await expect(lessonsOf(page)).toHaveCount(4)
  await expect(lessonsOf(page).first()).toContainText('Algebra')
})

test('a new lesson begins where the last one ends, and Ctrl+Z in a field belongs to the field', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math', '08:00', '09:10')] })
  await openWeek(page)
  await dayOf(page)
    .getByRole('button', { name: /^Add a time block on/ })
    .click()
  await expect(dialogOf(page).getByLabel('Start')).toHaveValue('9:10 AM')
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Art')
  await page.keyboard.press('Control+z')
  await expect(dialogOf(page)).toBeVisible()
  await expect(lessonsOf(page)).toHaveCount(1)
})

test.describe('on a Sunday', () => {
  test('the planner opens on the coming week, and a weekend of the month can be chosen and noted', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-22T19:00:00-05:00'))
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Week of November 23, 2026' })).toBeVisible()
    await page.getByRole('gridcell', { name: /November 28/ }).click()
    await expect(page.getByRole('gridcell', { name: /November 28/ })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: /^Block out or add a note: Saturday, November 28/ }).click()
    await page.getByRole('menuitem', { name: 'Add Note' }).click()
    await dialogOf(page).getByLabel('Note').fill('Concert')
    await dialogOf(page).getByRole('button', { name: 'Add Note' }).click()
    await expectToast(page, 'Note added successfully')
    await expect.poll(() => storedDay(page, teacher, '2026-11-28')).toMatchObject({ noteText: 'Concert' })
    await page.getByRole('button', { name: 'Previous Week' }).click()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Week of November 23, 2026' })).toBeVisible()
  })
})
