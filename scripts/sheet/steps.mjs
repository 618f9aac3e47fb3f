/** The steps that reach screens (scripts/screens.mjs). */

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Returns a step that runs the command that is found by these words. Its label contains `label`.
 * @param {string} words
 */
export const command =
  (words, label = words) =>
  async (/** @type {Page} */ page) => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await field.fill(words)
    // Until then, the list shows what matched before the last letters.
    await page.getByRole('option', { selected: true }).filter({ hasText: label }).waitFor()
    await field.press('Enter')
  }

/** @param {Page} page */
export const firstLesson = (page) => page.locator('[data-block-id]').filter({ visible: true }).first()

/** @param {Page} page */
export const openLesson = async (page) => {
  await firstLesson(page).click()
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
}

/**
 * Returns a step that opens the first lesson's menu and chooses this item. If the item is empty, it only opens the menu.
 * @param {string} item
 */
export const ofLesson = (item) => async (/** @type {Page} */ page) => {
  await firstLesson(page).click({ button: 'right' })
  if (item) await page.getByRole('menuitem', { name: item }).first().click()
}

/**
 * Returns a step that opens the first visible day's menu and chooses this item. If the item is empty, it only opens the menu.
 * @param {string} item
 */
export const ofDay = (item) => async (/** @type {Page} */ page) => {
  await page.locator('[data-day-menu]').filter({ visible: true }).first().click()
  if (item) await page.getByRole('menuitem', { name: item }).first().click()
}

/**
 * Returns a step that opens the template manager at a tab and clicks a button there. If the button is empty, it only opens the tab.
 * @param {string} tab
 * @param {string} button
 */
export const inTemplates = (tab, button) => async (/** @type {Page} */ page) => {
  await command('Manage templates')(page)
  const dialog = page.getByRole('dialog', { name: 'Template Manager' })
  await dialog
    .getByRole('radio', { name: tab })
    .or(dialog.getByRole('tab', { name: tab }))
    .first()
    .click({ force: true })
  if (button) await dialog.getByRole('button', { name: button }).first().click()
}

/**
 * Returns a step that opens Account Management at this tab.
 * @param {string} tab
 */
export const inAccount = (tab) => async (/** @type {Page} */ page) => {
  await command('Account Management')(page)
  await page.getByRole('dialog').getByText(tab, { exact: true }).first().click()
}

/**
 * Returns a step that opens the preferences at this tab.
 * @param {string} tab
 */
export const inPreferences = (tab) => async (/** @type {Page} */ page) => {
  await command('Preferences')(page)
  await page.getByRole('tab', { name: tab }).click()
}

/** Opens the address of the planner, and makes it if there is none. @param {Page} page */
export const inOtherCalendars = async (page) => {
  await inPreferences('Other calendars')(page)
  const show = page.getByRole('switch', { name: 'Show my planner in another calendar' })
  if (!(await show.isChecked())) await show.click()
  await page.getByRole('button', { name: 'Copy address' }).waitFor()
}

/** Opens the month on a small screen. On a large one, it's always there. @param {Page} page */
export const openMonth = async (page) => {
  const month = page.getByRole('button', { name: 'Month', exact: true })
  if (await month.isVisible()) await month.click()
}

/** Opens Tools on a small screen. On a large one, its content is in the sidebars and the bar. @param {Page} page */
export const openTools = async (page) => {
  const tools = page.getByRole('button', { name: 'Tools', exact: true })
  if (await tools.isVisible()) await tools.click()
}

/** @param {Page} page */
export const openTemplates = async (page) => {
  await openTools(page)
  // The sidebar's tab has the same name.
  await page.locator('[data-tutorial=templates]').filter({ visible: true }).first().click()
}

/**
 * Returns a step that opens Collaboration at this tab.
 * @param {RegExp} tab
 */
export const inCollaboration = (tab) => async (/** @type {Page} */ page) => {
  await command('Collaboration')(page)
  await page.getByRole('dialog', { name: 'Collaboration' }).getByRole('tab', { name: tab }).click()
}

/**
 * Returns a step that opens a colleague's schedule and then runs `then`.
 * @param {(page: Page) => Promise<unknown>} [then]
 */
export const ofColleague = (then) => async (/** @type {Page} */ page) => {
  await command("'s schedule colleague", '’s schedule')(page)
  await page.getByText('You are viewing').waitFor()
  await firstLesson(page).waitFor()
  await then?.(page)
}

/**
 * Goes to the first week without lessons.
 * @param {Page} page
 */
export const toUnplannedWeek = async (page) => {
  const offer = page.getByRole('region', { name: 'Ways to plan this week' })
  await firstLesson(page).waitFor()
  while (!(await offer.isVisible())) {
    await page.keyboard.press('ArrowRight')
    await page.locator('section[data-date]').first().waitFor()
    await page.waitForTimeout(300)
  }
}
