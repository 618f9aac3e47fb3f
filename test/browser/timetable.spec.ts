/** A new teacher sets up a school year with the keyboard, changes it from December on, and takes the change back. */
import { expectAccessibleInBoth } from './both-themes.ts'
import { signUp, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T15:00:00Z')
})

const ROWS = ['8-8:45 Reading', '8:45-9:30 Writing', '9:45-10:30 Math', '10:30-11:15 Science', '12-12:45 Art', '12:45-1:30 Music']

test('a six-day cycle with six classes is laid down, changed from December on, undone and redone, to the byte', async ({ page }) => {
  const get = async (address: string) => (await page.request.get(address, { headers: { authorization: `Bearer ${teacher.token}` } })).json()
  /** Everything that a change and its Undo affect, except for versions, which only increase. */
  const stored = async () => {
    const days: { date: string; blocks: object[] }[] = await get('/api/calendar?from=2026-11-01&to=2027-03-01')
    const timetables: object[] = await get('/api/timetables')
    return JSON.stringify([
      days.map(({ date, blocks }) => [date, blocks]),
      timetables.map((timetable) => ({ ...timetable, operationId: null })),
      await get('/api/unplaced'),
      await get('/api/classes'),
    ])
  }
  await page.goto('/timetable')
  await page.getByLabel('First day').fill('2026-11-23')
  await page.getByLabel('Last day').fill('2027-02-26')
  await page.getByRole('radio', { name: 'In a cycle of days' }).check()
  await page.getByRole('gridcell', { name: /^Times of row 1/ }).click()
  for (const row of ROWS) {
    const [times = '', name = ''] = row.split(' ')
    await page.keyboard.type(times)
    await page.keyboard.press('Tab')
    await page.keyboard.type(name)
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('ArrowLeft')
  }
  await expectAccessibleInBoth(page)
  const add = page.getByRole('button', { name: /^Add \d+ lessons$/ })
  const count = Number(/\d+/.exec(await add.innerText())?.[0])
  await add.click()
  await expectToast(page, `${count} lessons added`)

  await page.goto('/timetable')
  await expect(page.getByText('From this day on')).toBeVisible()
  const before = await stored()
  await page.getByLabel('First day of the change').fill('2026-12-01')
  await page.getByRole('button', { name: 'All times 5 minutes later' }).click()
  await page.getByRole('gridcell', { name: /^Day 1, row 6/ }).click()
  await page.keyboard.press('Delete')
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: /^Change from/ }).click()
  await expectToast(page, 'Changed from December 1, 2026 on')
  const after = await stored()
  expect(after).not.toBe(before)

  // The change leads back to the planner, where Undo and Redo work as for any other change.
  await expect(page.getByRole('heading', { level: 1, name: /^Week of/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  // Redo needs the reply to Undo, which reaches the page after the change is stored.
  await expectToast(page, 'Change undone')
  expect(await stored()).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toBe(after)
  await page.goto('/dashboard?view=week&date=2026-12-02')
  await expect(page.getByText('8:05 – 8:50 AM').first()).toBeVisible()

  let actions = 0
  const act = async (action: () => Promise<unknown>) => {
    actions++
    await action()
  }
  await act(() => page.getByRole('button', { name: 'My timetable' }).filter({ visible: true }).first().click())
  await act(() => page.getByLabel('First day of the change').fill('2026-12-07'))
  await act(() => page.getByRole('button', { name: 'All times 5 minutes later' }).click())
  await act(() => page.getByRole('button', { name: /^Change from/ }).click())
  await expectToast(page, 'Changed from December 7, 2026 on')
  expect(actions, 'new bell times from a day on, from the week').toBeLessThanOrEqual(6)
})
