import type { Page } from '@playwright/test'
import { block, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

/** The button next to the day's heading, which opens its menu. */
const more = (page: Page) => page.locator('.planner-bar').getByRole('button', { name: /^More for/ })
const openHistory = async (page: Page) => {
  await more(page).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'History' })
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  return dialog
}
const openDay = (page: Page, date = WEDNESDAY) => page.goto(`/dashboard?view=day&date=${date}`)
const lessons = (page: Page) => page.getByRole('list', { name: 'Lessons' }).getByRole('listitem')

test('a teacher views an earlier version of a day, restores it, and undoes that', async ({ page }) => {
  const art = { ...block('Art', '13:00', '14:00'), description: '<p>Clay <strong>owls</strong></p>' }
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await storeDay(page, teacher, { blocks: [block('Math'), art], hasNote: true, noteText: 'Picture day' })
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), title: 'Algebra' }] })
  await storeDay(page, teacher, { isBlocked: true, blockedText: 'Snow day' })
  await openDay(page)
  const dialog = await openHistory(page)
  const versions = dialog.getByRole('radiogroup', { name: 'Versions of this day' })
  await expect(versions.locator('label')).toContainText([
    /^Today, .* · current versionBlocked out: Snow day$/,
    'Renamed Math to Algebra; Deleted Art',
    'Added a note: Picture day; Added Art',
    'Added Math',
    'Nothing planned',
  ])
  const shown = dialog.getByRole('region', { name: 'This version' })
  await expect(shown).toContainText('Snow day')
  await expect(shown).toContainText('Algebra')
  const restore = dialog.getByRole('button', { name: 'Restore this version' })
  await expect(restore).toBeHidden()
  await expectAccessible(page)

  await versions.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(shown).toContainText('1:00 – 2:00 PM')
  await expect(shown.locator('article')).toContainText(['Changed since then', 'Deleted since then'])
  await expect(shown.locator('strong')).toHaveText('owls')
  await restore.click()
  await expect(dialog).toBeHidden()
  await expect(more(page)).toBeFocused()
  await expect(lessons(page)).toContainText(['Math', 'Art'])
  await expect(page.getByText('Non-instructional Day')).toHaveCount(0)
  await page.reload()
  await expect(lessons(page)).toContainText(['Math', 'Art'])

  await openHistory(page)
  await versions.getByRole('radio').last().check()
  await expect(dialog.getByText('Nothing was planned for this day.')).toBeVisible()
  await restore.click()
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
  await toastOf(page, 'Day restored').getByRole('button', { name: 'Undo' }).click()
  await expect(lessons(page)).toContainText(['Math', 'Art'])
})

test.describe('on a phone in the dark theme', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  test('the history, the commands and the shortcut list are accessible', { tag: '@full' }, async ({ page }) => {
    await page.request.patch('/api/user', {
      headers: { authorization: `Bearer ${teacher.token}` },
      data: { preferences: { theme: 'dark' } },
    })
    await storeDay(page, teacher, { blocks: [block('Math')], hasNote: true, noteText: 'Call parents' })
    await openDay(page)
    await openHistory(page)
    await expect(page.locator('html')).toHaveClass(/dark/)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await openWeek(page)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await expectAccessible(page)
  })
})
