import type { Page } from '@playwright/test'
import { authorized, DAY, isKept, type Link, lesson, makeLink, ON_A_PHONE, openPage } from './sub-page.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use(ON_A_PHONE)

const reportsOf = async (page: Page, { token }: Link) =>
  (await (await page.request.get('/api/sub-reports', { headers: authorized(token) })).json()) as Record<string, unknown>[]

const answer = (page: Page, title: string, words: string) =>
  page
    .getByRole('group', { name: new RegExp(`^${title},`) })
    .getByText(words, { exact: true })
    .click()

const fillIn = async (page: Page) => {
  await answer(page, 'Science', 'Not')
  await page.getByLabel('What happened?').fill('Fire drill at 12:20')
  await page.getByLabel('Absent or late').fill('Amina K., Leo')
  await page.getByRole('group', { name: 'Did anything happen?' }).getByText('Yes').click()
  await page.getByLabel('What happened, and what you did').fill('Everyone out by the east door')
  await page.getByLabel('For Ms. Rivera (optional)').fill('A kind class')
}

test('a substitute reports on the day, and corrects it once it is sent', async ({ page, request }) => {
  const link = await makeLink(request)
  await openPage(page, link.path)
  for (const box of await lesson(page, 'Math').getByRole('checkbox').all()) await box.check()
  await page.getByRole('link', { name: 'Report' }).click()
  await expect(page.getByRole('group', { name: /^Math,/ }).getByRole('radio', { name: 'Done' })).toBeChecked()
  await expect(page.getByText('1 of 3 lessons')).toBeVisible()
  await fillIn(page)
  await page.getByRole('button', { name: 'Send to Ms. Rivera' }).click()
  await expect(page.getByText('Enter your name, then send the report.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await page.getByLabel('Your name').fill('Carla Jennings')

  // Everything typed is still here after a break.
  await page.reload()
  await expect(page.getByLabel('For Ms. Rivera (optional)')).toHaveValue('A kind class')
  await page.getByRole('button', { name: 'Send to Ms. Rivera' }).click()
  await expect(page.getByText('Sent to Ms. Rivera.')).toBeVisible()
  const sent = { name: 'Carla Jennings', absent: ['Amina K.', 'Leo'], incidents: 'Everyone out by the east door', note: 'A kind class' }
  const lessons = [
    { date: DAY, blockId: 'block_Math', outcome: 'done', note: '' },
    { date: DAY, blockId: 'block_Science', outcome: 'not', note: 'Fire drill at 12:20' },
  ]
  expect(await reportsOf(page, link)).toMatchObject([{ ...sent, correctedAt: null }])
  for (const one of lessons) expect((await reportsOf(page, link))[0]?.['lessons']).toContainEqual(expect.objectContaining(one))

  await answer(page, 'Science', 'Done')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(async () => (await reportsOf(page, link))[0]?.['correctedAt']).not.toBeNull()
  expect(await reportsOf(page, link)).toHaveLength(1)
})

test('without internet, a report stays on the phone and goes out when it’s back online', async ({ page, context, request, problems }) => {
  const link = await makeLink(request)
  await openPage(page, link.path)
  await isKept(page)
  await page.getByRole('link', { name: 'Report' }).click()
  await fillIn(page)
  await page.getByLabel('Your name').fill('Carla Jennings')
  problems.expect(/ERR_(?:INTERNET_DISCONNECTED|FAILED)/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send to Ms. Rivera' }).click()
  await expect(page.getByText('No internet. Your report is on this phone')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Sent to Ms. Rivera.')).toBeVisible()
  expect(await reportsOf(page, link)).toHaveLength(1)
})

test('a report waits for a server that is busy, and goes out by itself', async ({ page, request, problems }) => {
  problems.expect(/503/)
  const link = await makeLink(request)
  await openPage(page, `${link.path}#report`)
  await fillIn(page)
  await page.getByLabel('Your name').fill('Carla Jennings')
  let isBusy = true
  await page.route(/\/report$/, (route) => (isBusy ? route.fulfill({ status: 503 }) : route.continue()))
  await page.getByRole('button', { name: 'Send to Ms. Rivera' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  isBusy = false
  await expect(page.getByText('Sent to Ms. Rivera.')).toBeVisible()
  expect(await reportsOf(page, link)).toHaveLength(1)
})

test('a report that is still on the phone can be sent after the link ended, or deleted', async ({ page, request, problems }) => {
  problems.expect(/404/)
  const links = [await makeLink(request), await makeLink(request)] as const
  for (const link of links) {
    await openPage(page, `${link.path}#report`)
    await fillIn(page)
    await page.request.delete(`/api/sub-links/${link.id}`, { headers: authorized(link.token) })
    await page.goto('/s/gone')
    await page.goto(link.path)
    await expect(page.getByText('1 of 3 lessons marked, not sent yet.')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Delete it from this phone' }).click()
  await expect(page.getByText('Your report is deleted from this phone.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This plan is no longer open' })).toBeVisible()
  await expect(page.getByText('still on this phone')).toBeHidden()

  await page.goto(links[0].path)
  await page.getByLabel('Your name').fill('Carla Jennings')
  await page.getByRole('button', { name: 'Send to the teacher' }).click()
  await expect(page.getByText('Sent to the teacher.')).toBeVisible()
  expect(await reportsOf(page, links[0])).toMatchObject([{ name: 'Carla Jennings' }])

  // It stays on the phone, so that it can be corrected.
  await page.reload()
  await expect(page.getByText('1 of 3 lessons marked, sent.')).toBeVisible()
  await expect(page.getByText('Amina')).toBeHidden()
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByLabel('Absent or late')).toHaveValue('Amina K., Leo')
  await expectAccessible(page)
  await answer(page, 'Math', 'Done')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent to the teacher.')).toBeVisible()
  const [corrected, ...others] = await reportsOf(page, links[0])
  expect(others).toEqual([])
  expect(corrected).toMatchObject({ name: 'Carla Jennings', correctedAt: expect.any(String) })
  expect(corrected?.['lessons']).toContainEqual(expect.objectContaining({ blockId: 'block_Math', title: 'Math', outcome: 'done' }))
})
