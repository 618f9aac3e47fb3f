/** A teacher shortens a Wednesday from the week, with the mouse and with the keyboard alone, and takes it back. */
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { openWeek, signUp, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
const DAY = [
  ['Morning Meeting', '08:00', '08:20'],
  ['Reading Workshop', '08:20', '09:30'],
  ['Math', '10:30', '11:30'],
  ['Lunch', '11:30', '12:15'],
  ['Science', '12:15', '14:00'],
] as const
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T07:00:00Z')
  const blocks = DAY.map(([title, startTime, endTime], at) => ({
    ...{ id: `block_${at}`, title, startTime, endTime },
    description: `<p>Plan of ${title}</p>`,
  }))
  const reply = await context.request.post('/api/calendar', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { date: WEDNESDAY, blocks },
  })
  expect(reply.ok()).toBe(true)
})

const stored = async (page: Page) => {
  const reply = await page.request.get('/api/calendar?from=2026-11-01&to=2026-12-31', {
    headers: { authorization: `Bearer ${teacher.token}` },
  })
  const days: { date: string; blocks: object[] }[] = await reply.json()
  return JSON.stringify(days.map(({ date, blocks }) => [date, blocks]))
}

test('a short Wednesday takes at most five actions, and is undone and redone to the byte', async ({ page }) => {
  await openWeek(page)
  const before = await stored(page)
  let actions = 0
  const act = async (action: () => Promise<unknown>) => {
    actions++
    await action()
  }
  const dialog = page.getByRole('dialog', { name: 'A short Wednesday, November 18' })
  await act(() => page.locator(`[data-day-menu="${WEDNESDAY}"]`).filter({ visible: true }).click())
  await act(() => page.getByRole('menuitem', { name: 'Short day…' }).click())
  await expect(dialog.getByRole('list', { name: 'This Wednesday' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await act(() => dialog.getByRole('radio', { name: 'Leave early' }).check())
  await act(() => dialog.getByRole('button', { name: 'Shorten Wednesday' }).click())
  await expectToast(page, 'Wednesday, November 18 is short now')
  expect(actions).toBeLessThanOrEqual(5)
  const after = await stored(page)
  expect(after).not.toBe(before)
  await expect(page.getByText('Short day: Early release').filter({ visible: true })).toBeVisible()
  await expectAccessibleInBoth(page)

  await page.keyboard.press('Control+z')
  await expectToast(page, 'Change undone')
  expect(await stored(page)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => stored(page)).toBe(after)
})

test('with the keyboard alone, the result is announced, and the usual times come back', async ({ page }) => {
  await openWeek(page, WEDNESDAY)
  const before = await stored(page)
  const run = async (words: string, name = words) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(words)
    await expect(page.getByRole('option', { selected: true })).toContainText(name)
    await page.keyboard.press('Enter')
  }
  await run('early release', 'Short day…')
  const dialog = page.getByRole('dialog', { name: 'A short Wednesday, November 18' })
  await expect(dialog.getByRole('status')).toHaveText(/10:00\sAM – 2:00\sPM\./)
  await dialog.getByRole('radio', { name: 'Start late' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Leave early' })).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText(/8:00\sAM – 12:00\sPM\./)
  await dialog.getByRole('button', { name: 'Shorten Wednesday' }).focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Wednesday, November 18 is short now')
  await expect(dialog).toBeHidden()
  await run('Back to usual times')
  await expectToast(page, 'has its usual times again')
  expect(await stored(page)).toBe(before)
})
