/** Printing and showing single classes, and lessons without a day. */
import { command, ofLesson, openTools } from './steps.mjs'

/** @typedef {import('@playwright/test').Page} Page @typedef {import('../screens.mjs').Screen} Screen */

/** Waits until the pages are counted. @param {Page} page */
const openPrint = async (page) => {
  await command('Print dates')(page)
  await page.getByText(/^(1 page|About \d+ pages)/).waitFor()
}

/** Prints one class until the end of the year. @param {Page} page */
const printClass = async (page) => {
  await openPrint(page)
  await page.getByRole('button', { name: 'Rest of the school year' }).click()
  await page.getByRole('button', { name: 'None of the classes' }).click()
  await page.getByRole('checkbox', { name: 'Library' }).check()
  await page.getByText(/^(1 page|About \d+ pages)/).waitFor()
}

/** @param {Page} page */
const openUnplaced = async (page) => {
  await command('Unplaced lessons')(page)
  await page.getByText('No unplaced lessons').or(page.getByText('Plans that lost their place')).waitFor()
}

/** Deletes a lesson, then opens the list of changes. @param {Page} page */
const openChanges = async (page) => {
  await ofLesson('Delete')(page)
  await openTools(page)
  await page
    .getByRole('tab', { name: 'Changes' })
    .or(page.getByRole('button', { name: 'Changes' }))
    .filter({ visible: true })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Undo: / })
    .first()
    .waitFor()
}

/** The quiz in Math, two weeks on: in the week, or in its menu. @param {Page} page */
const openQuizMenu = async (page) => {
  for (const weeks of [1, 2]) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(weeks * 200)
  }
  const quiz = page.locator('.lesson-card', { hasText: 'Quiz 4A' })
  if (!(await quiz.isVisible())) await page.locator('.day-strip fieldset button').nth(2).click()
  await quiz.click({ button: 'right' })
}

/** Points at a move in the menu of the quiz. @param {Page} page */
const previewBump = async (page) => {
  await openQuizMenu(page)
  await page.getByRole('menuitem', { name: 'Bump all that follow' }).hover()
  await page.getByText('move on', { exact: false }).first().waitFor()
}

/** @param {Page} page */
const openCopyYear = async (page) => {
  await command('Copy last year’s plans')(page)
  await page.getByRole('button', { name: /^Copy \d+ plans$/ }).waitFor()
}

/** @type {Screen[]} */
export const CLASS_SCREENS = [
  { name: 'print-dates', as: 'scheduled', path: '/dashboard?view=month', reach: openPrint },
  { name: 'unplaced', as: 'scheduled', reach: openUnplaced },
  { name: 'unplaced-none', reach: openUnplaced },
  // Loses a lesson at each width, which other screens need.
  { name: 'undo-list', as: 'deleting', reach: openChanges },
  { name: 'bump', as: 'scheduled', reach: previewBump },
  { name: 'copy-year', as: 'returning', reach: openCopyYear },
  { name: 'copy-year-none', as: 'scheduled', reach: command('Copy last year’s plans') },
  { name: 'print-class', as: 'scheduled', reach: printClass },
  {
    name: 'month-classes',
    as: 'scheduled',
    path: '/dashboard?view=month',
    reach: (page) => page.getByRole('button', { name: 'All classes' }).click(),
  },
]
