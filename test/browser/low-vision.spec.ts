/** The planner for teachers who zoom in, set their own colors, or space out text. */
import type { Page } from '@playwright/test'
import { block, dialogOf, lessonsOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, test } from './test.ts'

const TITLES = ['Morning Meeting', 'Reading Workshop', 'Library', 'Math', 'Science', 'Music']
const LESSONS = TITLES.map((title, at) => ({
  ...block(title, `${String(8 + at).padStart(2, '0')}:00`, `${String(8 + at).padStart(2, '0')}:45`),
  description: `<p>${title}: compare fractions with the same denominator, then write down what you found.</p>`,
}))

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context, 'America/New_York')
  await storeDay(page, teacher, { blocks: LESSONS })
})

/** Returns the share of the screen's height that elements in `selector` cover, along the middle of the screen. */
const shareOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const rows = Array.from({ length: window.innerHeight }, (_, y) => document.elementFromPoint(window.innerWidth / 2, y))
    return rows.filter((element) => element?.closest(wanted)).length / rows.length
  }, selector)

test.describe('at 400% zoom', () => {
  test('bars scroll away, so the lessons and the lesson dialog get most of the height', async ({ page }) => {
    await openWeek(page)
    await page.setViewportSize({ width: 320, height: 256 })
    await expect(lessonsOf(page)).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Add lesson' })).toBeVisible()
    expect(await shareOf(page, '.day-lessons'), 'lessons at the top of the page').toBeGreaterThan(0.5)
    await page.evaluate(() => window.scrollTo(0, 200))
    expect(await shareOf(page, '.day-lessons'), 'lessons in the middle of the page').toBeGreaterThan(0.9)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('button', { name: 'Add lesson' })).toBeInViewport({ ratio: 1 })
    expect(await shareOf(page, '.day-lessons'), 'lessons at the end of the page').toBeGreaterThan(0.5)

    await page.getByRole('button', { name: 'Next Day' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Thu')
    await page.getByRole('button', { name: 'Previous Day' }).click()
    await page.getByRole('button', { name: /^More for Wednesday/ }).click()
    await page.getByRole('menuitem', { name: 'Search…' }).click()
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')

    await lessonsOf(page).nth(3).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    expect(await shareOf(page, 'form'), 'the top of the dialog').toBeGreaterThan(0.5)
    await dialogOf(page).evaluate((dialog) => dialog.scrollTo(0, 200))
    expect(await shareOf(page, 'form'), 'the middle of the dialog').toBeGreaterThan(0.9)
    await dialogOf(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
    await expect(dialogOf(page).getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    expect(await shareOf(page, 'footer'), 'the end of the dialog').toBeLessThan(0.5)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

test('with the colors of the system, lessons, today, the running lesson, and choices keep their edges', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-18T10:15:00-05:00'))
  await page.emulateMedia({ forcedColors: 'active' })
  await openWeek(page)
  await expect(lessonsOf(page)).toHaveCount(6)
  const style = (selector: string, property: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name as string), [property, pseudo] as const)
  expect(await style('.lesson-card', 'border-top-width')).toBe('1px')
  expect(await style('.lesson-card', 'width', '::before'), 'the stripe of its color').toBe('4px')
  expect(await style('[data-phase="running"] .lesson-card', 'border-top-width')).toBe('3px')
  expect(await style('.day-column[data-today]', 'border-top-width')).toBe('2px')
  expect(await style('label:has(> input[value="week"]:checked)', 'outline-style')).toBe('solid')
  await lessonsOf(page).first().click()
  expect(await style('[role="dialog"]', 'border-top-width')).toBe('1px')
})

test('text spaced out as in WCAG 1.4.12 is cut off nowhere', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openWeek(page)
  await expect(page.getByRole('button', { name: 'Manage Blockouts and Notes' })).toBeVisible()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
  const cut = await page
    .locator('.month-panel button, .planner-bar button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && button.textContent !== '' && button.scrollWidth > button.clientWidth + 1)
        .map((button) => button.textContent),
    )
  expect(cut).toEqual([])
})
