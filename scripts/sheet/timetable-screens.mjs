/** My timetable: the page on which a teacher sets up a year, and its dialogs. */

import { command, firstLesson, ofDay, openLesson } from './steps.mjs'

/** @typedef {import('@playwright/test').Page} Page @typedef {import('../screens.mjs').Screen} Screen */

const WEEK = [
  '\tMonday\tTuesday\tWednesday\tThursday\tFriday',
  '8-8:20\tMorning Meeting\tMorning Meeting\tMorning Meeting\tMorning Meeting\tMorning Meeting',
  '820-930\tReading Workshop\tReading WS\tReading WS\tReading WS\tReading WS',
  '9:30\tWriting\tWriting\tLib/Comp\tWriting\tWriting',
  '10:30-11:30\tMath\tMath\tMath\tMath\tMath',
  'LUNCH\t\t\t\t\t',
  '12:15-1\tScience\tSocial Studies\tScience\tSoc St\tSoc St',
  '1:15-2\tMusic\tP.E.\tMusic\tPE\tMusic',
].join('\n')

/** Pastes a week and answers its question. @param {Page} page */
const pasteWeek = async (page) => {
  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click()
  await page.getByRole('textbox', { name: 'Cells of your week' }).fill(WEEK)
  await page.getByRole('button', { name: /^Use \d+ lessons$/ }).waitFor()
}

/** @param {Page} page */
const useWeek = async (page) => {
  await pasteWeek(page)
  await page.getByRole('combobox', { name: 'What Lib/Comp means' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: /^Use \d+ lessons$/ }).click()
  await page.getByRole('button', { name: /^Add \d+ lessons$/ }).waitFor()
}

/** Moves all times, and puts Writing in the place of Library. @param {Page} page */
const changeWeek = async (page) => {
  await page.getByRole('grid').waitFor()
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'All times 5 minutes later' }).click()
  const cell = page.getByRole('gridcell', { name: 'Wed, row 3: Library' })
  await cell.click()
  await cell.press('W')
  await page.keyboard.type('riting')
  await page.keyboard.press('Enter')
  await page.getByText('need a new place').waitFor()
}

/** Gives Writing another color. @param {Page} page */
const recolor = async (page) => {
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: /^Writing/ }).click()
  await page.getByRole('radio', { name: 'Brown' }).check()
  await page.getByRole('button', { name: 'Change 1 class' }).waitFor()
}

/** Moves all times and recolors a class from tomorrow on, although a later change is planned. @param {Page} page */
const replaceChange = async (page) => {
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'All times 5 minutes earlier' }).click()
  await page.getByRole('button', { name: /^Writing/ }).click()
  await page.getByRole('radio', { name: 'Brown' }).check()
  const fact = page.getByText(/^Your change of .* is replaced$/)
  await fact.scrollIntoViewIfNeeded()
}

/** Moves a lesson's end, and the later ones like it. @param {Page} page */
const changeLater = async (page) => {
  await openLesson(page)
  const end = page.getByRole('dialog').getByLabel('End')
  await end.fill('8:30 AM')
  await end.press('Tab')
  await page.getByRole('checkbox', { name: /^Also change \d+ later Morning Meeting lessons$/ }).check()
}

/** Opens next week's dialog, with a lesson that is already written and a day off. @param {Page} page */
const fillNextWeek = async (page) => {
  await page.keyboard.press('ArrowRight')
  await page.locator('section[data-date]').first().waitFor()
  await command('Fill from last year…')(page)
  await page.getByRole('button', { name: /^Fill in \d+ lessons$/ }).waitFor()
}

/**
 * Returns a step that opens today's dialog for a short day, and chooses a way.
 * @param {string} way
 */
const shortDay = (way) => async (/** @type {Page} */ page) => {
  await firstLesson(page).waitFor()
  await page.locator('[data-today] [data-day-menu]').filter({ visible: true }).click()
  await page.getByRole('menuitem', { name: /^(Short day|Other short times)…$/ }).click()
  await page.getByRole('radio', { name: way }).check()
  await page.locator('.short-lesson').first().waitFor()
}

/** A school that closed a day, for a teacher whose cycle waits. */
const CHANGE = {
  timetableId: crypto.randomUUID(),
  key: 'one',
  changes: ['Your school closed Thu, Jan 14.'],
  canUpdate: true,
  dates: [],
  moved: 112,
  by: 1,
  added: 0,
  unplaced: 2,
}

const SCHOOL_YEAR = {
  schoolName: 'Lincoln Elementary',
  year: {
    ...{ firstDay: '2026-08-26', lastDay: '2099-06-16', rhythm: { kind: 'cycle', days: 6, onDayOff: 'wait' } },
    ...{ numbers: { '2099-06-15': 3 }, setByHand: {}, operationId: crypto.randomUUID() },
    bellSchedules: [{ id: crypto.randomUUID(), name: 'Regular', rows: [{ startTime: '08:10', endTime: '08:30' }] }],
  },
}

/**
 * Returns numbers of a cycle of six days for the weekdays of a range.
 * @param {string} first @param {string} last
 */
const numbersFrom = (first, last) => {
  /** @type {Record<string, number>} */
  const numbers = {}
  let number = 3
  for (let time = Date.parse(first); time <= Date.parse(last); time += 86_400_000) {
    const day = new Date(time)
    if (day.getUTCDay() % 6 === 0) continue
    numbers[day.toISOString().slice(0, 10)] = number
    number = (number % 6) + 1
  }
  return numbers
}

/** Answers a call with these data instead of the server's, and loads the page again. @param {Page} page @param {string} call @param {object} json */
const withReply = async (page, call, json) => {
  await page.route(`**${call}`, (route) => route.fulfill({ json }))
  await page.reload()
}

/** @type {Screen[]} */
export const TIMETABLE_SCREENS = [
  { name: 'timetable-empty', path: '/timetable', reach: (page) => page.getByRole('grid').waitFor() },
  { name: 'timetable-paste', path: '/timetable', reach: pasteWeek },
  {
    name: 'timetable',
    path: '/timetable',
    reach: async (page) => {
      await useWeek(page)
      await page.getByRole('button', { name: /^Writing/ }).click()
    },
  },
  {
    name: 'timetable-cycle',
    path: '/timetable',
    reach: async (page) => {
      await useWeek(page)
      await page.getByRole('radio', { name: 'In a cycle of days' }).check()
      await page.getByRole('button', { name: 'One day later in the cycle' }).click()
      // Closes the button's tooltip.
      await page.getByRole('heading', { name: 'My timetable' }).click()
    },
  },
  { name: 'lesson-later', as: 'scheduled', reach: changeLater },
  { name: 'cycle-day-menu', as: 'cycled', path: '/dashboard?view=day', reach: ofDay('') },
  {
    name: 'cycle-day',
    as: 'cycled',
    path: '/dashboard?view=day',
    reach: async (page) => {
      await ofDay('Today is Day 3…')(page)
      await page.getByRole('button', { name: 'One day later in the cycle' }).click()
      await page.getByText(/lessons move to another day/).waitFor()
    },
  },
  {
    name: 'cycle-day-off',
    as: 'cycled',
    path: '/dashboard?view=day',
    reach: async (page) => {
      await firstLesson(page).waitFor()
      await page.keyboard.press('ArrowRight')
      await page.getByText('Conferences').first().waitFor()
      await ofDay('Count this day off as Day 4…')(page)
      await page.getByRole('radio', { name: /^The cycle goes on/ }).check()
      await page.getByText(/lessons move to another day/).waitFor()
    },
  },
  { name: 'short-day', as: 'scheduled', reach: shortDay('Start late') },
  {
    name: 'short-day-too-short',
    as: 'scheduled',
    reach: async (page) => {
      await shortDay('Start late')(page)
      await page.getByLabel('School starts').fill('12:45 PM')
      await page.getByText('Too short').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'short-day-week',
    as: 'scheduled',
    reach: async (page) => {
      await shortDay('Leave early')(page)
      await page.getByRole('button', { name: /^Shorten / }).click()
      await page.locator('.short-day').filter({ visible: true }).first().waitFor()
    },
  },
  { name: 'week-from-last-year', as: 'scheduled', reach: fillNextWeek },
  {
    name: 'timetable-follows',
    path: '/timetable',
    reach: async (page) => {
      const today = new Date().toISOString().slice(0, 10)
      const lastDay = `${Number(today.slice(0, 4)) + 1}-06-16`
      const firstDay = `${Number(today.slice(0, 4))}-08-26`
      await withReply(page, '/api/school/year', {
        ...SCHOOL_YEAR,
        year: { ...SCHOOL_YEAR.year, firstDay, lastDay, numbers: numbersFrom(today, lastDay) },
      })
      await page.getByRole('checkbox', { name: /^Follow Lincoln/ }).waitFor()
    },
  },
  {
    name: 'planner-school-question',
    reach: async (page) => {
      await withReply(page, '/api/timetables/school-change', { change: CHANGE })
      await page.getByRole('button', { name: 'Update my timetable' }).waitFor()
    },
  },
  { name: 'timetable-change', as: 'scheduled', path: '/timetable', reach: changeWeek },
  { name: 'timetable-recolor', as: 'scheduled', path: '/timetable', reach: recolor },
  { name: 'timetable-replaced', as: 'scheduled', path: '/timetable', reach: replaceChange },
]
