/** Creates a teacher for each browser test, and provides the steps that all planner tests share. */
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import type { Problems } from './test.ts'

export type Teacher = { token: string; id: string }

/** The Wednesday of a week without other lessons. */
export const WEDNESDAY = '2026-11-18'

/** Sets a localStorage entry once, before any of our pages runs its scripts. A new tab's blank page doesn't have storage. */
export const storeInPages = (context: BrowserContext, key: string, value: string) =>
  context.addInitScript(
    ([key, value]) => {
      if (location.origin === 'null' || localStorage.getItem(`given ${key}`) === value) return
      localStorage.setItem(key, value)
      localStorage.setItem(`given ${key}`, value)
    },
    [key, value] as const,
  )

/** Turns off the tutorial, which would cover a new account's planner. */
export const endTutorial = async (request: APIRequestContext, token: string): Promise<void> => {
  const reply = await request.patch('/api/user', { headers: { authorization: `Bearer ${token}` }, data: { showTutorial: false } })
  expect(reply.ok()).toBe(true)
}

/** The password of every teacher in these tests. */
export const PASSWORD = 'correct horse'

/** Signs up a teacher whose planner opens in every page of the context. */
export async function signUpAsNew(context: BrowserContext, timezone = 'UTC'): Promise<Teacher> {
  const email = `maya-${crypto.randomUUID()}@school.example`
  const reply = await context.request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone } })
  expect(reply.status()).toBe(201)
  const { token, user } = await reply.json()
  await storeInPages(context, 'userId', user.id)
  await storeInPages(context, 'token', token)
  return { token, id: user.id }
}

/** Like `signUpAsNew`, but with the tutorial turned off. */
export async function signUp(context: BrowserContext, timezone?: string): Promise<Teacher> {
  const teacher = await signUpAsNew(context, timezone)
  await endTutorial(context.request, teacher.token)
  return teacher
}

/** Opens a second browser as the same teacher's other device. The test has to close its context. */
export const openOtherDevice = async (browser: Browser, problems: Problems, teacher: Teacher): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  problems.watch(context)
  await storeInPages(context, 'token', teacher.token)
  return context.newPage()
}

/**
 * Overrides the server's response to report an expired trial until the server reports a plan. These tests share the server's clock, so they
 * can't move it.
 */
export const endTrial = (context: BrowserContext) =>
  context.route('**/api/user', async (route) => {
    const reply = await route.fetch()
    const user = await reply.json()
    const isTrial = user.subscriptionStatus === 'TRIAL'
    return route.fulfill({ response: reply, json: isTrial ? { ...user, subscriptionStatus: 'TRIALEXPIRED' } : user })
  })

export const openWeek = async (page: Page, date = WEDNESDAY): Promise<void> => {
  await page.goto(`/dashboard?view=week&date=${date}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Week of/ })).toBeVisible()
  await expect(dayOf(page, date)).toBeVisible()
  // Keys work once their code has loaded, which then makes a visible lesson the week's tab stop.
  const hasKeys = () => {
    const isLesson = (card: Element) => card.matches('.lesson-card') && card.checkVisibility()
    const cards = [...document.querySelectorAll<HTMLElement>(':is(.lesson-card, .slot)')]
    return !cards.some(isLesson) || cards.some(({ tabIndex }) => tabIndex === 0)
  }
  await expect.poll(() => page.evaluate(hasKeys)).toBe(true)
}

export const dayOf = (page: Page, date = WEDNESDAY): Locator => page.locator(`section[data-date="${date}"]`)
export const lessonsOf = (page: Page, date = WEDNESDAY): Locator => dayOf(page, date).locator('[data-block-id]')
export const dialogOf = (page: Page): Locator => page.getByRole('dialog')
/**
 * Returns the visible toast with this text, for clicking its buttons or checking its position. Use `expectToast` to check that a toast
 * appeared.
 */
export const toastOf = (page: Page, words: string): Locator => page.locator('[data-toast]').filter({ hasText: words })

/** Runs the command whose name contains this text. */
export async function runFromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search lessons, commands, or dates' }).fill(words)
  await expect(page.getByRole('option', { selected: true })).toContainText(words, { ignoreCase: true })
  await page.keyboard.press('Enter')
}

type Lesson = { title: string; start?: string; end?: string; text?: string }

/** Adds a lesson through the dialog in the week view and saves it. */
export async function addLesson(page: Page, date: string, { title, start, end, text }: Lesson): Promise<void> {
  await dayOf(page, date)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Title').fill(title)
  if (start) await dialog.getByLabel('Start').fill(start)
  if (end) await dialog.getByLabel('End').fill(end)
  if (text) {
    await dialog.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.type(text)
  }
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/**
 * Returns the day as stored on the server, or undefined if the day is empty. The page shows changes before they're saved, so use
 * `expect.poll`.
 */
export async function storedDay(
  page: Page,
  teacher: Teacher,
  date = WEDNESDAY,
): Promise<{ blocks: { title: string; description: string }[] } | undefined> {
  const reply = await page.request.get(`/api/calendar?date=${date}`, { headers: { authorization: `Bearer ${teacher.token}` } })
  return (await reply.json())[0]
}

export const storeDay = async (page: Page, teacher: Teacher, day: object): Promise<void> => {
  const reply = await page.request.post('/api/calendar', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { date: WEDNESDAY, ...day },
  })
  expect(reply.ok()).toBe(true)
}

export const block = (title: string, startTime = '08:00', endTime = '09:00') => ({
  id: `block_${title.replace(/\W/g, '')}`,
  title,
  description: `<p>${title}</p>`,
  startTime,
  endTime,
})

/**
 * Waits out the editor's short delay after a click or keystroke, because tests type faster than users do. Uses a timer in the page that
 * runs after the editor's own timer, so a busy machine delays both.
 */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((shown) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(shown)), 60)))

/** Rejects the first call that matches this URL pattern as if the user had to re-authenticate. */
export const askForProof = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 403, json: { code: 'proof_needed', message: 'Please confirm it’s you.' } }), {
    times: 1,
  })

/** Signs out. This ends with a full page load, which would interrupt reading from the page. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await loaded
  await expect(page).toHaveURL(/\/auth/)
}
