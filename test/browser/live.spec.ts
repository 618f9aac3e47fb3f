import type { Page } from '@playwright/test'
import {
  addLesson,
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openOtherDevice,
  openWeek,
  signUp,
  storeDay,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await storeDay(page, teacher, { blocks: [block('Math', '08:00', '09:00')] })
})

/** Resolves once the page has connected to the event stream. */
const following = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/live') && response.ok())

test('a lesson added on the laptop appears on the phone without a reload', async ({ browser, page, problems }) => {
  const phone = await openOtherDevice(browser, problems, teacher)
  const streams = Promise.all([following(page), following(phone)])
  await openWeek(page)
  await openWeek(phone)
  await streams
  await addLesson(page, WEDNESDAY, { title: 'Reading' })
  await expect(lessonsOf(phone)).toHaveText([/Math/, /Reading/])
  await phone.context().close()
})

test('a lesson that two devices change at the same time stays as it is in both, and asks', { tag: '@full' }, async ({
  browser,
  page,
  problems,
}) => {
  problems.expect(/409/)
  const phone = await openOtherDevice(browser, problems, teacher)
  const streams = Promise.all([following(page), following(phone)])
  await openWeek(page)
  await openWeek(phone)
  await streams
  await lessonsOf(page).first().click()
  await lessonsOf(phone).first().click()
  // The laptop saves after the phone, because the phone's Save doesn't wait for a pause.
  await dialogOf(page).getByRole('textbox', { name: 'Title' }).fill('Math on the laptop')
  await dialogOf(phone).getByRole('textbox', { name: 'Title' }).fill('Math on the phone')
  await dialogOf(phone).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dayOf(phone).getByText('Math on the phone')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'This lesson has two versions' })
  await expect(question).toContainText('Math on the laptop')
  await expect(question).toContainText('Math on the phone')
  await question.getByRole('button', { name: 'Keep both' }).click()
  await page.keyboard.press('Escape')
  await expect(lessonsOf(page)).toHaveText([/Math on the/, /Math on the/])
  await expect(lessonsOf(phone)).toHaveText([/Math on the/, /Math on the/])
  await phone.context().close()
})

test('the tabs of a browser share one stream, and one takes over when the other closes', { tag: '@full' }, async ({
  context,
  page,
  browser,
  problems,
}) => {
  let streams = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams += 1
  })
  const first = following(page)
  await openWeek(page)
  await first
  const other = await context.newPage()
  await openWeek(other)
  const phone = await openOtherDevice(browser, problems, teacher)
  const third = following(phone)
  await openWeek(phone)
  await third
  await addLesson(phone, WEDNESDAY, { title: 'Reading' })
  await expect(lessonsOf(other)).toHaveText([/Math/, /Reading/])
  await expect(lessonsOf(page)).toHaveText([/Math/, /Reading/])
  expect(streams).toBe(1)
  const second = following(other)
  await page.close()
  await second
  await addLesson(phone, WEDNESDAY, { title: 'Science' })
  await expect(lessonsOf(other)).toHaveText([/Math/, /Reading/, /Science/])
  await phone.context().close()
})

test('changes made while the stream was cut appear after it reconnects', { tag: '@full' }, async ({ browser, context, page, problems }) => {
  problems.expect(/ERR_FAILED/)
  await context.route('**/api/live', (route) => route.abort())
  const cut = page.waitForEvent('requestfailed')
  await openWeek(page)
  await cut
  const phone = await openOtherDevice(browser, problems, teacher)
  await openWeek(phone)
  await addLesson(phone, WEDNESDAY, { title: 'Reading' })
  await expect(lessonsOf(page)).toHaveText([/Math/])
  await context.unroute('**/api/live')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(lessonsOf(page)).toHaveText([/Math/, /Reading/])
  await phone.context().close()
})

test('a page whose session was ended on another device shows it at once', { tag: '@full' }, async ({ page, context, problems }) => {
  problems.expect(/401/)
  const first = following(page)
  await openWeek(page)
  await first
  await context.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${teacher.token}` } })
  await expect(page).toHaveURL('/auth')
  await expectToast(page, 'You’ve been signed out')
})
