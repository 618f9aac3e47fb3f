/**
 * Every screen and dialog in Firstbell and how to reach it, for `npm run pictures -- all`. When you add a screen to the app, add it here
 * too.
 *
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ name: string, as?: 'nobody' | import('./sheet/people.mjs').Name, path?: string, mail?: RegExp,
 * reach?: (page: Page) => Promise<unknown> }} Screen
 */
import { ADMIN_SCREENS } from './sheet/admin-screens.mjs'
import { BILLING_SCREENS } from './sheet/billing-screens.mjs'
import { CLASS_SCREENS } from './sheet/class-screens.mjs'
import { CLOSING_SCREENS } from './sheet/closing-screens.mjs'
import { IMPORT_SCREENS } from './sheet/import-screens.mjs'
import { MAIL_SCREENS } from './sheet/mail-screens.mjs'
import { SCHOOL_SCREENS } from './sheet/school-screens.mjs'
import { SIGN_IN_SCREENS } from './sheet/sign-in-screens.mjs'
import { STATE_SCREENS } from './sheet/state-screens.mjs'
import {
  command,
  firstLesson,
  inAccount,
  inCollaboration,
  inOtherCalendars,
  inPreferences,
  inTemplates,
  ofColleague,
  ofDay,
  ofLesson,
  openLesson,
  openMonth,
  openTemplates,
  openTools,
  toUnplannedWeek,
} from './sheet/steps.mjs'
import { SUBSTITUTE_SCREENS } from './sheet/substitute-screens.mjs'
import { TIMETABLE_SCREENS } from './sheet/timetable-screens.mjs'

/** Opens the class of the first lesson that has one. @param {Page} page */
const toClass = async (page) => {
  await ofLesson('All Morning Meeting lessons')(page)
  await page.locator('.class-line').first().waitFor()
}

/** Chooses a weekly template for the displayed week. @param {Page} page */
const applyTemplate = async (page) => {
  await openTemplates(page)
  await page.getByRole('menuitem', { name: 'Normal week' }).click()
  await page.getByRole('dialog', { name: /^(Apply Template|Overwrite Warning)$/ }).waitFor()
}

/** Generates a sub plan while the browser blocks new windows, so that it appears in this one. @param {Page} page */
const toPlanPage = async (page) => {
  await command('Generate Sub Plans')(page)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Generate and print' }).click()
  await page.getByRole('link', { name: 'Back to the planner' }).waitFor()
}

/** @param {string} tab */
const inSpecialNotes = (tab) => async (/** @type {Page} */ page) => {
  await command('Special Notes')(page)
  await page.getByRole('tab', { name: tab }).click()
}

/** @type {Screen[]} */
export const SCREENS = [
  { name: 'landing', as: 'nobody', path: '/' },
  { name: 'terms', as: 'nobody', path: '/terms' },
  { name: 'privacy', as: 'nobody', path: '/privacy' },
  { name: 'student-privacy', as: 'nobody', path: '/student-privacy' },
  { name: 'accessibility', as: 'nobody', path: '/accessibility' },
  { name: 'accessibility-report', as: 'nobody', path: '/accessibility-report' },
  { name: 'not-found', as: 'nobody', path: '/nowhere' },
  ...SIGN_IN_SCREENS,
  ...CLOSING_SCREENS,
  { name: 'week' },
  {
    name: 'week-day-off',
    reach: async (page) => {
      const friday = page.getByRole('group', { name: 'Day of the week' }).getByText('Fri')
      if (await friday.isVisible()) await friday.click()
      await page
        .getByRole('button', { name: /^Unblock Day/ })
        .filter({ visible: true })
        .waitFor()
    },
  },
  { name: 'week-empty', as: 'toured' },
  {
    name: 'usual-day',
    as: 'toured',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Type my usual day/ }).click()
      await page
        .getByLabel('Lessons (one per line)')
        .fill('8:00 Morning Meeting\n8:20 Reading\n9:30-10:15 Math\nspelling test\n10:30 Recess\n12:15 Science\n1:15 pm Music')
      await page.getByRole('button', { name: 'End of year' }).focus()
    },
  },
  { name: 'week-unplanned', reach: toUnplannedWeek },
  { name: 'week-crowded', as: 'crowded' },
  { name: 'month-view', path: '/dashboard?view=month' },
  { name: 'class-view', reach: toClass },
  {
    name: 'class-edit',
    reach: async (page) => {
      await toClass(page)
      await page.getByRole('button', { name: 'Edit class' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Circle time')
      await page.getByRole('checkbox', { name: /^Also rename/ }).check()
    },
  },
  { name: 'month-sheet', reach: openMonth },
  { name: 'tools-sheet', reach: openTools },
  { name: 'day', path: '/dashboard?view=day' },
  { name: 'day-empty', as: 'toured', path: '/dashboard?view=day' },
  {
    name: 'day-empty-usual',
    reach: async (page) => {
      await toUnplannedWeek(page)
      await page.keyboard.press('d')
      const offer = page.getByRole('button', { name: /^Add my usual/ })
      // The week may begin with a holiday.
      await offer.or(page.getByText('No lessons on non-instructional days')).first().waitFor()
      if (!(await offer.isVisible())) await page.keyboard.press('ArrowRight')
      await offer.waitFor()
    },
  },
  { name: 'tour', as: 'newcomer', reach: async (page) => page.getByRole('button', { name: 'Next', exact: true }).press('Enter') },
  { name: 'lesson', reach: openLesson },
  {
    name: 'lesson-expanded',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Expand' }).click()
    },
  },
  { name: 'lesson-new', reach: command('Add lesson') },
  {
    name: 'lesson-class',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('button', { name: /^Class: / }).click()
    },
  },
  {
    name: 'class-new',
    reach: async (page) => {
      await command('Add lesson')(page)
      await page.getByRole('button', { name: /^Class: / }).click()
      await page.getByRole('menuitem', { name: 'New class…' }).click()
      await page.getByRole('dialog', { name: 'New class' }).getByLabel('Name').fill('Choir')
    },
  },
  {
    name: 'lesson-saved',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('dialog').getByLabel('Title').fill('Algebra')
      await page.locator('[data-save-state]').filter({ hasText: 'Saved' }).waitFor()
    },
  },
  { name: 'lesson-menu', reach: ofLesson('') },
  { name: 'lesson-color', reach: ofLesson('Color…') },
  { name: 'lesson-move', reach: ofLesson('Move to…') },
  { name: 'lesson-copy', reach: ofLesson('Copy to…') },
  { name: 'day-menu', reach: ofDay('') },
  { name: 'day-copy', reach: ofDay('Copy day to…') },
  { name: 'day-history', reach: ofDay('History') },
  { name: 'day-repeat', reach: ofDay('Repeat until…') },
  { name: 'note', reach: ofDay('Add note') },
  {
    name: 'note-days',
    reach: async (page) => {
      await ofDay('Add note')(page)
      await page.getByRole('button', { name: /^Days/ }).click()
      await page.getByLabel('End date').waitFor()
    },
  },
  {
    name: 'note-repeat',
    reach: async (page) => {
      await ofDay('Add note')(page)
      await page.getByRole('textbox', { name: 'Note' }).fill('Wear the Lincoln shirt. Class photo at 1:10, gym.')
      await page.getByRole('button', { name: /^Repeat/ }).click()
      await page.getByRole('radio', { name: 'Every 2 weeks' }).check()
      await page.getByLabel('Until').waitFor()
    },
  },
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
  { name: 'templates-apply', reach: async (page) => toUnplannedWeek(page).then(() => applyTemplate(page)) },
  { name: 'templates-overwrite', reach: applyTemplate },
  { name: 'templates-blocks', reach: inTemplates('Time Blocks', '') },
  { name: 'templates-daily', reach: inTemplates('Daily', '') },
  { name: 'templates-weekly', reach: inTemplates('Weekly', '') },
  { name: 'template-block', reach: inTemplates('Time Blocks', 'New template') },
  { name: 'template-day', reach: inTemplates('Daily', 'New template') },
  { name: 'print', reach: command('Print week') },
  ...CLASS_SCREENS,
  ...IMPORT_SCREENS,
  { name: 'search', path: '/search?q=fractions', reach: async (page) => page.locator('mark').first().waitFor() },
  { name: 'search-subjects', path: '/search?q=group', reach: async (page) => page.locator('mark').first().waitFor() },
  { name: 'search-nothing', path: '/search?q=quince', reach: async (page) => page.getByText('Nothing matches').waitFor() },
  { name: 'sub-plan', reach: command('Generate Sub Plans') },
  { name: 'sub-plan-page', reach: toPlanPage },
  { name: 'sub-plan-printed', reach: async (page) => toPlanPage(page).then(() => page.emulateMedia({ media: 'print' })) },
  ...SUBSTITUTE_SCREENS,
  { name: 'special-notes', reach: command('Special Notes') },
  { name: 'special-notes-emergency', reach: inSpecialNotes('Emergency Procedures') },
  { name: 'special-notes-students', reach: inSpecialNotes('Student Notes') },
  { name: 'special-notes-classroom', reach: inSpecialNotes('Classroom') },
  { name: 'collaboration-invite', reach: inCollaboration(/^Invite/) },
  { name: 'collaboration-sent', reach: inCollaboration(/^Sent/) },
  { name: 'collaboration-received', reach: inCollaboration(/^Received/) },
  {
    name: 'school',
    reach: async (page) => {
      await command('Preferences')(page)
      await page.getByRole('tab', { name: /^School/ }).click()
    },
  },
  ...SCHOOL_SCREENS,
  { name: 'account-profile', reach: command('Account Management') },
  { name: 'account-security', reach: inAccount('Security') },
  { name: 'account-data', reach: inAccount('Your Data') },
  {
    name: 're-authentication',
    reach: async (page) => {
      // The sheet's people have just signed in, so the server wouldn't ask.
      await page.route('**/api/user/export', (route) =>
        route.fulfill({ status: 403, json: { code: 'proof_needed', message: 'Please confirm it’s you.' } }),
      )
      await inAccount('Your Data')(page)
      await page.getByRole('button', { name: 'Export my data' }).click()
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
    },
  },
  {
    name: 'drive-connect',
    reach: async (page) => {
      await openLesson(page)
      await page.getByRole('button', { name: 'Insert a file from Google Drive' }).click()
      await page.getByRole('dialog', { name: 'Connect Google Drive' }).waitFor()
    },
  },
  { name: 'preferences', reach: command('Preferences') },
  { name: 'preferences-planner', reach: inPreferences('Planner') },
  { name: 'preferences-alerts', reach: inPreferences('Mail and alerts') },
  { name: 'other-calendars', reach: inOtherCalendars },
  {
    name: 'other-calendars-renew',
    reach: async (page) => {
      await inOtherCalendars(page)
      await page.getByRole('button', { name: 'Renew address…' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'search-commands', reach: async (page) => page.keyboard.press('Control+k') },
  {
    name: 'search-date',
    reach: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('tomorrow')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'shortcuts', reach: command('Keyboard shortcuts') },
  { name: 'account-menu', reach: async (page) => page.getByRole('button', { name: /^Account: / }).click() },
  ...TIMETABLE_SCREENS,
  ...STATE_SCREENS,
  ...BILLING_SCREENS,
  ...ADMIN_SCREENS,
  ...MAIL_SCREENS,
]
