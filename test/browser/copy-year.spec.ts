/** Copies last year's plans of one class onto this year's lessons, and counts what a teacher does for it. */
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { openWeek, signUp, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T15:00:00Z')
  await twoYears(page)
})

const headers = () => ({ authorization: `Bearer ${teacher.token}` })
const get = async (page: Page, path: string) => (await page.request.get(path, { headers: headers() })).json()
const post = async (page: Page, path: string, data: object) => {
  const response = await page.request.post(path, { headers: headers(), data })
  expect(response.status(), await response.text()).toBeLessThan(300)
  return response.json()
}

/** Two years of three weeks each with Math, Art and Writing every day. Last year’s lessons have plans. One lesson of this year has one. */
const twoYears = async (page: Page): Promise<void> => {
  const ids: string[] = []
  for (const name of ['Math', 'Art', 'Writing']) ids.push((await post(page, '/api/classes', { name })).id)
  const layDown = async (firstDay: string, lastDay: string) =>
    post(page, '/api/timetables', {
      ...{ firstDay, lastDay, from: firstDay, rhythm: { kind: 'weekly' }, existing: 'keep' },
      rows: ['09:00', '10:00', '11:00'].map((startTime) => ({ startTime, endTime: startTime.replace(':00', ':45') })),
      cells: [1, 2, 3, 4, 5].flatMap((day) => ids.map((classId, row) => ({ day, row, classId }))),
    })
  await layDown('2025-11-17', '2025-12-05')
  await layDown('2026-11-16', '2026-12-04')
  await post(page, '/api/calendar/bulk', { from: '2026-11-26', to: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving' })
  const write = async (date: string, only?: string) => {
    const [{ blocks, version }] = await get(page, `/api/calendar?date=${date}`)
    const written = blocks.map((block: { title: string }) =>
      !only || only === block.title ? { ...block, description: `<p>${block.title} of ${date}</p>` } : block,
    )
    await post(page, '/api/calendar', { date, version, blocks: written })
  }
  for (const day of [17, 18, 19, 20, 21, 24, 25, 26, 27, 28]) await write(`2025-11-${day}`)
  for (const day of [1, 2, 3, 4, 5]) await write(`2025-12-0${day}`)
  await write('2026-11-20', 'Math')
}

test('last year’s Math takes at most 6 actions from the week, and is undone and redone to the byte', async ({ page }) => {
  const stored = async () => {
    const days: { date: string; blocks: object[] }[] = await get(page, '/api/calendar?from=2025-11-17&to=2026-12-04')
    return JSON.stringify([
      days.map(({ date, blocks }) => [date, blocks]),
      (await get(page, '/api/unplaced')).map(({ date }: { date: string }) => date),
    ])
  }
  await openWeek(page)
  const before = await stored()
  let actions = 0
  const act = async (action: () => Promise<unknown>) => {
    actions++
    await action()
  }
  await act(() => page.locator('[data-tutorial=templates]').filter({ visible: true }).first().click())
  await act(() => page.getByRole('menuitem', { name: 'Copy last year’s plans…' }).click())
  const dialog = page.getByRole('dialog', { name: 'Copy last year’s plans' })
  await expect(dialog.getByRole('button', { name: /^Copy \d+ plans$/ })).toBeVisible()
  await act(() => dialog.getByRole('button', { name: 'None of the classes' }).click())
  await expect(dialog.getByRole('status')).toHaveText('Choose at least one class.')
  await act(() => dialog.getByRole('checkbox', { name: 'Math' }).check())
  await expect(dialog.getByText('Yours stays')).toBeVisible()
  await expect(dialog.getByText(/^Thanksgiving this year, Nov 26: from here 1 day later$/)).toBeVisible()
  await expect(dialog.getByText('1 plan without a day goes to Unplaced lessons.')).toBeVisible()
  await expectAccessibleInBoth(page)
  await act(() => dialog.getByRole('button', { name: 'Copy 10 plans' }).click())
  expect(actions).toBeLessThanOrEqual(6)
  await expectToast(page, '10 plans copied')
  await expect(page.locator('section[data-date="2026-11-19"]').getByText('Math of 2025-11-20')).toBeVisible()
  const after = await stored()
  expect(after).not.toBe(before)
  expect(after).toContain('2025-12-05')

  await page.keyboard.press('ControlOrMeta+z')
  await expectToast(page, 'Change undone')
  expect(await stored()).toBe(before)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expectToast(page, 'Change redone')
  expect(await stored()).toBe(after)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the list of changes in Tools undoes a copy, by touch', async ({ page }) => {
    await openWeek(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('last year’s plans')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Copy last year’s plans' })
    const copy = dialog.getByRole('button', { name: /^Copy \d+ plans$/ })
    await expect(copy).toBeEnabled()
    await copy.tap()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Tools', exact: true }).tap()
    await page.getByRole('tab', { name: 'Changes' }).tap()
    const undo = page.getByRole('button', { name: 'Undo: Copied last year’s plans' })
    const box = await undo.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await undo.tap()
    await expect(page.getByRole('button', { name: 'Redo: Copied last year’s plans' })).toBeVisible()
    const [{ blocks }] = await get(page, '/api/calendar?date=2026-11-19')
    expect(blocks.every(({ description }: { description: string }) => description === '')).toBe(true)
  })
})
