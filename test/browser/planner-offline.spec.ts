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
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  teacher = await signUp(context)
})

test('what a teacher saves without a connection stays on screen and is sent when it is back', async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  // What the dialogs need is here before the connection goes.
  await untilQuiet(page)
  await context.setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await addLesson(page, WEDNESDAY, { title: 'Art', start: '09:00' })
  await expectToast(page, 'You are offline', 'sent again until it is stored')
  await expect(page.getByRole('status').filter({ hasText: 'Offline – will be sent' })).toBeVisible()
  await expectAccessible(page)
  await lessonsOf(page).first().click()
  await dialogOf(page).getByLabel('Title').fill('Algebra')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])

  await context.setOffline(false)
  await expectToast(page, 'Time block updated successfully')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Algebra', 'Art'])
})

test('a server that cannot be reached is asked again when the teacher says so; signing out before asks first', async ({ page }) => {
  await openWeek(page)
  await page.route('**/api/calendar', (route) => route.abort())
  await addLesson(page, WEDNESDAY, { title: 'Math' })
  await expectToast(page, 'Firstbell cannot be reached')
  await expect(page.getByText('Not saved yet – will be sent')).toBeVisible()
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out before everything is saved?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay' }).click()

  await page.unroute('**/api/calendar')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Time block created successfully')
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.map(({ title }) => title)).toEqual(['Math'])
})

test('a week that could not be loaded offline comes by itself when the connection is back', async ({ page, context }) => {
  await storeDay(page, teacher, { date: '2026-12-16', blocks: [block('Math')] })
  await openWeek(page)
  await untilQuiet(page)
  await context.setOffline(true)
  // The neighbours of the week were fetched ahead.
  for (let weeks = 0; weeks < 4; weeks++) await page.getByRole('button', { name: 'Next Week' }).click()
  await expect(page.getByText('Your lessons could not be loaded')).toBeVisible()
  await context.setOffline(false)
  await expect(lessonsOf(page, '2026-12-16')).toContainText(['Math'])
})

test('an undo and a restore without a connection are kept, and sent when it is back', async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  const lessons = page.getByRole('list', { name: 'Lessons' }).getByRole('listitem')
  await page.getByRole('button', { name: 'More for Math' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  const undo = toastOf(page, 'Time block deleted successfully').getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  const kept = page.getByRole('status').filter({ hasText: 'Offline – will be sent' })
  await context.setOffline(true)
  await undo.click()
  await expect(kept).toBeVisible()
  await context.setOffline(false)
  await expectToast(page, 'Change taken back')
  await expect(lessons).toContainText(['Math'])

  await page.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await dialog.getByRole('radio').last().check()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(dialog).toBeHidden()
  await expect(kept).toBeVisible()
  // The server has it, and its answer is lost on the way back: the next try is the same operation.
  await page.route(
    '**/api/calendar/*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await context.setOffline(false)
  await expect(page.getByText('Not saved yet – will be sent')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectToast(page, 'Day restored')
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
})
