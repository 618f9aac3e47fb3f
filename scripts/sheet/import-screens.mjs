/** Bringing lessons in, and taking them out. */
import { command } from './steps.mjs'

/** @typedef {import('@playwright/test').Page} Page @typedef {import('../screens.mjs').Screen} Screen */

const ROWS = `Date,Start,End,Subject,Plan
11/18,8:00,8:20,Morning Meeting,Weather share
11/31,9:00,10:00,Art,Clay
11/18,10:30,11:30,Math,Decimals as tenths
11/19,1:15,2:00,Music,Mr. Hale`

const CALENDAR = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//District//EN
BEGIN:VEVENT
UID:1
DTSTAMP:20260801T000000Z
SUMMARY:No School: Conferences
DTSTART;VALUE=DATE:20261119
DTEND;VALUE=DATE:20261121
END:VEVENT
END:VCALENDAR`

/** @param {Page} page */
const openImport = async (page) => {
  await command('Bring in what you have')(page)
  await page.getByRole('dialog', { name: 'Bring in what you have' }).waitFor()
}

/** @param {Page} page */
const pasteRows = async (page) => {
  await openImport(page)
  await page.getByRole('textbox', { name: 'Your rows' }).fill(ROWS)
  await page.getByRole('button', { name: 'Bring in 3 lessons' }).waitFor()
}

/**
 * Returns a step that chooses a file.
 * @param {string} name
 * @param {string} content
 * @param {RegExp} words that appear once it was read
 */
const chooseFile = (name, content, words) => async (/** @type {Page} */ page) => {
  await openImport(page)
  await page.getByLabel('File to bring in').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
  await page.getByText(words).first().waitFor({ state: 'attached' })
}

/** @type {Screen[]} */
export const IMPORT_SCREENS = [
  { name: 'import-empty', reach: openImport },
  { name: 'import', reach: pasteRows },
  { name: 'import-calendar', reach: chooseFile('district.ics', CALENDAR, /^2 days off/) },
  { name: 'import-refused', reach: chooseFile('plans.xlsx', 'PK xl/workbook.xml', /is an Excel file/) },
  { name: 'take-with-you', reach: command('Take it with you') },
]
