import { openTools } from './steps.mjs'

/**
 * A school administrator's screens and how to reach them.
 *
 * @typedef {import('../screens.mjs').Screen} Screen
 */

const YEAR = /** @type {const} */ ({ as: 'administrator' })
const MY_SCHEDULE = /** @type {const} */ ({ as: 'administrator', path: '/dashboard?calendar=mine' })
const OUR_TEACHERS = /** @type {const} */ ({ as: 'administrator', path: '/dashboard?calendar=teachers' })

/** Fills in the school's year without saving it. @param {import('@playwright/test').Page} page */
const setUpYear = async (page) => {
  await page.getByRole('button', { name: 'School year…' }).click()
  const dialog = page.getByRole('dialog', { name: 'School year' })
  await dialog.getByRole('radio', { name: 'In a cycle of days' }).check()
  await dialog.getByRole('button', { name: 'Add a bell schedule' }).click()
  await dialog.getByRole('button', { name: 'Paste bell times' }).click()
  await page.getByRole('textbox', { name: 'Bell times' }).fill('8-8:20\n8:20-9:30\n9:30-10:15\n10:30-11:30\n12:15-1\n1:15-2')
  await page.getByRole('button', { name: 'Use 6 times' }).click()
}

/** @type {Screen[]} */
export const SCHOOL_SCREENS = [
  { ...YEAR, name: 'school-wide' },
  {
    ...YEAR,
    name: 'school-wide-closed',
    reach: async (page) => {
      const winterBreak = page.getByRole('gridcell', { name: /closed: Winter break/ })
      await winterBreak.first().click()
    },
  },
  {
    ...YEAR,
    name: 'school-wide-days',
    reach: async (page) => {
      await page.getByText('Other…').click()
      await page.getByRole('button', { name: 'Several days…' }).click()
    },
  },
  { ...YEAR, name: 'school-year-dialog', reach: setUpYear },
  { name: 'school-week', as: 'administrator', path: '/dashboard?calendar=school' },
  {
    ...MY_SCHEDULE,
    name: 'school-selector',
    reach: async (page) => {
      await openTools(page)
      const selector = page.getByRole('button', { name: /^Whose schedule/ })
      await selector.filter({ visible: true }).click()
    },
  },
  { ...OUR_TEACHERS, name: 'school-teachers' },
  {
    ...OUR_TEACHERS,
    name: 'school-teacher-menu',
    reach: async (page) => page.getByRole('button', { name: 'More for Ben Lindqvist' }).click(),
  },
  {
    ...OUR_TEACHERS,
    name: 'school-invitations',
    reach: async (page) => {
      const invite = page.getByRole('button', { name: 'Invite teachers…' })
      if (await invite.isVisible()) await invite.click()
      const pasted = 'P. Sanders <p.sanders@lincoln.example> k.boyd@lincoln.example sam.okafor@firstbell.example s.wood@lincoln'
      await page.getByLabel('Email addresses').fill(pasted)
      await page.keyboard.press('Enter')
    },
  },
]
