/** The first minutes of a planner without a single lesson. */
import { dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, toastOf, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

const MONDAY = '2026-11-16'
const invitation = (page: Parameters<typeof openWeek>[0]) => page.getByRole('region', { name: 'How to begin' })
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

test('a new teacher types a usual day, sees what it comes to, and one undo takes it back', async ({ page, context }) => {
  await signUp(context)
  await openWeek(page)
  await expect(invitation(page)).toContainText("Let's fill your first week.")
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Type my usual day/ }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Lessons, one on each line')).toBeFocused()
  await page.keyboard.type('8:20 Reading Workshop\n9:30 Writing\nrecess\n')
  const preview = dialog.getByRole('region', { name: 'What will be made' })
  await expect(preview.locator('ol > li')).toHaveText(['8:20 AM – 9:30 AMReading Workshop', '9:30 AM – 10:15 AMWriting'])
  await expect(dialog.getByText('Line 3: Begin with a time, like 8:20 Math.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Add 10 lessons' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Lessons, one on each line').fill('8:20 Reading Workshop\n9:30 Writing\n1:15 Science')
  await dialog.getByLabel('Fri, Nov 20').uncheck()
  await dialog.getByRole('button', { name: 'Add 12 lessons' }).click()
  await expect(dialog).toBeHidden()
  await expect(invitation(page)).toBeHidden()
  for (const day of DAYS.slice(0, 4)) await expect(lessonsOf(page, day)).toHaveCount(3)
  await expect(lessonsOf(page, DAYS[4])).toHaveCount(0)

  await toastOf(page, 'Your usual day is in the week').getByRole('button', { name: 'Undo' }).click()
  await expect(invitation(page)).toBeVisible()
  await expect(lessonsOf(page, MONDAY)).toHaveCount(0)
})

test('a usual day that could not be saved comes back as it was typed', async ({ page, context, problems }) => {
  problems.expect(/500/)
  await signUp(context)
  await openWeek(page)
  await page.route('**/api/calendar/days', (route) => route.fulfill({ status: 500, json: { code: 'broken', message: 'It broke.' } }))
  await page.getByRole('button', { name: /^Type my usual day/ }).click()
  await dialogOf(page).getByLabel('Lessons, one on each line').fill('8:20 Reading Workshop')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Failed to create/update time block', 'It broke.')
  await expect(dialogOf(page).getByLabel('Lessons, one on each line')).toHaveValue('8:20 Reading Workshop')
})

test('a sample week is there in one click, and does not invite again after a reload', async ({ page, context }) => {
  await signUp(context)
  await openWeek(page)
  await page.getByRole('button', { name: /^Use a sample week/ }).click()
  for (const day of DAYS) await expect(lessonsOf(page, day)).toHaveCount(6)
  await expectToast(page, 'The sample week is yours')
  await openWeek(page, '2026-12-02')
  await expect(dayOf(page, '2026-12-02')).toContainText('No lessons scheduled')
  await expect(invitation(page)).toBeHidden()
})

test('one lesson is added to the day that is chosen, and then nothing invites any more, in no other week either', async ({
  page,
  context,
}) => {
  await signUp(context)
  await openWeek(page)
  await page.getByRole('button', { name: /^Add one lesson/ }).click()
  await dialogOf(page).getByLabel('Title').fill('Math')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lessonsOf(page, WEDNESDAY)).toHaveCount(1)
  await expect(invitation(page)).toBeHidden()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(dayOf(page, '2026-11-25')).toContainText('No lessons scheduled')
  await expect(invitation(page)).toBeHidden()
})

test('a teacher who has planned elsewhere is not invited, and fetches nothing for it', async ({ page, context }) => {
  const maya = await signUp(context)
  await storeDay(page, maya, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await openWeek(page)
  await untilQuiet(page)
  await expect(invitation(page)).toBeHidden()
  expect(files.filter((file) => /invitation|usual-day|sample-week/.test(file))).toEqual([])
})
