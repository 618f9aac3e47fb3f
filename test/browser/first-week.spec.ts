/** Tests the teacher's first minutes in an empty planner. */
import { dialogOf, lessonsOf, openWeek, signUp, storeDay, toastOf } from './planner-teacher.ts'
import { expect, expectAccessible, test, untilQuiet } from './test.ts'

const MONDAY = '2026-11-16'
const invitation = (page: Parameters<typeof openWeek>[0]) => page.getByRole('region', { name: 'Ways to start' })
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

test('the week stays where it is when the ways to start appear above it', { tag: '@full' }, async ({ page, context }) => {
  await signUp(context)
  for (const width of [1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    let load: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      load = resolve
    })
    await page.route(/\/assets\/first-week-.*\.js$/, async (route) => {
      await isAsked
      await route.continue()
    })
    await openWeek(page)
    const top = () => page.locator('.week').evaluate((week) => Math.round(week.getBoundingClientRect().y))
    const before = await top()
    load()
    await expect(invitation(page)).toBeVisible()
    expect(Math.abs((await top()) - before), `${width} px`).toBeLessThan(8)
    await page.unroute(/\/assets\/first-week-.*\.js$/)
  }
})

test('a new teacher types a usual day, previews it, and undoes it in one step', async ({ page, context }) => {
  await signUp(context)
  await openWeek(page)
  await expect(invitation(page)).toContainText('Let’s fill your first week.')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Type my usual day/ }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Lessons (one per line)')).toBeFocused()
  await page.keyboard.type('8:20 Reading Workshop\n9:30 Writing\nrecess\n')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('ol > li')).toHaveText([
    /8:20 – 9:30\sAMReading Workshop/,
    /9:30 – 10:15\sAMWriting/,
    /recessLine 3: Start with a time/,
  ])
  await expect(dialog.getByText('Line 3: Start with a time, like 8:20 Math.')).toBeVisible()
  await dialog.getByRole('button', { name: 'This week only' }).click()
  await expect(dialog.getByRole('button', { name: 'Add 10 lessons' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('Lessons (one per line)').fill('8:20 Reading Workshop\n9:30 Writing\n10:30 Math\n12:15 Science')
  await preview.getByRole('button', { name: 'Lunch, 11:30' }).click()
  await expect(dialog.getByLabel('Lessons (one per line)')).toHaveValue(/10:30 Math\n11:30-12:15 Lunch\n/)
  await dialog.getByLabel('Add Lunch to the planner, too').uncheck()
  await dialog.getByRole('button', { name: 'Friday, November 20' }).click()
  await dialog.getByRole('button', { name: 'Add 16 lessons' }).click()
  await expect(dialog).toBeHidden()
  await expect(invitation(page)).toBeHidden()
  for (const day of DAYS.slice(0, 4)) await expect(lessonsOf(page, day)).toHaveCount(4)
  await expect(lessonsOf(page, DAYS[4])).toHaveCount(0)

  await toastOf(page, 'Your week is filled in').getByRole('button', { name: 'Undo' }).click()
  await expect(invitation(page)).toBeVisible()
  await expect(lessonsOf(page, MONDAY)).toHaveCount(0)
})

test('a teacher who has planned other weeks gets no invitation, and nothing is fetched for it', { tag: '@full' }, async ({
  page,
  context,
}) => {
  const maya = await signUp(context)
  await storeDay(page, maya, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await openWeek(page)
  await untilQuiet(page)
  await expect(invitation(page)).toBeHidden()
  expect(files.filter((file) => /invitation|usual-day|sample-week/.test(file))).toEqual([])
})
