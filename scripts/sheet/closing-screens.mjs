/** A snow day: the dialog that closes a day and moves its plans on, the closed day, and the way back. */
import { register } from 'tsx/esm/api'
import { command, ofDay } from './steps.mjs'

register()
const { addDays, mondayOf, schoolWeekOf, stepSchoolDay } = await import('#shared/dates.ts')

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../screens.mjs').Screen} Screen
 * @typedef {import('../../bench/start-server.mjs').SignedIn} SignedIn
 * @typedef {import('../../bench/start-server.mjs').Server['call']} Call
 */

const ROWS = [
  ['08:00', '08:20'],
  ['08:20', '09:30'],
  ['09:30', '10:15'],
  ['10:30', '11:30'],
  ['12:15', '13:00'],
  ['13:15', '14:00'],
].map(([startTime = '', endTime = '']) => ({ startTime, endTime }))

/** What is planned, by class: one word or two for each lesson, in order. */
const PLANS = {
  'Morning Meeting': ['Greeting, share', 'Class jobs', 'Birthday song', 'Set goals', 'Gratitude circle', 'Feast sign-up'],
  'Reading Workshop': ['Character traits', 'Guided groups', 'Theme chart', 'Book clubs', 'Author visit', 'Free choice'],
  Writing: ['Paragraph two', 'Peer review', 'Publish pieces', 'Thank-you draft', 'Thank-you letter', 'Story map'],
  Math: ['Area models', 'Comparing', 'Quiz 4A', 'Adding', 'Subtracting', 'Word problems'],
  Science: ['Stream day 1', 'Erosion', 'Stream day 2', 'Landforms key', 'Regions quiz'],
  Library: ['Return books', 'Biographies'],
}

/**
 * Lays a weekly timetable down for half a year, from this week on, and writes plans for the first lessons of each class. The fifth reading
 * lesson is locked, and Library has its weekday.
 * @param {SignedIn} teacher
 * @param {{ call: Call, today: string }} world
 */
export async function laySnowDay({ token }, { call, today }) {
  const names = Object.keys(PLANS)
  const classes = names.map((name, color) => ({ id: crypto.randomUUID(), name, color, room: 'Room 12', staysOnItsDay: name === 'Library' }))
  const idOf = (/** @type {string} */ name) => classes.find((one) => one.name === name)?.id
  const closing = stepSchoolDay(addDays(today, -1), 1)
  const weekday = schoolWeekOf(closing).indexOf(closing) + 1
  const cells = names.flatMap((name, row) =>
    [1, 2, 3, 4, 5].flatMap((day) => (name !== 'Library' || day === weekday ? [{ day, row, classId: idOf(name) }] : [])),
  )
  const firstDay = mondayOf(closing)
  const off = stepSchoolDay(closing, 1)
  await call('POST', '/api/calendar/bulk', { token, body: { from: off, to: off, isBlocked: true, blockedText: 'Conferences' } })
  const year = { firstDay, lastDay: addDays(firstDay, 200), rhythm: { kind: 'weekly' }, rows: ROWS, cells, classes }
  await call('POST', '/api/timetables', { token, body: { ...year, from: firstDay, existing: 'keep' } })
  /** @type {Map<string, string[]>} */
  const left = new Map(Object.entries(PLANS).map(([name, plans]) => [name, [...plans]]))
  /** @type {{ date: string, version: number, isBlocked: boolean, blocks: { title: string }[] }[]} */
  const days = await call('GET', `/api/calendar?from=${firstDay}&to=${addDays(firstDay, 18)}`, { token })
  for (const { date, version, blocks } of days.filter(({ isBlocked }) => !isBlocked)) {
    const written = blocks.map((block) => {
      const words = left.get(block.title)?.shift()
      return words ? { ...block, description: `<p>${words}</p>`, ...(words === 'Author visit' && { isLocked: true }) } : block
    })
    await call('POST', '/api/calendar', { token, body: { date, version, blocks: written } })
  }
}

/** Opens the dialog for today, or the coming Monday. @param {Page} page */
const openClosing = async (page) => {
  await ofDay('Block out…')(page)
  await page.getByRole('button', { name: /^Block Out .+, move \d+ lessons$/ }).waitFor()
}

/** @type {Screen[]} */
export const CLOSING_SCREENS = [
  { name: 'snow-day', as: 'snowed', path: '/dashboard?view=day', reach: openClosing },
  {
    name: 'snow-day-half',
    as: 'snowed',
    path: '/dashboard?view=day',
    reach: async (page) => {
      await openClosing(page)
      await page.getByLabel('Reason', { exact: true }).fill('2-hour delay')
      await page.getByText('2-hour delay? Make it a short day instead').waitFor()
    },
  },
  {
    name: 'snow-changes',
    as: 'snowed',
    path: '/dashboard?view=day',
    reach: async (page) => {
      await command('Changes')(page)
      await page
        .getByRole('button', { name: /^Undo: / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'snow-day-weeks',
    as: 'snowed',
    path: '/dashboard?view=day',
    reach: async (page) => {
      await openClosing(page)
      const more = page.getByRole('button', { name: /^See both weeks/ })
      if (await more.isVisible()) await more.click()
    },
  },
]
