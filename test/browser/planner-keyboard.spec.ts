import type { Page } from '@playwright/test'
import { dialogOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setFixedTime(new Date('2026-11-18T10:00:00Z'))
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search lessons, commands, or dates' })

/** Checks that Enter runs the option that screen readers announce. */
const expectChosen = async (page: Page, name: RegExp) => {
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toHaveText(name)
  const field = page.getByRole('combobox', { name: 'Search lessons, commands, or dates' })
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? 'an option with an id')
}

test('a teacher navigates weeks and days and plans a lesson with single keys', async ({ page }) => {
  await storeDay(page, teacher, { date: '2026-11-20', isBlocked: true, blockedText: 'Conferences' })
  await openWeek(page)
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).toHaveText('Week of November 23, 2026')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page)).toHaveText('Week of November 9, 2026')
  await page.keyboard.press('t')
  await expect(heading(page)).toHaveText('Week of November 16, 2026')
  await page.keyboard.press('d')
  await expect(heading(page)).toHaveText('Wednesday, November 18, 2026')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).toHaveText('Friday, November 20, 2026')
  await page.keyboard.press('n')
  await expectToast(page, 'No lessons on non-instructional days')
  await expect(dialogOf(page)).toBeHidden()
  await page.keyboard.press('w')
  await page.keyboard.press('t')
  await page.keyboard.press('n')
  await expect(dialogOf(page)).toContainText('Create Time Block')
  await expect(dialogOf(page)).toContainText('Wednesday, November 18, 2026')

  // Typing in a field or an open dialog doesn't trigger shortcuts.
  await expect(dialogOf(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('twdn?')
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('twdn?')
  await dialogOf(page).getByRole('button', { name: 'Bold' }).focus()
  await page.keyboard.press('w')
  await page.keyboard.press('Control+k')
  await expect(page).toHaveURL(/view=week&date=2026-11-18/)
  await expect(palette(page)).toBeHidden()
})

test('text typed before the palette opens appears in it and triggers nothing on the page', async ({ page }) => {
  let bring: () => unknown = () => undefined
  const here = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route(/\/assets\/dialogs-.*\.js$/, async (route) => {
    await here
    await route.continue()
  })
  await openWeek(page)
  await page.getByRole('button', { name: 'Next Week' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('use darx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  bring()
  const field = page.getByRole('combobox', { name: 'Search lessons, commands, or dates' })
  await expect(field).toBeFocused()
  await page.keyboard.type(' th')
  await expect(field).toHaveValue('use dark th')
  await expectChosen(page, /^Use dark theme/)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(heading(page)).toHaveText('Week of November 16, 2026')
})

test('Undo that is pressed before its command has loaded runs once it has', async ({ page }) => {
  let bring: () => unknown = () => undefined
  const here = new Promise<void>((resolve) => {
    bring = resolve
  })
  await page.route(/\/assets\/rest-.*\.js$/, async (route) => {
    await here
    await route.continue()
  })
  await openWeek(page)
  await page.keyboard.press('Control+z')
  bring()
  await expectToast(page, 'Nothing to undo')
})

test('commands that load later appear in the open palette, and Enter runs the one chosen before', { tag: '@full' }, async ({ page }) => {
  // The parts load when the browser is idle.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = []
    let isIdle = false
    Object.assign(window, {
      requestIdleCallback: (callback: () => void) => (isIdle ? setTimeout(callback) : waiting.push(callback)),
      beIdle: (forever: boolean) => {
        isIdle = forever
        for (const callback of waiting.splice(0)) callback()
      },
    })
  })
  const beIdle = (forever: boolean) =>
    page.evaluate((always) => (window as unknown as { beIdle: (forever: boolean) => void }).beIdle(always), forever)
  await openWeek(page)
  // The planner's own commands load once the week is on screen.
  await beIdle(false)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search lessons, commands, or dates' })
  await field.fill('c')
  await expectChosen(page, /^Changes/)
  await expect(page.getByRole('option', { name: /^Collaboration/ })).toBeHidden()
  await beIdle(true)
  await expect(page.getByRole('option', { name: /^Collaboration/ })).toBeVisible()
  await expectChosen(page, /^Changes/)
  await field.fill('colla')
  await expectChosen(page, /^Collaboration/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Collaboration' })).toBeVisible()
})
