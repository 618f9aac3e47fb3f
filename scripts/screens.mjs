/**
 * Every screen and dialog in Firstbell and how to reach it, for `npm run pictures -- all`. When you add a screen to the app, add it here
 * too.
 *
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ name: string, as?: 'nobody' | 'teacher' | 'administrator' | 'admin' | 'newcomer' | 'toured' | 'crowded', path?: string,
 * reach?: (page: Page) => Promise<unknown>, }} Screen
 */

/**
 * Returns a step that runs the command with this label.
 * @param {string} label
 */
const command = (label) => async (/** @type {Page} */ page) => {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.fill(label)
  await page.getByRole('option').first().waitFor()
  await field.press('Enter')
}

/** @param {Page} page */
const firstLesson = (page) => page.locator('[data-block-id]').filter({ visible: true }).first()

/** @param {Page} page */
const openLesson = async (page) => {
  await firstLesson(page).click()
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
}

/**
 * Returns a step that opens the first lesson's menu and chooses this item. If the item is empty, it only opens the menu.
 * @param {string} item
 */
const ofLesson = (item) => async (/** @type {Page} */ page) => {
  await firstLesson(page).click({ button: 'right' })
  if (item) await page.getByRole('menuitem', { name: item }).first().click()
}

/**
 * Returns a step that opens the first visible day's menu and chooses this item. If the item is empty, it only opens the menu.
 * @param {string} item
 */
const ofDay = (item) => async (/** @type {Page} */ page) => {
  await page.locator('[data-day-menu]').filter({ visible: true }).first().click()
  if (item) await page.getByRole('menuitem', { name: item }).first().click()
}

/**
 * Returns a step that opens the template manager at a tab and clicks a button there. If the button is empty, it only opens the tab.
 * @param {string} tab
 * @param {string} button
 */
const inTemplates = (tab, button) => async (/** @type {Page} */ page) => {
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
const inAccount = (tab) => async (/** @type {Page} */ page) => {
  await command('Account Management')(page)
  await page.getByRole('dialog').getByText(tab, { exact: true }).first().click()
}

/** @param {Page} page */
const openTools = async (page) => {
  const tools = page.getByRole('button', { name: 'Tools', exact: true })
  if (await tools.isVisible()) await tools.click()
}

/** @param {Page} page */
const openTemplates = async (page) => {
  await openTools(page)
  await page.getByRole('button', { name: 'Templates' }).filter({ visible: true }).first().click()
}

/**
 * Returns a step that opens Collaboration at this tab.
 * @param {RegExp} tab
 */
const inCollaboration = (tab) => async (/** @type {Page} */ page) => {
  await command('Collaboration')(page)
  await page.getByRole('dialog', { name: 'Collaboration' }).getByRole('tab', { name: tab }).click()
}

/**
 * Returns a step that opens a colleague's schedule and then runs `then`.
 * @param {(page: Page) => Promise<unknown>} [then]
 */
const ofColleague = (then) => async (/** @type {Page} */ page) => {
  await command("'s schedule colleague")(page)
  await page.getByText('You are viewing').waitFor()
  await firstLesson(page).waitFor()
  await then?.(page)
}

/**
 * Returns a step that shows the gate, as if the account had this status.
 * @param {'TRIALEXPIRED' | 'PROTEACHEREXPIRED'} subscriptionStatus
 */
const behindGate = (subscriptionStatus) => async (/** @type {Page} */ page) => {
  await page.route('**/api/user', async (route) => {
    const reply = await route.fetch()
    const user = await reply.json()
    await route.fulfill({ response: reply, json: { ...user, subscriptionStatus } })
  })
  await page.reload()
  await page.getByRole('dialog', { name: /Subscription Required/ }).waitFor()
}

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'landing', as: 'nobody', path: '/' },
  { name: 'terms', as: 'nobody', path: '/terms' },
  { name: 'privacy', as: 'nobody', path: '/privacy' },
  { name: 'not-found', as: 'nobody', path: '/nowhere' },
  { name: 'sign-in', as: 'nobody', path: '/auth' },
  { name: 'sign-up', as: 'nobody', path: '/auth?mode=register' },
  {
    name: 'guest',
    as: 'nobody',
    path: '/auth',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Try it now' }).click()
      await page.getByRole('button', { name: 'Skip Tour' }).click()
      await page.getByRole('heading', { level: 1, name: /^Week of/ }).waitFor()
    },
  },
  { name: 'sign-up-invited', as: 'nobody', path: '/auth?ref=FRIEND42' },
  { name: 'week' },
  { name: 'week-empty', as: 'toured' },
  {
    name: 'week-unplanned',
    reach: async (page) => {
      const offer = page.getByRole('region', { name: 'Ways to plan this week' })
      await firstLesson(page).waitFor()
      while (!(await offer.isVisible())) {
        await page.keyboard.press('ArrowRight')
        await page.locator('section[data-date]').first().waitFor()
        await page.waitForTimeout(300)
      }
    },
  },
  { name: 'week-crowded', as: 'crowded' },
  { name: 'day', path: '/dashboard?view=day' },
  { name: 'day-empty', as: 'toured', path: '/dashboard?view=day' },
  { name: 'tour', as: 'newcomer', reach: async (page) => page.getByRole('button', { name: 'Next', exact: true }).click() },
  { name: 'lesson', reach: openLesson },
  {
    name: 'lesson-expanded',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Expand' }).click()
    },
  },
  { name: 'lesson-new', reach: command('Add Time Block') },
  {
    name: 'leave-unsaved',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('dialog').getByLabel('Title').fill('Algebra')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    },
  },
  { name: 'lesson-menu', reach: ofLesson('') },
  { name: 'lesson-move', reach: ofLesson('Move…') },
  { name: 'lesson-copy', reach: ofLesson('Copy to…') },
  { name: 'day-menu', reach: ofDay('') },
  { name: 'day-copy', reach: ofDay('Copy day to…') },
  { name: 'day-history', reach: ofDay('History') },
  { name: 'day-repeat', reach: ofDay('Repeat until…') },
  { name: 'note', reach: ofDay('Add Note') },
  { name: 'block-out', reach: ofDay('Block Out') },
  { name: 'marks', reach: command('Manage Blockouts and Notes') },
  { name: 'colleague', reach: ofColleague((page) => firstLesson(page).focus()) },
  { name: 'colleague-day', path: '/dashboard?view=day', reach: ofColleague() },
  { name: 'colleague-lesson', reach: ofColleague((page) => firstLesson(page).click()) },
  { name: 'colleague-lesson-menu', reach: ofColleague(ofLesson('')) },
  { name: 'colleague-copy', reach: ofColleague(ofLesson('Copy to my planner')) },
  { name: 'colleague-day-menu', reach: ofColleague(ofDay('')) },
  { name: 'colleague-day-copy', reach: ofColleague(ofDay('Copy to my planner')) },
  { name: 'colleague-sub-plan', reach: ofColleague(command('Generate Sub Plans')) },
  { name: 'colleague-read-only', reach: ofColleague((page) => page.keyboard.press('n')) },
  { name: 'templates-menu', reach: openTemplates },
  { name: 'templates-blocks', reach: inTemplates('Time Blocks', '') },
  { name: 'templates-daily', reach: inTemplates('Daily', '') },
  { name: 'templates-weekly', reach: inTemplates('Weekly', '') },
  { name: 'template-block', reach: inTemplates('Time Blocks', 'New template') },
  { name: 'template-day', reach: inTemplates('Daily', 'New template') },
  { name: 'print', reach: command('Print Week') },
  { name: 'search', path: '/search?q=fractions', reach: async (page) => page.locator('mark').first().waitFor() },
  { name: 'search-subjects', path: '/search?q=group', reach: async (page) => page.locator('mark').first().waitFor() },
  { name: 'search-nothing', path: '/search?q=quince', reach: async (page) => page.getByText('No matches.').waitFor() },
  { name: 'sub-plan', reach: command('Generate Sub Plans') },
  { name: 'special-notes', reach: command('Special Notes') },
  { name: 'collaboration-invite', reach: inCollaboration(/^Invite/) },
  { name: 'collaboration-sent', reach: inCollaboration(/^Sent/) },
  { name: 'collaboration-received', reach: inCollaboration(/^Received/) },
  {
    name: 'school',
    reach: async (page) => {
      await command('Preferences')(page)
      await page.getByRole('heading', { name: 'School', exact: true }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'school-wide', as: 'administrator' },
  {
    name: 'school-selector',
    as: 'administrator',
    reach: async (page) => {
      await openTools(page)
      await page
        .getByRole('button', { name: /^Whose schedule/ })
        .filter({ visible: true })
        .click()
    },
  },
  { name: 'school-teachers', as: 'administrator', reach: command('Our Teachers') },
  {
    name: 'school-invitations',
    as: 'administrator',
    reach: async (page) => {
      await command('Our Teachers')(page)
      await page.getByRole('tab', { name: /^Invitations/ }).click()
    },
  },
  { name: 'account-profile', reach: command('Account Management') },
  { name: 'account-security', reach: inAccount('Security') },
  { name: 'account-billing', reach: inAccount('Billing') },
  { name: 'account-referral', reach: inAccount('Referral') },
  { name: 'checkout', path: '/checkout?plan=pro&type=yearly' },
  { name: 'gate', reach: behindGate('TRIALEXPIRED') },
  { name: 'gate-plan-ended', reach: behindGate('PROTEACHEREXPIRED') },
  { name: 'preferences', reach: command('Preferences') },
  { name: 'search-commands', reach: async (page) => page.keyboard.press('Control+k') },
  {
    name: 'search-date',
    reach: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('tomorrow')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'shortcuts', reach: command('Keyboard Shortcuts') },
  { name: 'admin-overview', as: 'admin', path: '/admin?tab=overview' },
  { name: 'admin-users', as: 'admin', path: '/admin?tab=users' },
  {
    name: 'admin-person',
    as: 'admin',
    path: '/admin?tab=users',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /Maya Rivera/ })
        .first()
        .click()
      await page.getByLabel('User', { exact: true }).waitFor()
    },
  },
  { name: 'admin-security', as: 'admin', path: '/admin?tab=security' },
  { name: 'admin-email', as: 'admin', path: '/admin?tab=email' },
  { name: 'admin-system', as: 'admin', path: '/admin?tab=system' },
  { name: 'admin-tools', as: 'admin', path: '/admin?tab=tools' },
  { name: 'admin-denied', path: '/admin' },
  { name: 'account-menu', reach: async (page) => page.getByRole('button', { name: /^Account: / }).click() },
]
