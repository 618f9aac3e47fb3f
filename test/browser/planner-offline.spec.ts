import {
  addLesson,
  block,
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
import { expect, expectAccessible, expectToast, test, untilIdle } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  teacher = await signUp(context)
})

test('what a teacher saves offline stays on screen and is sent after reconnecting', async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  // Waits until all of the dialogs' files have loaded.
  await untilIdle(page)
  await context.setOffline(true)
  await expect(page.getByText(/^No network since/)).toBeVisible()
  await addLesson(page, WEDNESDAY, { title: 'Art', start: '09:00' })
  await expectToast(page, 'You’re offline', 'Your changes are safe on this device')
  await expect(page.getByRole('status').filter({ hasText: 'Not yet sent: 1' })).toBeVisible()
  await expectAccessible(page)
  await lessonsOf(page).first().click()
  await dialogOf(page).getByLabel('Title').fill('Algebra')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])
  await page.getByRole('button', { name: /^Not yet sent/ }).click()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])

  await context.setOffline(false)
  await expectToast(page, 'Time block updated successfully')
  await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Algebra', 'Art'])
})

test('an undo and a restore made offline are kept and sent after reconnecting', { tag: '@full' }, async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('listitem')
  await page.getByRole('button', { name: 'More for Math' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  const undo = toastOf(page, 'Time block deleted successfully').getByRole('button', { name: 'Undo' })
  // A toast stays while the pointer is on it.
  await undo.hover()
  const kept = page.getByRole('status').filter({ hasText: 'Not yet sent: 1' })
  await context.setOffline(true)
  await undo.click()
  await expect(kept).toBeVisible()
  await context.setOffline(false)
  await expectToast(page, 'Change undone')
  await expect(lessons).toContainText(['Math'])

  await page
    .locator('.planner-bar')
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await dialog.getByRole('radio').last().check()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(dialog).toBeHidden()
  await expect(kept).toBeVisible()
  // The server executes the request, but the response is lost. The retry uses the same operation id.
  await page.route(
    '**/api/calendar/*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: /^Not yet sent/ }).click()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expectToast(page, 'Day restored')
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
})
