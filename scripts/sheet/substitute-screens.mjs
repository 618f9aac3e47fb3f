/** What a teacher sends when they are out, and the report that comes back. */
import { command, firstLesson } from './steps.mjs'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../screens.mjs').Screen} Screen
 */

/**
 * Sends a report of today, as a substitute would, unless there is one.
 * @param {Page} page
 */
const sendReport = (page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const get = async (/** @type {string} */ path) => (await fetch(path, { headers })).json()
    if ((await get('/api/sub-reports')).length > 0) return
    const date = new Date().toISOString().slice(0, 10)
    const [day] = await get(`/api/calendar?date=${date}`)
    const made = await fetch('/api/sub-links', { method: 'POST', headers, body: JSON.stringify({ dates: [date] }) })
    const { pathname } = new URL((await made.json()).url)
    const outcomes = ['done', 'partly', 'not']
    const lessons = (day?.blocks ?? []).map((/** @type {{ id: string }} */ { id }, /** @type {number} */ place) => ({
      ...{ date, blockId: id, outcome: outcomes[place] ?? 'done' },
      ...(place === 1 && { note: 'The exit slip. We ran out of time.' }),
      ...(place === 2 && { note: 'Fire drill at 12:20. Tables are still set up.' }),
    }))
    const report = {
      name: 'Carla Jennings',
      lessons,
      absent: ['Amina K.', 'Leo came late, 8:40'],
      incidents: '12:20 fire drill. Everyone out by the east door, all 23 counted, back at 12:45.',
      note: 'A kind class. Quiz papers are in the green folder.',
    }
    const more = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    await fetch(`${pathname}/report`, { method: 'POST', headers: more, body: JSON.stringify(report) })
  })

/** Opens the latest report from the list. @param {Page} page */
const toReport = async (page) => {
  await firstLesson(page).waitFor()
  await sendReport(page)
  await page.reload()
  await command('Reports')(page)
  await page.locator('.report-list button').first().click()
  await page.getByText('Carla Jennings').last().waitFor()
}

/** @type {Screen[]} */
export const SUBSTITUTE_SCREENS = [
  { name: 'out-today', reach: command('out today') },
  {
    name: 'out-today-set',
    reach: async (page) => {
      await command('out today')(page)
      const makes = page.getByRole('button', { name: 'Make the link' })
      const isSet = page.getByRole('heading', { name: 'You’re set' })
      await makes.or(isSet).first().waitFor()
      if (await makes.isVisible()) await makes.click()
      await isSet.waitFor()
    },
  },
  {
    name: 'sub-link',
    reach: async (page) => {
      await command('A link for your substitute')(page)
      const makes = page.getByRole('button', { name: 'Make a link' })
      const copies = page.getByRole('button', { name: 'Copy link' })
      await makes.or(copies).first().waitFor()
      if (await makes.isVisible()) await makes.click()
      await copies.waitFor()
    },
  },
  { name: 'sub-report', reach: toReport },
  {
    name: 'sub-reports',
    reach: async (page) => {
      await toReport(page)
      await command('Reports')(page)
    },
  },
]
