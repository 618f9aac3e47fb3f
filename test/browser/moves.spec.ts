/** Moves plans along their class in a browser: one key, the drawing in the week, and fingers. */
import type { Page } from '@playwright/test'
import { dayOf, openWeek, signUp, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const THURSDAY = '2026-11-19'
const TEXTS = { [WEDNESDAY]: 'Quiz 4A', [THURSDAY]: 'Adding fractions', '2026-11-23': 'Trail mix', '2026-11-24': '' }

/** A teacher with Math on four days around a day off, of which the last is free. Returns what the API says about these days. */
const planMath = async (page: Page, { token }: Teacher) => {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object) => (await page.request.post(path, { headers, data })).json()
  const { id: classId } = await post('/api/classes', { name: 'Math' })
  for (const [date, text] of Object.entries(TEXTS)) {
    const lesson = { id: `block_${date}`, title: 'Math', startTime: '10:30', endTime: '11:30', classId }
    await post('/api/calendar', { date, blocks: [{ ...lesson, description: text && `<p>${text}</p>` }] })
  }
  await post('/api/calendar/bulk', { from: '2026-11-20', to: '2026-11-20', isBlocked: true, blockedText: 'Conferences' })
  return async (): Promise<string> => {
    const days = await (await page.request.get('/api/calendar?from=2026-11-16&to=2026-11-27', { headers })).json()
    return JSON.stringify(days.map(({ version: _, operationId: __, ...day }: Record<string, unknown>) => day))
  }
}
const mathOn = (page: Page, date: string) => dayOf(page, date).locator('.lesson-card')

test('one key on the focused lesson bumps it, and undone and redone, the days are byte for byte the same', async ({ page, context }) => {
  const content = await planMath(page, await signUp(context))
  const before = await content()
  await openWeek(page)
  await mathOn(page, WEDNESDAY).focus()
  await page.keyboard.press('b')
  await expectToast(page, 'Math bumped to Thursday, November 19', '3 lessons moved.')
  await expect(mathOn(page, THURSDAY)).toContainText('Quiz 4A')
  await expect(mathOn(page, THURSDAY)).toBeFocused()
  const after = await content()
  expect(after).not.toBe(before)
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Change undone')
  expect(await content()).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expectToast(page, 'Change redone')
  expect(await content()).toBe(after)
})

test('pointing at a move draws it beside the menu, and leaving it takes the drawing away', async ({ page, context }) => {
  const content = await planMath(page, await signUp(context))
  const before = await content()
  await openWeek(page)
  await mathOn(page, WEDNESDAY).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Bump', exact: true }).hover()
  await expect(dayOf(page, THURSDAY).getByText('over Friday to Mon 23')).toBeVisible()
  await expect(mathOn(page, THURSDAY)).toContainText('Quiz 4A')
  const [menu, card] = [await page.getByRole('menu').boundingBox(), await mathOn(page, WEDNESDAY).boundingBox()]
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(card?.x ?? 0)
  await page.keyboard.press('Escape')
  await expect(mathOn(page, THURSDAY)).toContainText('Adding fractions')
  expect(await content()).toBe(before)
})
