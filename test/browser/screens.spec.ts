import type { Page } from '@playwright/test'
import { addLesson, block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

/** A Wednesday in New York, during the Math lesson. */
const NOW = '2026-11-18T10:52:00-05:00'
const lesson = (title: string, from: string, to: string, text: string) => ({ ...block(title, from, to), description: `<p>${text}</p>` })
const LESSONS = [
  lesson('Morning Meeting', '08:00', '08:20', 'Birthday song for Theo. Bus change for two students.'),
  { ...lesson('Reading Workshop', '08:20', '09:30', 'Theme across two texts; start the comparison chart together.'), hasAlert: true },
  lesson('Interdisciplinary', '09:30', '10:15', 'Return all books. Research databases with Ms. Okafor.'),
  { ...lesson('Math', '10:30', '11:30', 'Quiz 4A (20 min), then fraction war in pairs.'), hasAlert: true },
  lesson('Social Studies', '11:45', '12:45', 'Regions map: landforms, key and legend.'),
  lesson('Music', '13:15', '14:00', 'Recorders: Hot Cross Buns in two parts.'),
]

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context, 'America/New_York')
  await storeDay(page, teacher, { blocks: LESSONS })
})

const bar = (page: Page) => page.locator('.planner-bar')
/** Returns the height of the toolbar and the top of the first day's header, in pixels. */
const layout = (page: Page) =>
  page.evaluate(() => ({
    bar: document.querySelector('.planner-bar')?.getBoundingClientRect().height,
    head: [...document.querySelectorAll('.day-column')].find((day) => day.checkVisibility())?.getBoundingClientRect().top,
  }))
/** Returns the number of lines that each lesson's time wraps to. */
const linesOfTimes = (page: Page) =>
  page.locator(`section[data-date="${WEDNESDAY}"] .lesson-card-time`).evaluateAll((times) =>
    times.map((time) => {
      const range = document.createRange()
      range.selectNodeContents(time.firstChild as Node)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }),
  )

test('on a laptop a teacher sees five of six lessons and every control, and no time wraps', { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  await expect(lessonsOf(page)).toHaveCount(6)
  for (const [width, height] of [
    [1366, 768],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => linesOfTimes(page)).toEqual([1, 1, 1, 1, 1, 1])
    const bottoms = await lessonsOf(page).evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().bottom))
    expect(bottoms.filter((bottom) => bottom <= height).length, `at ${width} px`).toBeGreaterThanOrEqual(5)
    for (const name of ['Hide Details', 'Templates', 'Search', 'Add Time Block'])
      await expect(bar(page).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const title = dayOf(page).getByText('Interdisciplinary', { exact: true }).first()
    expect(await title.evaluate((element) => element.getClientRects()[0]?.height), 'the word is whole').toBeLessThan(24)
  }
})

for (const width of [1366, 1280, 820, 390])
  test(`at ${width} px the bar keeps its height and the week its position while lessons are saved, and offline`, { tag: '@full' }, async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await page.setViewportSize({ width, height: 800 })
    await openWeek(page)
    await expect(lessonsOf(page)).toHaveCount(6)
    const before = await layout(page)
    expect(before.bar).toBe(56)
    await addLesson(page, WEDNESDAY, { title: 'Dismissal', start: '14:10', end: '14:20' })
    await expect(bar(page).getByText(/^Saved/)).toBeVisible()
    expect(await layout(page)).toEqual(before)
    await context.setOffline(true)
    await expect(bar(page).getByText(/^No network since/)).toBeVisible()
    // The line below the bar moves the week once. After that, nothing moves.
    const offline = await layout(page)
    await addLesson(page, WEDNESDAY, { title: 'Duty', start: '14:20', end: '14:30' })
    await expect(bar(page).getByRole('button', { name: 'Not yet sent: 1' })).toBeVisible()
    expect(await layout(page)).toEqual(offline)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await context.setOffline(false)
    await expect(bar(page).getByText(/^Saved/)).toBeVisible()
    expect(await layout(page)).toEqual(before)
  })

test('a line marks the current time and moves with it, the current lesson is ringed, and the next one is announced', {
  tag: '@full',
}, async ({ page }) => {
  await page.clock.install({ time: new Date(NOW) })
  await page.setViewportSize({ width: 1366, height: 768 })
  await openWeek(page)
  const mark = dayOf(page).getByText(/^Now /)
  await expect(mark).toHaveText('Now 10:52 AM')
  const running = dayOf(page).locator('[data-phase="running"]')
  await expect(running).toHaveCount(1)
  await expect(running).toContainText('Math')
  await expect(mark.locator('xpath=following-sibling::*[1]')).toContainText('Math')
  await expect(dayOf(page).locator('[data-phase="past"]')).toHaveCount(3)
  const next = page.getByRole('complementary', { name: 'Calendar' }).getByRole('region', { name: 'Up next' })
  await page.clock.runFor(3000)
  await expect(next.getByRole('listitem')).toContainText(['Social Studies', 'Music'])
  await page.clock.runFor('39:00')
  await expect(mark).toHaveText('Now 11:31 AM')
  await expect(running).toHaveCount(0)
  await expect(mark.locator('xpath=following-sibling::*[1]')).toContainText('Social Studies')
  await page.clock.runFor('15:00')
  await expect(running).toContainText('Social Studies')
  await expect(next.getByRole('listitem')).toContainText(['Music'])
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await expect(page.getByRole('complementary', { name: 'Overview and templates' }).getByRole('region', { name: 'Up next' })).toBeVisible()
  await expect(next).toBeHidden()
  await page.getByRole('radio', { name: 'Day' }).click()
  await expect(page.getByRole('list', { name: 'Lessons' }).getByText('Now 11:46 AM')).toBeVisible()
})

const shownDays = (page: Page) =>
  page
    .locator('.day-column')
    .evaluateAll((days) => days.filter((day) => day.checkVisibility()).map((day) => (day as HTMLElement).dataset['date']))
/** Swipes by this many pixels within a tenth of a second. Sets the timestamps explicitly, because a busy machine delivers touches late. */
const swipe = async (page: Page, by: { x: number; y: number }) => {
  const session = await page.context().newCDPSession(page)
  const began = Date.now() / 1000
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: 200 + by.x * part, y: 400 + by.y * part }],
      timestamp: began + part / 10,
    })
  await touch('touchStart', 0)
  for (const part of [0.25, 0.5, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
}

/** Opens the week on a small screen. The parts for small screens, which handle swipes, load after the lessons. */
const openSmallWeek = async (page: Page) => {
  await openWeek(page)
  await expect(page.getByRole('group', { name: 'Day of the week' })).toBeVisible()
}

test.describe('a tablet in portrait', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } })
  test('shows three days, swipes to the others, and reaches both sidebars', { tag: '@full' }, async ({ page }) => {
    await openSmallWeek(page)
    expect(await shownDays(page)).toEqual(['2026-11-17', WEDNESDAY, '2026-11-19'])
    await swipe(page, { x: -120, y: 10 })
    await expect.poll(() => shownDays(page)).toEqual([WEDNESDAY, '2026-11-19', '2026-11-20'])
    await swipe(page, { x: -120, y: 10 })
    await expect.poll(() => shownDays(page)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
    await page.getByRole('button', { name: 'Previous Week' }).click()
    await page.getByRole('button', { name: 'Tools' }).click()
    const tools = page.getByRole('dialog', { name: 'Tools' })
    await expect(tools.getByRole('region', { name: 'Up next' })).toBeVisible()
    await expectAccessible(page)
    await tools.getByRole('tab', { name: 'Templates' }).click()
    await tools.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Month' }).click()
    const close = await page.getByRole('dialog', { name: 'Month' }).getByRole('button', { name: 'Close' }).boundingBox()
    expect(close?.y, 'the X stands above all else').toBeLessThan(20)
    await page.keyboard.press('Escape')
    await lessonsOf(page).first().click()
    expect((await dialogOf(page).boundingBox())?.width, 'a dialog is as wide as what is in it').toBeLessThan(780)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  test('the first lesson starts in the top quarter, the strip is sticky, and a swipe changes the day', async ({ page }) => {
    await openSmallWeek(page)
    const top = async () => (await lessonsOf(page).first().boundingBox())?.y
    await expect.poll(top).toBeLessThan(844 / 4)
    const words = page.getByRole('heading', { level: 1, name: 'Week of Nov 16' }).locator('span').first()
    expect((await words.boundingBox())?.height, 'the heading is one line').toBeLessThan(30)
    await swipe(page, { x: -120, y: 10 })
    await expect.poll(() => shownDays(page)).toEqual(['2026-11-19'])
    await swipe(page, { x: 120, y: -10 })
    await expect.poll(() => shownDays(page)).toEqual([WEDNESDAY])
    await swipe(page, { x: 40, y: -300 })
    expect(await shownDays(page), 'a finger that scrolls changes no day').toEqual([WEDNESDAY])
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('group', { name: 'Day of the week' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Add lesson' }).click()
    const text = page.getByRole('dialog', { name: 'Create Time Block' }).getByRole('textbox', { name: 'Description' })
    await expect(text).toBeVisible()
    expect((await text.boundingBox())?.height, 'the text has what the fields leave of the sheet').toBeGreaterThan(250)
  })
})
