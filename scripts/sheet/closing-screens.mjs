/** A snow day: the dialog that closes a day and moves its plans on, the closed day, and the way back. Also if the school closes it. */
import { register } from 'tsx/esm/api'
import { command, ofDay } from './steps.mjs'

register()
const { aMember, aSchoolWith } = await import('#server/features/schools/samples.ts')
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
 * Adds two schools with a teacher each. Needs the database, because teachers join a school with a link from a mail.
 * @param {import('#server/lib/db/client.ts').Db} db
 * @param {(name: string) => Parameters<typeof aMember>[2]} personOf
 * @param {Date} now
 */
export async function addClosingSchools(db, personOf, now) {
  /** @param {string} name */
  const schoolOf = async (name) => {
    const school = await aSchoolWith(db, { name: 'Lakeside Elementary', now })
    await aMember(db, school, { ...personOf(name), now })
    return school
  }
  return { schoolClosed: await schoolOf('schoolClosed'), schoolOpened: await schoolOf('schoolOpened') }
}

/** Returns today, or the coming Monday. @param {string} today */
const closingOn = (today) => stepSchoolDay(addDays(today, -1), 1)

/**
 * Closes today for a teacher, and as two schools, and opens it again as one of them.
 * @param {Record<'dayClosed' | 'schoolClosed' | 'schoolOpened', SignedIn>} people
 * @param {Awaited<ReturnType<typeof addClosingSchools>>} schools
 * @param {{ call: Call, today: string }} world
 */
export async function closeSnowDays(people, schools, { call, today }) {
  const date = closingOn(today)
  const range = { from: date, to: date }
  /** @param {SignedIn} teacher @param {object} more */
  const moveOn = async ({ token }, more) => {
    /** @type {{ id: string, name: string }[]} */
    const classes = await call('GET', '/api/classes', { token })
    const choices = classes.map(({ id: classId, name }) => ({ classId, choice: name === 'Library' ? 'leave' : 'move' }))
    await call('POST', '/api/calendar/closures', { token, body: { ...range, ...more, choices } })
  }
  /** @param {'schoolClosed' | 'schoolOpened'} name @param {boolean} isBlocked */
  const schoolSays = async (name, isBlocked) => {
    const { id: schoolId, administrator } = schools[name]
    const body = { ...range, schoolId, isBlocked, ...(isBlocked && { blockedText: 'Snow day' }) }
    await call('POST', '/api/calendar/bulk', { token: administrator.token, body })
  }
  await moveOn(people.dayClosed, { blockedText: 'Snow day' })
  await schoolSays('schoolClosed', true)
  await schoolSays('schoolOpened', true)
  await moveOn(people.schoolOpened, { dates: [date] })
  await schoolSays('schoolOpened', false)
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
  const closing = closingOn(today)
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

/** Returns the button of the closed day, once it's there. @param {Page} page */
const unblockButton = async (page) => {
  const button = page.getByRole('button', { name: /^Unblock Day/ }).filter({ visible: true, hasText: 'Unblock…' })
  await button.waitFor()
  return button
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
  { name: 'snow-day-after', as: 'dayClosed', reach: unblockButton },
  {
    name: 'snow-day-next',
    as: 'dayClosed',
    reach: async (page) => {
      await (await unblockButton(page)).waitFor()
      const friday = page.getByRole('group', { name: 'Day of the week' }).getByText('Fri')
      if (await friday.isVisible()) await friday.click()
      else await page.getByRole('button', { name: 'Next week' }).click()
      await page
        .getByText(/^from /)
        .first()
        .waitFor()
    },
  },
  {
    name: 'snow-day-unblock',
    as: 'dayClosed',
    reach: async (page) => {
      await (await unblockButton(page)).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'school-closed-days', as: 'schoolClosed', reach: async (page) => page.getByRole('button', { name: 'Move on…' }).waitFor() },
  { name: 'school-opened-days', as: 'schoolOpened', reach: async (page) => page.getByRole('button', { name: 'Bring back…' }).waitFor() },
  {
    name: 'school-opened-days-dialog',
    as: 'schoolOpened',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Bring back…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
