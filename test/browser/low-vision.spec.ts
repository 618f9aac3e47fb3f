/** The planner for teachers who zoom in, set their own colors, or space out text. */
import type { Page } from '@playwright/test'
import { faintEdges, focusFaults, unspokenNames } from '../../scripts/sheet/access-faults.mjs'
import { cutWords, spaceOut } from '../../scripts/sheet/layout-faults.mjs'
import {
  block,
  dialogOf,
  endTrial,
  endTutorial,
  lessonsOf,
  openWeek,
  runFromPalette,
  signUp,
  storeDay,
  storeInPages,
  type Teacher,
} from './planner-teacher.ts'
import { SCHOOLS } from './schools.ts'
import { expect, test, untilQuiet } from './test.ts'

const TITLES = ['Morning Meeting', 'Reading Workshop', 'Library', 'Math', 'Science', 'Music']
const LESSONS = TITLES.map((title, at) => ({
  ...block(title, `${String(8 + at).padStart(2, '0')}:00`, `${String(8 + at).padStart(2, '0')}:45`),
  description: `<p>${title}: compare fractions with the same denominator, then write down what you found.</p>`,
}))

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context, 'America/New_York')
  await storeDay(page, teacher, { blocks: LESSONS })
})

/** Returns the share of the screen's height that elements in `selector` cover, along the middle of the screen. */
const shareOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const rows = Array.from({ length: window.innerHeight }, (_, y) => document.elementFromPoint(window.innerWidth / 2, y))
    return rows.filter((element) => element?.closest(wanted)).length / rows.length
  }, selector)

test.describe('at 400% zoom', () => {
  test('bars scroll away, so the lessons and the lesson dialog get most of the height', async ({ page }) => {
    await openWeek(page)
    await page.setViewportSize({ width: 320, height: 256 })
    await expect(lessonsOf(page)).toHaveCount(6)
    await expect(page.getByRole('button', { name: 'Add lesson' })).toBeVisible()
    expect(await shareOf(page, '.day-lessons'), 'lessons at the top of the page').toBeGreaterThan(0.5)
    await page.evaluate(() => window.scrollTo(0, 200))
    expect(await shareOf(page, '.day-lessons'), 'lessons in the middle of the page').toBeGreaterThan(0.9)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('button', { name: 'Add lesson' })).toBeInViewport({ ratio: 1 })
    expect(await shareOf(page, '.day-lessons'), 'lessons at the end of the page').toBeGreaterThan(0.5)

    await page.getByRole('button', { name: 'Next Day' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Thu')
    await page.getByRole('button', { name: 'Previous Day' }).click()
    await page.getByRole('button', { name: /^More for Wednesday/ }).click()
    await page.getByRole('menuitem', { name: 'Search…' }).click()
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')

    await lessonsOf(page).nth(3).click()
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible()
    expect(await shareOf(page, 'form'), 'the top of the dialog').toBeGreaterThan(0.5)
    await dialogOf(page).evaluate((dialog) => dialog.scrollTo(0, 200))
    expect(await shareOf(page, 'form'), 'the middle of the dialog').toBeGreaterThan(0.9)
    await dialogOf(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
    await expect(dialogOf(page).getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
    expect(await shareOf(page, 'footer'), 'the end of the dialog').toBeLessThan(0.5)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })
})

for (const { name, width, height } of [
  { name: 'at 200% zoom of a laptop', width: 720, height: 450 },
  { name: 'on a phone held sideways', width: 844, height: 390 },
])
  test(`${name}, the bar fits, and Tools isn’t under the account’s button`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const view of ['week', 'day', 'month']) {
      await page.goto(`/dashboard?view=${view}&date=2026-11-18`)
      // Looks at both at once, because the account's button is replaced when its menu has loaded.
      const gap = () =>
        page.evaluate(() => {
          const boxOf = (name: string) =>
            [...document.querySelectorAll('button')]
              .find((button) => (button.ariaLabel ?? button.textContent).startsWith(name) && button.checkVisibility())
              ?.getBoundingClientRect()
          return (boxOf('Account: ')?.left ?? 0) - (boxOf('Tools')?.right ?? 9999)
        })
      await expect.poll(gap, view).toBeGreaterThanOrEqual(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(width)
    }
    await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('dialog', { name: 'Tools' }).getByRole('radio', { name: 'Week' }).click()
    await expect(lessonsOf(page).first()).toBeVisible()
  })

test.describe('with the colors of the system', () => {
  /** Returns the value of a style property of the first element that matches. */
  const styleOf = (page: Page, selector: string, property: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name as string), [property, pseudo] as const)
  const edgeOf = (page: Page, selector: string) => styleOf(page, selector, 'border-top-width')

  test.beforeEach(async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-18T10:15:00-05:00'))
    await page.emulateMedia({ forcedColors: 'active' })
  })

  test('lessons, notes, today, the running lesson, and choices keep their edges in the week and the day', async ({ page }) => {
    await storeDay(page, teacher, { blocks: LESSONS, hasNote: true, noteText: 'Picture day' })
    await openWeek(page)
    await expect(lessonsOf(page)).toHaveCount(6)
    expect(await edgeOf(page, '.lesson-card')).toBe('1px')
    expect(await styleOf(page, '.lesson-card', 'width', '::before'), 'the stripe of its color').toBe('4px')
    expect(await edgeOf(page, '[data-phase="running"] .lesson-card')).toBe('3px')
    expect(await edgeOf(page, '.day-column[data-today]')).toBe('2px')
    const paper = await styleOf(page, '.day-column[data-today]', 'background-color')
    for (const part of ['::before', '::after'])
      expect(await styleOf(page, '.now-mark', 'background-color', part), `the line at the current time, ${part}`).not.toBe(paper)
    expect(await edgeOf(page, '.day-note')).toBe('1px')
    expect(await edgeOf(page, '[role="radiogroup"]')).toBe('1px')
    expect(await edgeOf(page, 'label:has(> input[value="week"]:checked)')).toBe('2px')
    await page.getByRole('radio', { name: 'Week' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('list', { name: 'Lessons' })).toBeVisible()
    expect(await edgeOf(page, 'label:has(> input[value="day"]:checked)')).toBe('2px')
    expect(await styleOf(page, 'label:has(> input[value="day"])', 'outline-offset'), 'the focus is outside the choice').toBe('1px')
    expect(await edgeOf(page, '.lesson-row')).toBe('1px')
    expect(await styleOf(page, '.lesson-row', 'width', '::before'), 'the stripe of its color').toBe('4px')
    expect(await edgeOf(page, '.lesson-row[data-phase="running"]')).toBe('3px')
    expect(await edgeOf(page, '.day-mark')).toBe('1px')
  })

  test('the month shows today, the selected day, notes, and alerts', async ({ page }) => {
    await storeDay(page, teacher, {
      date: '2026-11-17',
      blocks: [{ ...block('Math'), hasAlert: true }],
      hasNote: true,
      noteText: 'Picture day',
    })
    await openWeek(page, '2026-11-17')
    const dayIn = (date: string) => `.month-grid [data-day="${date}"]`
    await expect(page.locator(`${dayIn('2026-11-17')}[data-alert]`)).toBeVisible()
    const today = await styleOf(page, dayIn('2026-11-18'), 'background-color')
    expect(today, 'today').not.toBe(await styleOf(page, dayIn('2026-11-10'), 'background-color'))
    const selected = await styleOf(page, dayIn('2026-11-17'), 'background-color')
    expect(selected, 'the selected day').not.toBe(today)
    expect(await edgeOf(page, dayIn('2026-11-17')), 'the selected day').toBe('2px')
    expect(await styleOf(page, dayIn('2026-11-17'), 'background-color', '::before'), 'an alert').toBe('rgb(0, 0, 0)')
    expect(await styleOf(page, dayIn('2026-11-17'), 'border-left-color', '::after'), 'the corner of a note').toBe('rgba(0, 0, 0, 0)')
  })

  test('dialogs show their edges, tabs, switches, and checkboxes', async ({ page }) => {
    await openWeek(page)
    await lessonsOf(page).first().click()
    expect(await edgeOf(page, '[role="dialog"]')).toBe('1px')
    await dialogOf(page)
      .getByRole('button', { name: /^Color: / })
      .click()
    const sample = await styleOf(page, '[role^="menuitem"] .hue-sample', 'background-color')
    expect(sample, 'a color keeps its color').toMatch(/^rgb\(53, 89, 214\)/)
    await openWeek(page)
    await runFromPalette(page, 'Account Management')
    await expect(dialogOf(page).getByRole('tab', { name: 'Profile' })).toBeVisible()
    expect(await edgeOf(page, '[role="dialog"]')).toBe('1px')
    expect(await edgeOf(page, '[role="tablist"]')).toBe('1px')
    expect(await edgeOf(page, '[role="tab"][aria-selected="true"]')).toBe('2px')
    expect(await edgeOf(page, '[role="dialog"] input:not([type="file"])')).toBe('1px')
    await openWeek(page)
    await runFromPalette(page, 'Preferences')
    await expect(dialogOf(page).getByRole('switch').first()).toBeVisible()
    const [on, off] = ['[role="switch"]:checked', '[role="switch"]:not(:checked)']
    const [track, knob] = await Promise.all([on, off].map((each) => styleOf(page, each, 'background-color')))
    expect(track).not.toBe(knob)
    expect(await edgeOf(page, off)).toBe('1px')
    for (const each of [on, off])
      expect(await styleOf(page, each, 'background-color', '::before'), `the knob of ${each}`).not.toBe(
        await styleOf(page, each, 'background-color'),
      )
    await openWeek(page)
    await runFromPalette(page, 'Generate Sub Plans')
    await expect(dialogOf(page).getByRole('checkbox').first()).toBeVisible()
    expect(await styleOf(page, '[role="dialog"] [type="checkbox"]', 'appearance'), 'the system draws checkboxes').toBe('auto')
    expect(await edgeOf(page, '[role="dialog"] [aria-pressed="true"]'), 'the chosen day').toBe('2px')
  })

  test("a school's year shows today, closed days, and the selected day", { tag: '@full' }, async ({ page, context }) => {
    const { email, password } = SCHOOLS[1] as (typeof SCHOOLS)[number]
    const { token } = await (await context.request.post('/api/auth/login', { data: { email, password } })).json()
    const headers = { authorization: `Bearer ${token}` }
    const { schoolId } = await (await context.request.get('/api/user', { headers })).json()
    await endTutorial(context.request, token)
    await context.request.post('/api/calendar', { headers, data: { date: '2026-11-20', isBlocked: true, blockedText: 'Storm', schoolId } })
    await storeInPages(context, 'token', token)
    await page.goto('/dashboard?date=2026-11-17')
    const dayIn = (date: string) => `.year-day[data-day="${date}"]`
    await page.locator(dayIn('2026-11-17')).click()
    await expect(page.locator(`${dayIn('2026-11-20')}[data-closed]`)).toBeVisible()
    const edgesOf = async (date: string) => [await edgeOf(page, dayIn(date)), await styleOf(page, dayIn(date), 'border-top-style')]
    expect(await edgesOf('2026-11-20'), 'a closed day').not.toEqual(await edgesOf('2026-11-19'))
    const backgroundOf = (date: string) => styleOf(page, dayIn(date), 'background-color')
    expect(await backgroundOf('2026-11-18'), 'today').not.toBe(await backgroundOf('2026-11-19'))
    expect(await edgeOf(page, dayIn('2026-11-17')), 'the selected day').toBe('2px')
  })

  test('the gate shows its edges and the chosen plan', async ({ page, context }) => {
    await endTrial(context)
    await page.goto('/dashboard')
    const gate = page.getByRole('dialog', { name: /Subscription Required/ })
    await expect(gate.getByRole('radio', { name: /Yearly/ })).toBeChecked()
    expect(await edgeOf(page, '[role="dialog"]')).toBe('1px')
    expect(await edgeOf(page, '[role="dialog"] label:has(:checked)')).toBe('2px')
    expect(await edgeOf(page, '[role="dialog"] label:not(:has(:checked))')).toBe('1px')
    expect(await edgeOf(page, '[role="dialog"] .bg-brand')).toBe('1px')
  })
})

/** Returns the contrast of two colors, such as 'rgb(25, 30, 41)', as WCAG defines it. */
const contrastOf = (...colors: [string, string]): number => {
  const [dark = 0, light = 0] = colors
    .map((color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255))
    .map((parts) => parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)))
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('a teacher who uses the dark theme tells today from the other days', async ({ page, context }) => {
  await page.clock.setFixedTime(new Date('2026-11-18T10:15:00-05:00'))
  await storeInPages(context, 'theme', 'dark')
  const headers = { authorization: `Bearer ${teacher.token}` }
  await page.request.patch('/api/user', { headers, data: { preferences: { theme: 'dark' } } })
  await openWeek(page)
  await expect(page.locator('html')).toHaveClass(/dark/)
  const styleOf = (selector: string, property: 'color' | 'backgroundColor' | 'borderTopColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property)
  const head = await styleOf('[data-today] > header', 'backgroundColor')
  const others = await styleOf('.day-column:not([data-today])', 'backgroundColor')
  expect(contrastOf(head, others), 'the head of today').toBeGreaterThan(1.4)
  expect(contrastOf(await styleOf('.day-column[data-today]', 'borderTopColor'), others), 'the frame of today').toBeGreaterThan(4.5)
  expect(contrastOf(head, await styleOf('[data-today] > header b', 'color')), 'the date').toBeGreaterThan(4.5)
  expect(contrastOf(head, await styleOf('[data-today] > header button', 'color')), 'the buttons').toBeGreaterThan(4.5)
})

test('text spaced out as in WCAG 1.4.12 is cut off nowhere', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.clock.setFixedTime(new Date('2026-11-18T10:15:00-05:00'))
  const found: string[] = []
  const look = async (name: string, open: () => Promise<unknown> = async () => undefined) => {
    await openWeek(page)
    await expect(page.getByRole('region', { name: 'Up next' }).getByRole('listitem').first()).toBeVisible()
    await open()
    await untilQuiet(page)
    await page.evaluate(spaceOut)
    found.push(...(await page.evaluate(cutWords)).map((words) => `${name}: ${words}`))
    const outside = await page
      .locator('.planner-bar button')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom > 57 || each.getBoundingClientRect().top < 0).length)
    expect(outside, 'buttons outside of the bar').toBe(0)
  }
  await look('the week')
  await look('the day', () => page.getByRole('radio', { name: 'Day' }).check())
  await look('the sidebar', () => page.getByRole('button', { name: 'Expand the sidebar' }).click())
  await look('a lesson', async () => {
    await lessonsOf(page).first().click()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toBeVisible()
  })
  await look('the account', async () => {
    await runFromPalette(page, 'Account Management')
    await expect(dialogOf(page).getByRole('tab', { name: 'Profile' })).toBeVisible()
  })
  await look('a sub plan', async () => {
    await runFromPalette(page, 'Generate Sub Plans')
    await expect(dialogOf(page).getByRole('checkbox').first()).toBeVisible()
  })
  expect(found).toEqual([])
})

test('each stop of the Tab key shows its focus and is in view, fields have edges, and names begin with the text on screen', async ({
  page,
}) => {
  const found: string[] = []
  const look = async (name: string, open: () => Promise<unknown> = async () => undefined) => {
    await openWeek(page)
    await open()
    await untilQuiet(page)
    const faults = [...(await page.evaluate(faintEdges)), ...(await page.evaluate(unspokenNames)), ...(await focusFaults(page))]
    found.push(...faults.map((fault) => `${name}: ${fault}`))
  }
  await look('the week')
  await look('a lesson', async () => {
    await lessonsOf(page).first().click()
    await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toBeVisible()
  })
  // After a click on a tab, the tabs are a stop of their own for Radix.
  await look('preferences', async () => {
    await runFromPalette(page, 'Preferences')
    await dialogOf(page).getByRole('tab', { name: 'Planner' }).click()
  })
  // The whole sheet scrolls, and Tab leads from its end to its top.
  await page.setViewportSize({ width: 390, height: 844 })
  await look('the tools', async () => {
    await page.getByRole('button', { name: 'Tools' }).click()
    await expect(page.getByRole('dialog', { name: 'Tools' }).getByRole('tab', { name: 'Templates' })).toBeVisible()
  })
  expect(found).toEqual([])
})
