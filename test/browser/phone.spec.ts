/** The planner on a phone: targets that fingers hit, sheets, the bar at the bottom, and Tools. */
import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { smallTargets } from '../../scripts/sheet/layout-faults.mjs'
import {
  block,
  dialogOf,
  lessonsOf,
  openWeek,
  runFromPalette,
  signUp,
  storeDay,
  storedDay,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test, untilQuiet } from './test.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context, 'America/New_York')
  const blocks = [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }, block('Art', '09:00', '09:45')]
  await storeDay(page, teacher, { blocks, hasNote: true, noteText: 'Picture day' })
  await storeDay(page, teacher, { date: addDays(WEDNESDAY, 2), isBlocked: true, blockedText: 'Conferences' })
})

/** Opens the week. The parts for small screens load after the lessons. */
const openOnPhone = async (page: Page) => {
  await openWeek(page)
  await expect(page.getByRole('group', { name: 'Day of the week' })).toBeVisible()
  await expect(lessonsOf(page)).toHaveCount(2)
}
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
/** Chooses from the menu of the lesson or the day. */
const choose = async (page: Page, of: RegExp, item: string) => {
  await press(page, of)
  if (item) await page.getByRole('menuitem', { name: item }).click()
}

type Screen = { name: string; reach: (page: Page) => Promise<unknown> }

const SCREENS: readonly Screen[] = [
  { name: 'the week', reach: async () => undefined },
  { name: 'a lesson', reach: (page) => lessonsOf(page).first().click() },
  { name: 'the menu of a lesson', reach: (page) => choose(page, /^More for Math/, '') },
  { name: 'moving a lesson', reach: (page) => choose(page, /^More for Math/, 'Move to…') },
  { name: 'the menu of a day', reach: (page) => choose(page, /^More for Wednesday/, '') },
  { name: 'a note', reach: (page) => choose(page, /^More for Wednesday/, 'Edit note…') },
  { name: 'a day off', reach: (page) => choose(page, /^More for Wednesday/, 'Block out…') },
  { name: 'copying a day', reach: (page) => choose(page, /^More for Wednesday/, 'Copy day to…') },
  { name: 'repeating a day', reach: (page) => choose(page, /^More for Wednesday/, 'Repeat until…') },
  { name: 'the history of a day', reach: (page) => choose(page, /^More for Wednesday/, 'History') },
  { name: 'the month', reach: (page) => press(page, 'Month') },
  { name: 'tools', reach: (page) => press(page, 'Tools') },
  { name: 'days off and notes', reach: (page) => runFromPalette(page, 'Manage Blockouts and Notes') },
  { name: 'a sub plan', reach: (page) => runFromPalette(page, 'Generate Sub Plans') },
  { name: 'special notes', reach: (page) => runFromPalette(page, 'Special Notes') },
  { name: 'preferences', reach: (page) => runFromPalette(page, 'Preferences') },
  { name: 'account management', reach: (page) => runFromPalette(page, 'Account Management') },
  { name: 'collaboration', reach: (page) => runFromPalette(page, 'Collaboration') },
  { name: 'printing', reach: (page) => runFromPalette(page, 'Print week') },
  { name: 'the day', reach: (page) => page.goto(`/dashboard?view=day&date=${WEDNESDAY}`) },
]

test('every target on the screens of a phone is large enough for a finger', { tag: '@full' }, async ({ page }) => {
  await openOnPhone(page)
  const found: string[] = []
  for (const { name, reach } of SCREENS) {
    await reach(page)
    await untilQuiet(page)
    found.push(...(await page.evaluate(smallTargets)).map((target) => `${name}: ${target}`))
    await openOnPhone(page)
  }
  expect(found).toEqual([])
})

test('a note is a sheet as tall as its content, which stands on the keyboard and closes when it is dragged down', async ({ page }) => {
  await openOnPhone(page)
  await choose(page, /^More for Wednesday/, 'Edit note…')
  const sheet = page.getByRole('dialog', { name: 'Add Note to Date' })
  await expect(sheet.getByLabel('Note')).toBeFocused()
  const boxOf = async () => (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect.poll(async () => Math.round((await boxOf()).y + (await boxOf()).height)).toBe(844)
  expect((await boxOf()).height, 'the day stays in view').toBeLessThan(844 / 2)
  expect((await sheet.getByRole('button', { name: 'Add Note' }).boundingBox())?.width).toBeGreaterThan(340)
  await expectAccessible(page)

  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 544, configurable: true })
    window.visualViewport?.dispatchEvent(new Event('resize'))
  })
  await expect.poll(async () => Math.round((await boxOf()).y + (await boxOf()).height), 'above a keyboard of 300 px').toBe(544)

  const { y, width } = await boxOf()
  await page.mouse.move(width / 3, y + 20)
  await page.mouse.down()
  await page.mouse.move(width / 3, y + 60)
  await page.mouse.up()
  await expect(sheet, 'after a short drag').toBeVisible()
  await page.mouse.move(width / 3, y + 20)
  await page.mouse.down()
  await page.mouse.move(width / 3, y + 160, { steps: 4 })
  await page.mouse.up()
  await expect(sheet).toBeHidden()
})

test('Tools undoes the latest change long after its toast, and says which one it is', async ({ page }) => {
  await openOnPhone(page)
  const tools = page.getByRole('dialog', { name: 'Tools' })
  await press(page, 'Tools')
  await expect(tools.getByRole('button', { name: 'Search' })).toBeVisible()
  await expect(tools.getByRole('button', { name: /^Undo/ }), 'nothing to undo yet').toHaveCount(0)
  await expectAccessible(page)
  await tools.getByRole('button', { name: 'Close' }).click()
  await choose(page, /^More for Math/, 'Delete')
  await expect(lessonsOf(page)).toHaveCount(1)
  await expectToast(page, 'Time block deleted successfully')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await press(page, 'Tools')
  await tools.getByRole('button', { name: 'Undo Delete Math' }).click()
  await expect(tools).toBeHidden()
  await expect(lessonsOf(page)).toHaveCount(2)
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks.length).toBe(2)
  await press(page, 'Tools')
  await tools.getByRole('button', { name: 'Generate Sub Plans' }).click()
  await expect(page.getByRole('dialog', { name: 'Generate Sub Plans' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Tools' })).toBeFocused()
})

test('the day says how much is in it, and is named once', async ({ page }) => {
  await openOnPhone(page)
  const day = page.locator(`section[data-date="${WEDNESDAY}"]`)
  await expect(day.getByText('2 lessons · 1 alert')).toBeVisible()
  await expect(day.getByText('Wed, Nov 18')).toBeVisible()
  await expect(day.getByText('18', { exact: true })).toBeHidden()
})

test('the heading opens the month, and the bar at the bottom fits on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openOnPhone(page)
  for (const name of ['Month', 'Add lesson', 'Tools']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    expect((box?.x ?? 0) >= 8 && (box?.x ?? 0) + (box?.width ?? 0) <= 312, `${name} keeps off the edge`).toBe(true)
  }
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'Month' }).getByRole('grid')).toBeVisible()
})

test('on the narrowest phone, Save is as wide as the screen, the copy of a day is a sheet, and a repeat is summed up above its button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openOnPhone(page)
  await lessonsOf(page).first().click()
  await expect(dialogOf(page).getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  expect((await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).boundingBox())?.width).toBe(288)
  await page.keyboard.press('Escape')

  await choose(page, /^More for Wednesday/, 'Copy day to…')
  await expect(dialogOf(page)).toHaveAttribute('data-sheet')
  await expect.poll(async () => (await dialogOf(page).boundingBox())?.y).toBeGreaterThan(40)
  await expect(dialogOf(page).getByRole('button', { name: 'Choose a day' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await choose(page, /^More for Wednesday/, 'Repeat until…')
  await expect(
    dialogOf(page)
      .locator('footer')
      .getByText(/^\d+ days filled$/),
  ).toBeInViewport({ ratio: 1 })
  await expect(dialogOf(page).getByRole('button', { name: /^Add \d+ lessons/ })).toBeInViewport({ ratio: 1 })
})

test('a note for several days shows the days in one row, and a day off is removed from its column', async ({ page }) => {
  await openOnPhone(page)
  await choose(page, /^More for Wednesday/, 'Edit note…')
  await dialogOf(page).getByRole('button', { name: 'Days Just Wednesday' }).click()
  await dialogOf(page).getByLabel('End date').fill(addDays(WEDNESDAY, 1))
  await expect(dialogOf(page).getByRole('button', { name: /^Days Wed, / })).toBeVisible()
  await expect(dialogOf(page).getByText('1 of these dates already has a note. We’ll replace it. Undo brings it back.')).toBeVisible()
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Add Note' }).click()
  await expect.poll(() => storedDay(page, teacher, addDays(WEDNESDAY, 1))).toMatchObject({ noteText: 'Picture day' })

  await page.getByRole('group', { name: 'Day of the week' }).getByText('Fri').click()
  await press(page, /^Unblock Day/)
  await expectToast(page, 'Day unblocked')
  await expect(page.getByRole('button', { name: /^Unblock Day/ }).filter({ visible: true })).toHaveCount(0)
})

test('what a sub plan is missing is above the fold, and saving it as a PDF is the main action', async ({ page }) => {
  await openOnPhone(page)
  await runFromPalette(page, 'Generate Sub Plans')
  const missing = dialogOf(page).getByRole('button', { name: /^\d+ things? missing$/ })
  await expect(missing).toBeVisible()
  const { y, height } = (await missing.boundingBox()) ?? { y: 844, height: 0 }
  const foot = await dialogOf(page).locator('footer').boundingBox()
  expect(y + height).toBeLessThanOrEqual(foot?.y ?? 0)
  expect(y + height, 'in the upper half').toBeLessThan(844 / 2)
  await expect(dialogOf(page).getByRole('button', { name: 'Save as PDF' })).toHaveClass(/(^| )bg-brand /)
  await expect(dialogOf(page).getByRole('button', { name: 'Generate and print' })).not.toHaveClass(/(^| )bg-brand /)
})
