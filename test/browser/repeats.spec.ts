import type { Page } from '@playwright/test'
import { block, dialogOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const MONDAY = '2026-11-16'
const TUESDAY = '2026-11-17'
let teacher: Teacher
test.beforeEach(async ({ page, context }) => {
  teacher = await signUp(context)
  await storeDay(page, teacher, { date: MONDAY, blocks: [block('Math')] })
  await storeDay(page, teacher, { date: TUESDAY, blocks: [block('Art')] })
  await openWeek(page)
})

const titles = async (page: Page, date: string) => (await storedDay(page, teacher, date))?.blocks.map(({ title }) => title)
const weekOf = (page: Page, span: string) => dialogOf(page).getByRole('listitem').filter({ hasText: span })

for (const width of [1366, 390])
  test(`a week is repeated for eighteen weeks in at most six clicks, days off unchanged, and one Undo reverts it, at ${width} px`, {
    tag: width === 390 ? '@full' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await storeDay(page, teacher, { date: '2026-11-24', isBlocked: true, blockedText: 'Fall break' })
    let clicks = 0
    const press = async (target: ReturnType<Page['getByRole']>) => {
      clicks += 1
      await target.click()
    }
    if (width < 700) await press(page.getByRole('button', { name: 'Tools' }))
    const place = width < 700 ? page.getByRole('dialog', { name: 'Tools' }) : page.getByRole('main')
    await press(place.getByRole('button', { name: 'Repeat this week until…' }))
    await expect(weekOf(page, 'Nov 23 – 27')).toContainText('Tue: Fall break')
    await expectAccessible(page)
    await press(page.getByRole('button', { name: '18 weeks' }))
    await press(page.getByRole('button', { name: 'Add 35 lessons' }))
    await expectToast(page, 'Lessons added to 35 days')
    expect(clicks).toBeLessThanOrEqual(5)
    await expect.poll(() => titles(page, '2027-03-23')).toEqual(['Art'])
    await expect.poll(() => titles(page, '2026-11-24')).toEqual([])
    await toastOf(page, 'Lessons added to 35 days').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Change undone')
    await expect.poll(() => titles(page, '2027-03-23')).toBeUndefined()
  })
