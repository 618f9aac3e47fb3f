/** A substitute's report in the planner: beside the week, in a dialog on small screens, and what it leads to. */
import type { Page } from '@playwright/test'
import { stepSchoolDay } from '#shared/dates.ts'
import { expectAccessibleInBoth } from './both-themes.ts'
import { dayOf, openWeek, signUp, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

test.use({ viewport: { width: 1366, height: 768 } })

/** The server only makes links of days that aren't over. */
const DAY = stepSchoolDay(new Date().toISOString().slice(0, 10), 1)
const NEXT = stepSchoolDay(DAY, 1)
const LAST = stepSchoolDay(NEXT, 1)
const ROWS = [
  ['Morning Meeting', '08:00', '08:20', 'Birthday song for Theo. Bus change for two students.'],
  ['Reading Workshop', '08:20', '09:30', 'Theme across two texts; start the comparison chart together.'],
  ['Library', '09:30', '10:15', 'Return all books. Research databases with Ms. Okafor.'],
  ['Math', '10:30', '11:30', 'Quiz 4A (20 min), then fraction war in pairs.'],
  ['Science', '12:15', '13:00', 'Stream tables, day 2: run, measure, sketch the delta.'],
  ['Music', '13:15', '14:00', 'Recorders: “Hot Cross Buns” in two parts.'],
] as const

const planAndReport = async (page: Page, { token }: Teacher) => {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object, more = {}) => {
    const reply = await page.request.post(path, { headers: { ...headers, ...more }, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return reply.json()
  }
  const classes = new Map<string, string>()
  for (const [name] of ROWS) classes.set(name, (await post('/api/classes', { name })).id)
  for (const date of [DAY, NEXT, LAST])
    await post('/api/calendar', {
      date,
      blocks: ROWS.map(([title, startTime, endTime, text]) => ({
        ...{ id: `${title.replace(' ', '')}-${date}`, title, startTime, endTime, classId: classes.get(title) },
        description: date === LAST ? '' : `<p>${text}</p>`,
      })),
    })
  const { url } = await post('/api/sub-links', { dates: [DAY] })
  const notes: Record<string, object> = {
    Math: { outcome: 'partly', note: 'The exit slip. We ran out of time.' },
    Science: { outcome: 'not', note: 'Fire drill at 12:20. Tables are still set up.' },
  }
  const lessons = ROWS.map(([title]) => ({
    ...{ date: DAY, blockId: `${title.replace(' ', '')}-${DAY}`, outcome: 'done' },
    ...notes[title],
  }))
  const report = {
    name: 'Carla Jennings',
    lessons,
    absent: ['Amina K.', 'Leo came late, 8:40'],
    incidents: '12:20 fire drill. Everyone out by the east door, all 23 counted, back at 12:45.',
    note: 'A kind class. Table 2 showed me where everything is. Quiz papers are in the green folder.',
  }
  await post(`${new URL(url).pathname}/report`, report, { 'idempotency-key': crypto.randomUUID() })
}

test('a teacher reads what came back, bumps what wasn’t done, and undoes it', async ({ page, context }) => {
  await planAndReport(page, await signUp(context))
  await openWeek(page, DAY)
  const row = dayOf(page, DAY).getByRole('button', { name: /^Substitute’s report(?: New)?$/ })
  await expect(row).toContainText('New')
  await row.click()
  const panel = page.getByRole('complementary', { name: 'Substitute’s report' })
  await expect(panel).toBeFocused()
  const bump = panel.getByRole('button', { name: /^Bump to/ })
  await bump.click()
  await expectToast(page, 'Science bumped to')
  await expect(panel.getByText(/^Its plan is on/)).toBeVisible()
  await page.locator('[data-toast]').filter({ hasText: 'Science bumped' }).getByRole('button', { name: 'Undo' }).click()
  await expect(bump).toBeVisible()
  await expect(row).not.toContainText('New')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expectAccessibleInBoth(page)
})

test('on a phone the report is a dialog, which works by keyboard and finger', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await planAndReport(page, await signUp(context))
  await openWeek(page, DAY)
  await dayOf(page, DAY)
    .getByRole('button', { name: /^Substitute’s report(?: New)?$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Substitute’s report' })
  await expect(dialog.getByRole('button', { name: /^Bump to/ })).toBeVisible()
  await expectAccessibleInBoth(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
