import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
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
  test(`a week is laid on eighteen weeks with at most six clicks, days off left alone, and one Undo takes it back, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await storeDay(page, teacher, { date: '2026-11-24', isBlocked: true, blockedText: 'Fall break' })
    let clicks = 0
    const press = async (target: ReturnType<Page['getByRole']>) => {
      clicks += 1
      await target.click()
    }
    if (width < 700) await press(page.getByRole('button', { name: 'Tools' }))
    const place = width < 700 ? page.getByRole('dialog', { name: 'Tools' }) : page.getByRole('main')
    await press(place.getByRole('button', { name: 'Templates' }))
    await press(page.getByRole('menuitem', { name: 'Repeat this week until…' }))
    await expect(weekOf(page, 'Nov 23 – 27')).toContainText('Tue: Fall break')
    await expectAccessible(page)
    await press(page.getByRole('button', { name: '18 weeks' }))
    await press(page.getByRole('button', { name: 'Add 35 lessons' }))
    await expectToast(page, 'Lessons put on 35 days')
    expect(clicks).toBeLessThanOrEqual(6)
    await expect.poll(() => titles(page, '2027-03-23')).toEqual(['Art'])
    await expect.poll(() => titles(page, '2026-11-24')).toEqual([])
    await toastOf(page, 'Lessons put on 35 days').getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Change taken back')
    await expect.poll(() => titles(page, '2027-03-23')).toBeUndefined()
  })

test('a day goes on every week by its menu; lessons are replaced only when asked for, and the week on screen shows it', async ({
  page,
}) => {
  await storeDay(page, teacher, { date: '2026-11-23', blocks: [block('Museum')] })
  await dayOf(page, MONDAY)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Repeat until…' }).click()
  await page.keyboard.press('Escape')
  await expect(dayOf(page, MONDAY).getByRole('button', { name: /^More for/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Repeat until…' }).press('Enter')
  await expect(weekOf(page, 'Nov 23 – 27')).toContainText('Already planned')
  await expect(page.getByRole('button', { name: 'Add 3 lessons' })).toBeVisible()
  await dialogOf(page)
    .getByRole('radio', { name: /^Replace/ })
    .check()
  await expect(weekOf(page, 'Nov 23 – 27')).toContainText('Replaces 1 lesson')
  await page.getByRole('button', { name: 'Replace 1, add 4 lessons' }).click()
  await expectToast(page, 'Lessons put on 4 days')
  await openWeek(page, '2026-11-23')
  await expect(lessonsOf(page, '2026-11-23')).toContainText(['Math'])
})

test('a day that another tab changed meanwhile is named, nothing is half done, and the list shows it', async ({ page, problems }) => {
  problems.expect(/409/)
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Add 8 lessons' })).toBeVisible()
  await storeDay(page, teacher, { date: '2026-12-01', blocks: [block('Museum')] })
  await page.getByRole('button', { name: 'Add 8 lessons' }).click()
  await expectToast(page, 'Tuesday, December 1, 2026 was changed somewhere else.')
  await expect.poll(() => titles(page, '2026-11-23')).toBeUndefined()
  await expect(weekOf(page, 'Nov 30 – Dec 4')).toContainText('Tue kept')
  await page.getByRole('button', { name: 'Add 7 lessons' }).click()
  await expectToast(page, 'Lessons put on 7 days')
  await page.keyboard.press('Control+z')
  await expectToast(page, 'Change taken back')
  await expect.poll(() => titles(page, '2026-12-01')).toEqual(['Museum'])
})

test('a template is repeated from where it is put, with its texts, on every second week', async ({ page }) => {
  const data = { name: 'A week', mondayBlocks: [{ ...block('Choir'), description: '<p>Scales</p>' }] }
  await page.request.post('/api/weekly-templates', { headers: { authorization: `Bearer ${teacher.token}` }, data })
  await openWeek(page, '2027-01-04')
  await page.getByRole('main').getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'A week' }).click()
  await dialogOf(page).getByRole('button', { name: 'Repeat until…' }).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Repeat until…')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('button', { name: 'Templates' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'A week' }).click()
  await dialogOf(page).getByRole('button', { name: 'Repeat until…' }).click()
  await expect(dialogOf(page).getByLabel('What to repeat')).toHaveValue(/^weekly /)
  await dialogOf(page).getByRole('radio', { name: 'Every 2 weeks' }).check()
  await page.getByRole('button', { name: 'Add 2 lessons' }).click()
  await expectToast(page, 'Lessons put on 2 days')
  await expect(lessonsOf(page, '2027-01-04')).toContainText(['Choir'])
  const [first, second, third] = await Promise.all([0, 7, 14].map((days) => storedDay(page, teacher, addDays('2027-01-04', days))))
  expect([first, third].map((day) => day?.blocks[0]?.description)).toEqual(['<p>Scales</p>', '<p>Scales</p>'])
  expect(second).toBeUndefined()
})
