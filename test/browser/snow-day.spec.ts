/** A snow day on Wednesday: everything moves on, over a locked lesson, in as few presses as possible, undone and redone to the byte. */
import type { Locator, Page } from '@playwright/test'
import { addDays, mondayOf, todayIn } from '#shared/dates.ts'
import { smallTargets } from '../../scripts/sheet/layout-faults.mjs'
import { expectAccessibleInBoth } from './both-themes.ts'
import { dayOf, openWeek, signUp, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

const MONDAY = mondayOf(addDays(todayIn('UTC', Date.now()), 4))
/** This Wednesday or the next one, because days before the server's today stay as they are. */
const WEDNESDAY = addDays(MONDAY, 2)
const LAST_DAY = addDays(MONDAY, 32)
const NAMES = ['Reading', 'Math', 'Science']
let teacher: Teacher

/** Three classes every day, with plans from Wednesday to Friday. Math on Thursday is locked. */
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime(`${WEDNESDAY}T15:00:00Z`)
  const headers = { authorization: `Bearer ${teacher.token}` }
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(path, { headers, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }
  const classes: string[] = []
  for (const name of NAMES) classes.push((await post('/api/classes', { name })).id)
  await post('/api/timetables', {
    ...{ firstDay: MONDAY, lastDay: LAST_DAY, from: MONDAY, rhythm: { kind: 'weekly' }, existing: 'keep' },
    rows: NAMES.map((_, row) => ({ startTime: `${10 + row}:00`, endTime: `${10 + row}:45` })),
    cells: [1, 2, 3, 4, 5].flatMap((day) => classes.map((classId, row) => ({ day, row, classId }))),
  })
  for (const date of [2, 3, 4].map((day) => addDays(MONDAY, day))) {
    const [{ version, blocks }] = await (await page.request.get(`/api/calendar?date=${date}`, { headers })).json()
    const written = blocks.map((block: { title: string }) => ({
      ...block,
      description: `<p>${block.title} of ${date.slice(-2)}</p>`,
      isLocked: date === addDays(MONDAY, 3) && block.title === 'Math',
    }))
    await post('/api/calendar', { date, version, blocks: written })
  }
})

/** Everything that closing a day and its Undo affect, except for versions, which only increase. */
const stored = async (page: Page): Promise<string> => {
  const get = async (path: string) => (await page.request.get(path, { headers: { authorization: `Bearer ${teacher.token}` } })).json()
  const days: object[] = await get(`/api/calendar?from=${MONDAY}&to=${LAST_DAY}`)
  return JSON.stringify([
    days.map((day) => ({ ...day, version: 0, operationId: '' })),
    await get('/api/classes'),
    await get('/api/unplaced'),
    await get(`/api/calendar/closures?from=${MONDAY}&to=${LAST_DAY}`),
  ])
}

/** Closes the day by pressing these, one after the other, then undoes and redoes it. Returns the number of presses. */
const closeBy = async (page: Page, presses: readonly Locator[]): Promise<number> => {
  const before = await stored(page)
  let count = 0
  for (const target of presses) {
    await target.click()
    count++
  }
  await expectToast(page, 'Wednesday is closed')
  const after = await stored(page)
  expect(after).not.toBe(before)
  await expect(dayOf(page, WEDNESDAY).getByText('3 moved on')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Change undone')
  expect(await stored(page)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => stored(page)).toBe(after)
  return count
}

test('takes three presses in the week', async ({ page }) => {
  await openWeek(page, WEDNESDAY)
  const menu = dayOf(page, WEDNESDAY).getByRole('button', { name: /^More for Wednesday/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Block out…' }).click()
  await expect(page.getByText('8 move on', { exact: true })).toBeVisible()
  await expect(page.getByText('1 locked', { exact: true })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  const presses = await closeBy(page, [
    menu,
    page.getByRole('menuitem', { name: 'Block out…' }),
    page.getByRole('button', { name: 'Block Out Wednesday, move 8 lessons' }),
  ])
  expect(presses).toBeLessThanOrEqual(3)
  await expectAccessibleInBoth(page)
})

test('takes three keys, and another four to take it back', async ({ page }) => {
  await openWeek(page, WEDNESDAY)
  const before = await stored(page)
  await dayOf(page, WEDNESDAY)
    .getByRole('button', { name: /^More for Wednesday/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: 'Block out…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Block Out Wednesday, move 8 lessons' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Wednesday is closed')
  await dayOf(page, WEDNESDAY)
    .getByRole('button', { name: /^Unblock Day/ })
    .press('Enter')
  await expect(page.getByRole('dialog', { name: 'Unblock Wednesday?' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Bring the 8 lessons back/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Day unblocked')
  const plansOf = (text: string) => text.match(/<p>[^<]*<\/p>/g)
  expect(plansOf(await stored(page))).toEqual(plansOf(before))
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('takes two presses', async ({ page }) => {
    await openWeek(page, WEDNESDAY)
    const open = dayOf(page, WEDNESDAY).getByRole('button', { name: /^Snow day on Wednesday/ })
    await open.click()
    await expect(page.getByRole('button', { name: 'Leave every lesson where it is' })).toBeVisible()
    expect(await page.evaluate(smallTargets)).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const presses = await closeBy(page, [open, page.getByRole('button', { name: 'Block Out Wednesday, move 8 lessons' })])
    expect(presses).toBe(2)
  })
})
