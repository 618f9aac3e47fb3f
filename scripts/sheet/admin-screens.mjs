/** The platform admins' pages and dialogs. */

/** @typedef {import('../screens.mjs').Screen} Screen */
/** @typedef {import('@playwright/test').Page} Page */

/** Returns a step that opens this person and clicks a button there. @param {string} person @param {string} [button] */
const ofPerson = (person, button) => async (/** @type {Page} */ page) => {
  await page.getByRole('searchbox').fill(person)
  await page
    .getByRole('button', { name: new RegExp(person, 'i') })
    .first()
    .click()
  await page.getByText('You can’t open lessons or notes from here.').waitFor()
  if (button) await page.getByRole('button', { name: button, exact: true }).first().click()
}
const SEARCH = '/admin?tab=users&view=search'
const MAYA = 'Maya Rivera'

/** @type {Screen[]} */
export const ADMIN_SCREENS = [
  { name: 'admin-overview', as: 'admin', path: '/admin?tab=overview' },
  { name: 'admin-users', as: 'admin', path: '/admin?tab=users' },
  { name: 'admin-search', as: 'admin', path: SEARCH, reach: (page) => page.getByRole('searchbox').fill('firstbell') },
  { name: 'admin-person', as: 'admin', path: SEARCH, reach: ofPerson('Tessa Novak') },
  {
    name: 'admin-user-menu',
    as: 'admin',
    path: '/admin?tab=users',
    reach: (page) => page.getByRole('button', { name: 'More for Grace Liu' }).click(),
  },
  { name: 'admin-grant', as: 'admin', path: SEARCH, reach: ofPerson(MAYA, 'Grant plan…') },
  { name: 'admin-credit', as: 'admin', path: SEARCH, reach: ofPerson(MAYA, 'Add credit…') },
  { name: 'admin-reset-link', as: 'admin', path: SEARCH, reach: ofPerson(MAYA, 'Send reset link…') },
  { name: 'admin-invite', as: 'admin', path: SEARCH, reach: ofPerson('crowded@school.example', 'Invite to school…') },
  { name: 'admin-delete', as: 'admin', path: SEARCH, reach: ofPerson(MAYA, 'Delete account…') },
  { name: 'admin-schools', as: 'admin', path: '/admin?tab=users&view=schools' },
  {
    name: 'admin-new-school',
    as: 'admin',
    path: '/admin?tab=users&view=schools',
    reach: (page) => page.getByRole('button', { name: 'New school', exact: true }).click(),
  },
  {
    name: 'admin-school',
    as: 'admin',
    path: '/admin?tab=users&view=schools',
    reach: (page) => page.getByRole('list', { name: 'Schools' }).getByRole('button').first().click(),
  },
  { name: 'admin-security', as: 'admin', path: '/admin?tab=security' },
  { name: 'admin-email', as: 'admin', path: '/admin?tab=email' },
  { name: 'admin-system', as: 'admin', path: '/admin?tab=system' },
  { name: 'admin-tools', as: 'admin', path: '/admin?tab=tools' },
  {
    name: 'admin-maintenance',
    as: 'admin',
    path: '/admin?tab=tools',
    reach: (page) => page.getByRole('button', { name: 'Turn on Maintenance Mode…' }).click(),
  },
  { name: 'admin-denied', path: '/admin' },
]
