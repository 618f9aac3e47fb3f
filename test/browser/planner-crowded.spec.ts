/** The week on days with many lessons, long notes and overlaps, and on a tablet, which has room for more. */
import type { Locator } from '@playwright/test'
import { block, dayOf, lessonsOf, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, test } from './test.ts'

const NOTE =
  'Picture day: the photographer takes the class photo at 1:10 in the gym. Send the siblings first, then the fourth grade, then the third.'
const TEXT = '<p>Compare fractions with the same denominator, explain the steps to a partner, and then write down what you found.</p>'

const time = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16)
/** Returns lessons of half an hour, one after the other from 8 a.m. */
const lessonsInARow = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...block(`Lesson ${at + 1}`, time(480 + at * 30), time(510 + at * 30)),
    description: TEXT,
  }))

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

/** Whether all of an element's text is visible, although its height may be limited. */
const isInFull = (element: Locator) => element.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)

test('a teacher sees all twelve lessons of a crowded day at once', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await storeDay(page, teacher, { blocks: lessonsInARow(12) })
  await openWeek(page)
  await expect(lessonsOf(page)).toHaveCount(12)
  await expect(lessonsOf(page).last()).toBeInViewport({ ratio: 1 })
})

test('a teacher reads a long note in full with the pointer, the keyboard, or by opening the day', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')], hasNote: true, noteText: NOTE })
  await openWeek(page)
  const note = dayOf(page).getByText(NOTE)
  expect(await isInFull(note)).toBe(false)
  await note.hover()
  expect(await isInFull(note)).toBe(true)
  await page.mouse.move(0, 0)
  expect(await isInFull(note)).toBe(false)
  await dayOf(page)
    .getByRole('button', { name: /^More for/ })
    .first()
    .focus()
  await page.keyboard.press('Tab')
  expect(await isInFull(note)).toBe(true)
  await note.click()
  await expect(page.getByRole('button', { name: 'Edit Math' })).toBeVisible()
  expect(await isInFull(page.getByRole('main').getByText(NOTE))).toBe(true)
})

test('a teacher reads in words that two lessons overlap', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math'), block('Duty', '08:30', '09:30')] })
  await openWeek(page)
  await expect(dayOf(page).getByText('Overlaps', { exact: true })).toHaveCount(2)
})

test('on a tablet, six lessons use the page, and the times of a day are below each other', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  const [first, second, ...others] = lessonsInARow(6)
  const blocks = [{ ...first, hasAlert: true, alertMessage: 'Blue tray' }, { ...second, startTime: '08:10' }, ...others]
  await storeDay(page, teacher, { blocks })
  await openWeek(page)
  await expect(lessonsOf(page)).toHaveCount(6)
  const end = await lessonsOf(page)
    .last()
    .evaluate((card) => card.getBoundingClientRect().bottom)
  expect(end).toBeGreaterThan(0.75 * 1180)
  expect(end).toBeLessThan(1180)
  const times = await page.locator('.lesson-card-time').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(new Set(times.map(({ left }) => left)).size).toBe(1)
  expect(Math.max(...times.map(({ height }) => height)), 'each on one line').toBeLessThan(24)
})
