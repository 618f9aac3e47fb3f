import type { Locator, Page } from '@playwright/test'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  signUp,
  storeDay,
  storedDay,
  storeInPages,
  type Teacher,
  toastOf,
} from './planner-teacher.ts'
import { cutStream, expect, expectAccessible, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const inMonth = (page: Page, day: number, month = 'November'): Locator =>
  page.getByRole('gridcell', { name: new RegExp(`, ${month} ${day}, 2026`) })
const wear = (page: Page, preferences: object) =>
  page.request.patch('/api/user', { headers: { authorization: `Bearer ${teacher.token}` }, data: { preferences } })
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()
const manage = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Manage Blockouts and Notes' }).click()
  return page.getByRole('dialog', { name: 'Manage Blockouts and Notes' })
}

test('a teacher blocks out a date by right click; its lessons are kept, and Undo brings them back', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await inMonth(page, 18).click({ button: 'right' })
  await page.mouse.move(900, 700)
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Add Note' }).hover()
  await page.mouse.move(900, 700)
  await expect(page.getByRole('menu')).toBeHidden()

  await inMonth(page, 18).click({ button: 'right' })
  await choose(page, 'Block Out Date')
  const dialog = page.getByRole('dialog', { name: 'Block Out Date' })
  await expect(dialog).toContainText('Wednesday, November 18, 2026')
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('placeholder', /FALL BREAK.*Half Day Early Release/)
  await dialog.getByLabel('Reason').fill('   ')
  await expect(dialog.getByText('Please enter a description')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Block Out', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('  FALL BREAK ')
  await dialog.getByRole('button', { name: 'Block Out', exact: true }).click()
  await expect(dayOf(page)).toContainText('Non-instructional Day')
  await expect(dayOf(page)).toContainText('FALL BREAK')
  await expect(dayOf(page)).toContainText('1 lesson is kept')
  await expect(lessonsOf(page)).toHaveCount(0)
  await expect(inMonth(page, 18)).toHaveAccessibleName(/non-instructional/)
  await expect
    .poll(() => storedDay(page, teacher))
    .toMatchObject({ isBlocked: true, blockedText: 'FALL BREAK', blocks: [{ title: 'Math' }] })

  await toastOf(page, 'Date blocked out successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect(inMonth(page, 18)).not.toHaveAccessibleName(/non-instructional/)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 1366, height: 768 } })
  test('a long press on a day opens its menu and selects nothing; a swipe and a tap open none', async ({ page }) => {
    await openWeek(page)
    const session = await page.context().newCDPSession(page)
    const box = await inMonth(page, 10).boundingBox()
    const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 12 }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
    await touch('touchStart', at)
    await expect(page.getByRole('menu')).toBeVisible()
    await touch('touchEnd')
    await expect(page.getByRole('menu')).toBeVisible()
    await expect(inMonth(page, 10)).toHaveAttribute('aria-selected', 'false')
    await choose(page, 'Add Note')
    await expect(page.getByRole('dialog', { name: 'Add Note to Date' })).toContainText('Tuesday, November 10, 2026')
    await page.keyboard.press('Escape')

    await touch('touchStart', at)
    await touch('touchMove', { x: at.x, y: at.y + 40 })
    // Longer than a long press takes.
    await page.waitForTimeout(700)
    await touch('touchEnd')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await inMonth(page, 10).tap()
    await expect(inMonth(page, 10)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
})

test('a teacher walks the month, opens its menu and adds a note with keys alone', async ({ page }) => {
  await openWeek(page)
  await inMonth(page, 18).focus()
  await page.keyboard.press('ArrowRight')
  await expect(inMonth(page, 19)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(inMonth(page, 26)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { name: 'December 2026' })).toBeVisible()
  await expect(inMonth(page, 26, 'December')).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await expect(inMonth(page, 22)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Week of November 23, 2026' })).toBeVisible()
  await expect(inMonth(page, 23)).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inMonth(page, 23)).toBeFocused()
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('menuitem', { name: 'Block Out Date' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add Note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add Note to Date' }).getByLabel('Note')).toBeFocused()
  await page.keyboard.type('Picture day')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Note added successfully')
  await expect(dayOf(page, '2026-11-23')).toContainText('Picture day')
  await expect(inMonth(page, 23)).toHaveAccessibleName(/has notes/)
  await expect(inMonth(page, 23)).toBeFocused()
})

test('a teacher blocks out a range in one call, notes a date, and removes them again', async ({ page }) => {
  await openWeek(page)
  const dialog = await manage(page)
  await expect(dialog).toContainText('Add or remove blockout dates and notes for your calendar')
  await expect(dialog.getByText('No blocked dates')).toBeVisible()
  await expect(dialog.getByText('No note dates')).toBeVisible()
  await dialog.getByText('Date Range').click()
  await dialog.getByLabel('Start Date').fill('2026-11-16')
  await dialog.getByLabel('End Date').fill('2026-11-13')
  await dialog.getByLabel('Reason').fill('Harvest Week')
  await expect(dialog.getByText('The end must not be before the start')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Block Out', exact: true })).toBeDisabled()
  await dialog.getByLabel('End Date').fill('2026-11-18')

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.route('**/api/calendar/bulk', async (route) => {
    await expect(dialog.getByRole('button', { name: 'Processing...' })).toBeVisible()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Block Out', exact: true }).click()
  await expectToast(page, 'Dates blocked out successfully')
  expect(calls).toEqual(['POST /api/calendar/bulk'])
  const blocked = dialog.getByRole('list', { name: 'Blocked Dates' })
  await expect(blocked.getByRole('listitem')).toHaveText([/Nov 16, 2026 – Nov 18, 2026\s*3 days: Harvest Week/])
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 3' })).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('')

  await dialog.getByText('Single Date').click()
  await dialog.getByText('Add Note', { exact: true }).first().click()
  await dialog.getByLabel('Date', { exact: true }).fill('2026-11-17')
  await dialog.getByLabel('Note', { exact: true }).fill('Fire drill')
  await dialog.getByRole('button', { name: 'Add Note' }).click()
  await expect(dialog.getByRole('list', { name: 'Note Dates' })).toContainText('Fire drill')

  await dialog.getByRole('button', { name: 'Show the days of Nov 16, 2026 – Nov 18, 2026' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove the block-out of Nov 17, 2026' }).click()
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 2' })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 2' })).toBeFocused()
  await expectToast(page, 'Block-out removed', 'Tuesday, November 17, 2026')
  await toastOf(page, 'Block-out removed').getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 3' })).toBeVisible()

  await page.unroute('**/api/calendar/bulk')
  await dialog.getByRole('button', { name: 'Remove the block-outs of Nov 16, 2026 – Nov 18, 2026' }).click()
  await expect(dialog.getByText('No blocked dates')).toBeVisible()
  await toastOf(page, 'Block-outs removed').getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('heading', { name: 'Blocked Dates 3' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dayOf(page, '2026-11-17')).toContainText('Fire drill')
  await expect(dayOf(page, '2026-11-17')).toContainText('Harvest Week')
})

test('a block-out that the server refuses is taken back and said, and its dialog returns with the text', async ({ page, problems }) => {
  problems.expect(/500/)
  await openWeek(page)
  await page.route('**/api/calendar', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'broken', message: 'Something went wrong.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Block out or add a note: Wednesday, November 18, 2026' }).click()
  await choose(page, 'Block Out Date')
  await dialogOf(page).getByLabel('Reason').fill('FALL BREAK')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Failed to block out date')
  // The page behind the dialog is inert: no role reaches it.
  await expect(page.locator('[data-day="2026-11-18"]')).not.toHaveAccessibleName(/non-instructional/)
  await expect(dialogOf(page).getByLabel('Reason')).toHaveValue('FALL BREAK')
  await page.unrouteAll()
  await dialogOf(page).getByRole('button', { name: 'Block Out', exact: true }).click()
  await expectToast(page, 'Date blocked out successfully')
  await expect(dayOf(page)).toContainText('FALL BREAK')
})

test('a note that was written in another window is shown, not overwritten', async ({ context, page, problems }) => {
  await cutStream(context)
  problems.expect(/409/)
  await openWeek(page)
  await expect(inMonth(page, 18)).toBeVisible()
  await inMonth(page, 18).click({ button: 'right' })
  await choose(page, 'Add Note')
  await expect(dialogOf(page)).toBeVisible()
  // What is told of it waits until nothing is being written.
  await storeDay(page, teacher, { hasNote: true, noteText: 'Assembly at 2' })
  await dialogOf(page).getByLabel('Note').fill('Picture day')
  await dialogOf(page).getByRole('button', { name: 'Add Note' }).click()
  await expect(dialogOf(page)).toContainText("Another window changed this to 'Assembly at 2'.")
  await expect(dialogOf(page).getByLabel('Note')).toHaveValue('Picture day')
  await expect.poll(() => storedDay(page, teacher)).toMatchObject({ noteText: 'Assembly at 2' })
  await dialogOf(page).getByRole('button', { name: 'Add Note' }).click()
  await expect(dayOf(page)).toContainText('Picture day')
})

test('in the day view a teacher edits the note and clears the block-out in place', async ({ page }) => {
  await storeDay(page, teacher, {
    blocks: [block('Math')],
    isBlocked: true,
    blockedText: 'Conferences',
    hasNote: true,
    noteText: 'Picture day',
  })
  await page.goto('/dashboard?view=day&date=2026-11-18')
  await expect(page.getByText('No lessons on non-instructional days')).toBeVisible()
  await expect(page.getByText('1 lesson is kept')).toBeVisible()
  await page.getByRole('button', { name: 'Edit the note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Picture day at 1:10')
  await page.getByRole('button', { name: 'Next Day' }).click()
  await page.getByRole('button', { name: 'Previous Day' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Picture day at 1:10')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit the note' })).toBeFocused()
  await expect.poll(() => storedDay(page, teacher)).toMatchObject({ noteText: 'Picture day at 1:10', isBlocked: true })

  await page.getByRole('button', { name: 'Clear the block-out' }).click()
  await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
  await expectToast(page, 'Block-out removed')
  await expect(inMonth(page, 18)).toHaveAccessibleName(/2026, has notes$/)
  await page.getByRole('button', { name: 'Clear the note' }).click()
  await expect(page.getByText('Picture day at 1:10')).toHaveCount(0)
  await expect.poll(() => storedDay(page, teacher)).toMatchObject({ isBlocked: false, hasNote: false, blocks: [{ title: 'Math' }] })
})

test('a note of a day that was deleted elsewhere is written all the same', async ({ context, page, problems }) => {
  await cutStream(context)
  problems.expect(/409/)
  await storeDay(page, teacher, { hasNote: true, noteText: 'Picture day' })
  await page.goto('/dashboard?view=day&date=2026-11-18')
  await page.getByRole('button', { name: 'Edit the note' }).click()
  const { id } = (await storedDay(page, teacher)) as unknown as { id: string }
  await page.request.delete(`/api/calendar/${id}`, { headers: { authorization: `Bearer ${teacher.token}` } })
  await page.getByLabel('Note', { exact: true }).fill('Picture day moved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Note updated successfully')
  await expect.poll(() => storedDay(page, teacher)).toMatchObject({ noteText: 'Picture day moved' })
})

for (const { theme, width, height } of [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const)
  test(`the calendar is accessible in each state, ${theme} at ${width}`, async ({ page, context }) => {
    // Every day of the month is blocked; one has a note and one an alert besides.
    await page.request.post('/api/calendar/bulk', {
      headers: { authorization: `Bearer ${teacher.token}` },
      data: { from: '2026-11-01', to: '2026-11-30', isBlocked: true, blockedText: 'Closed' },
    })
    await storeDay(page, teacher, { hasNote: true, noteText: 'Boiler works' })
    await storeDay(page, teacher, { date: '2026-12-01', blocks: [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }] })
    await wear(page, { theme, weekStartsOn: 'monday' })
    await storeInPages(context, 'theme', theme)
    await page.setViewportSize({ width, height })
    await openWeek(page)
    const isSmall = width < 1200
    if (isSmall) await page.getByRole('button', { name: 'Month', exact: true }).click()
    await expect(inMonth(page, 18)).toHaveAccessibleName(/non-instructional, has notes/)
    await expect(inMonth(page, 1, 'December')).toHaveAccessibleName(/has alerts/)
    await expect(page.getByRole('columnheader').first()).toHaveText('M')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Block out or add a note/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await choose(page, 'Add Note')
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Boiler works')
    await expect(page.getByRole('textbox', { name: 'Note' }), 'also over the calendar of a small screen').toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    const dialog = await manage(page)
    await expect(dialog.getByRole('heading', { name: 'Blocked Dates 30' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    if (isSmall) {
      await inMonth(page, 17).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(dayOf(page, '2026-11-17')).toBeVisible()
    } else {
      await page.getByRole('button', { name: 'Collapse the calendar' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Expand the calendar' })).toBeFocused()
      // The tip of the button lies over the week until Escape.
      await page.keyboard.press('Escape')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Generate Sub Plans' }).click()
      await expect(page.getByRole('dialog', { name: 'Generate Sub Plans' })).toBeVisible()
      await page.reload()
      await page.getByRole('button', { name: 'Expand the calendar' }).press('Enter')
      await expect(inMonth(page, 18)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Collapse the calendar' })).toBeFocused()
    }
  })
