/** What a teacher sends when they are out, and the report that comes back. */
import { command, firstLesson } from './steps.mjs'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('../screens.mjs').Screen} Screen
 */

/**
 * Returns the address of today's link, and makes it first if there is none. The pictures' today is a Wednesday, and the server's can be the
 * Friday after it, so the link ends then.
 * @param {Page} page
 * @returns {Promise<string>}
 */
const linkOfToday = (page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const links = await (await fetch('/api/sub-links', { headers })).json()
    const open = links.find((/** @type {{ url: string | null }} */ { url }) => url !== null)
    if (open) return open.url
    const dayIn = (/** @type {number} */ days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const body = JSON.stringify({ dates: [dayIn(0)], endsOn: dayIn(2) })
    return (await (await fetch('/api/sub-links', { method: 'POST', headers, body })).json()).url
  })

/**
 * Sends a report of today, as a substitute would, unless there is one.
 * @param {Page} page
 */
const sendReport = async (page) => {
  await page.evaluate(
    async (address) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
      const get = async (/** @type {string} */ path) => (await fetch(path, { headers })).json()
      if ((await get('/api/sub-reports')).length > 0) return
      const date = new Date().toISOString().slice(0, 10)
      const [day] = await get(`/api/calendar?date=${date}`)
      const { pathname } = new URL(address)
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
      const sent = await fetch(`${pathname}/report`, { method: 'POST', headers: more, body: JSON.stringify(report) })
      if (!sent.ok) throw new Error(`The report was refused: ${await sent.text()}`)
    },
    await linkOfToday(page),
  )
}

/** Opens the list of reports. @param {Page} page */
const toReports = async (page) => {
  await firstLesson(page).waitFor()
  await sendReport(page)
  await page.reload()
  await firstLesson(page).waitFor()
  await command('Substitutes’ Reports')(page)
  await page.locator('.report-list button').first().waitFor()
}

/** Opens the latest report from the list. @param {Page} page */
const toReport = async (page) => {
  await toReports(page)
  await page.locator('.report-list button').first().click()
  await page.getByText('Carla Jennings').last().waitFor()
}

/** @type {Screen[]} */
export const SUBSTITUTE_SCREENS = [
  { name: 'out-today', reach: command('out today') },
  {
    name: 'out-today-set',
    reach: async (page) => {
      await firstLesson(page).waitFor()
      await linkOfToday(page)
      await command('out today')(page)
      await page.getByLabel('QR code of the link').waitFor()
    },
  },
  {
    name: 'sub-link',
    reach: async (page) => {
      await firstLesson(page).waitFor()
      await linkOfToday(page)
      await command('A link for your substitute')(page)
      await page.getByRole('button', { name: 'Copy link' }).waitFor()
    },
  },
  { name: 'sub-report', reach: toReport },
  { name: 'sub-reports', reach: toReports },
]
