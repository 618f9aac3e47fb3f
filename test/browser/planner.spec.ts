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
  toastOf,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

test('a teacher plans a rich lesson and finds it again', async ({ page }) => {
  await openWeek(page)
  await dayOf(page).getByRole('button', { name: 'Add Time Block', exact: true }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('heading', { name: 'Create Time Block' })).toBeVisible()
  await expect(dialog.getByLabel('Start')).toHaveValue('8:00 AM')
  await expect(dialog.getByLabel('End')).toHaveValue('8:45 AM')
  await dialog.getByLabel('Title').fill('Math')
  await dialog.getByLabel('Start').fill('10:30')
  await expect(dialog.getByLabel('End')).toHaveValue('11:15 AM')
  await dialog.getByRole('textbox', { name: 'Description' }).click()
  await dialog.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Goal:')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' compare fractions')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Numbered list' }).click()
  await page.keyboard.type('Quiz 4A')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Exit slip')
  await dialog.getByRole('switch', { name: 'Alert' }).check()
  await dialog.getByLabel('Alert message').fill('Blue tray')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(lessonsOf(page)).toContainText([`10:30 – 11:15 AMHas an alertMathGoal: compare fractions · Quiz 4A · Exit slip`])
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect
    .poll(async () => (await storedDay(page, teacher))?.blocks[0]?.description)
    .toBe('<p><strong>Goal:</strong> compare fractions</p><ol><li><p>Quiz 4A</p></li><li><p>Exit slip</p></li></ol>')

  await dayOf(page)
    .getByRole('link', { name: /Wed 18/ })
    .click()
  await expect(page).toHaveURL(/view=day&date=2026-11-18/)
  const lesson = page.getByRole('listitem').filter({ hasText: 'Math' })
  await expect(lesson.locator('strong')).toHaveText('Goal:')
  await expect(lesson.locator('ol > li')).toHaveText(['Quiz 4A', 'Exit slip'])
  await expect(lesson.getByText('Blue tray')).toBeVisible()
})

test('a link in a lesson opens apart, and only an address that may be one becomes one', async ({ page }) => {
  await openWeek(page)
  await dayOf(page).getByRole('button', { name: 'Add Time Block', exact: true }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Title').fill('Reading')
  await dialog.getByRole('textbox', { name: 'Description' }).click()
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await dialog.getByLabel('Link to').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^This cannot be a link/)).toBeVisible()
  await dialog.getByLabel('Link to').fill('example.org/quiz')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dayOf(page).getByRole('link').click()
  const link = page.getByRole('link', { name: 'example.org/quiz' })
  await expect(link).toHaveAttribute('href', 'https://example.org/quiz')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
})

test('a lesson is changed from its card by keyboard, deleted, and brought back by Undo', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  await openWeek(page)
  await lessonsOf(page).first().focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('heading', { name: 'Edit Time Block' })).toBeVisible()
  await dialog.getByLabel('Title').fill('Algebra')
  await dialog.getByLabel('Start').fill('08:15')
  await expect(dialog.getByLabel('End')).toHaveValue('9:15 AM')
  await dialog.getByLabel('End').fill('09:00')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lessonsOf(page)).toContainText(['8:15 – 9:00 AMAlgebra', 'Art'])
  await expectToast(page, 'Time block updated successfully')

  await lessonsOf(page).first().click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(lessonsOf(page)).toHaveCount(1)
  await toastOf(page, 'Time block deleted successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])
  await expectToast(page, 'Change taken back')
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])
})

test('undoing the first lesson of a day leaves the day empty', async ({ page }) => {
  await openWeek(page)
  await addLesson(page, WEDNESDAY, { title: 'Math' })
  await toastOf(page, 'Time block created successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(dayOf(page).getByText('No lessons scheduled')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
  await addLesson(page, WEDNESDAY, { title: 'Math again' })
  await expectToast(page, 'Time block created successfully')
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Math again'])
})

test('a save that fails is taken back and says so, and what was typed is still there', async ({ page, problems }) => {
  problems.expect(/500/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await page.route('**/api/calendar', (route) =>
    route.fulfill({ status: 500, json: { code: 'broken', message: 'Something went wrong on our side.' } }),
  )
  await lessonsOf(page).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Title').fill('Algebra')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  // By its text: behind an open dialog nothing but the dialog has a role.
  await expect(page.getByText('Failed to create/update time block', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/^This was not saved/)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Algebra')
  await expect(page.locator(`section[data-date="${WEDNESDAY}"] [data-block-id]`)).toContainText(['Math'])

  await page.unroute('**/api/calendar')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Time block updated successfully')
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Algebra'])
})

test('a save shows before the server has answered', async ({ page }) => {
  await openWeek(page)
  let letThrough: (() => void) | undefined
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/api/calendar', async (route) => {
    await gate
    await route.continue()
  })
  await addLesson(page, WEDNESDAY, { title: 'Math' })
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect(page.getByText('Saving…')).toBeVisible()
  await addLesson(page, WEDNESDAY, { title: 'Art', start: '09:00' })
  await expect(lessonsOf(page)).toContainText(['Math', 'Art'])
  letThrough?.()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Math', 'Art'])
})

test('a dialog with unsaved text asks before it closes; an untouched one does not', async ({ page }) => {
  await openWeek(page)
  const add = dayOf(page).getByRole('button', { name: /^Add a time block on/ })
  await add.click()
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await add.click()
  await dialogOf(page).getByLabel('Title').fill('Math')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Math')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(lessonsOf(page)).toHaveCount(0)
})

test('a lesson without a title, or that ends before it starts, is not saved', async ({ page }) => {
  await openWeek(page)
  await dayOf(page)
    .getByRole('button', { name: /^Add a time block on/ })
    .click()
  const dialog = dialogOf(page)
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await dialog.getByLabel('Title').fill('   ')
  await save.click()
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible()
  await dialog.getByLabel('Title').fill('Math')
  await dialog.getByLabel('End').fill('07:00')
  await save.click()
  await expect(dialog.getByText('The end must be after the start')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
})
