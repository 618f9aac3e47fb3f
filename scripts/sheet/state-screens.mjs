/** States that a planner is in only for a while: unsaved text, a conflict, no connection, maintenance, an alert, an answer from AI. */
import { command, firstLesson, openLesson } from './steps.mjs'

/** @typedef {import('../screens.mjs').Screen} Screen */
/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog').first()
/** @param {Page} page */
const save = (page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
/** Waits until the text typed so far is stored on the device. @param {Page} page */
const untilKept = (page) => page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft')))

/**
 * Returns a step that leaves text in a lesson that can't be saved, because it has no title, and reloads the page.
 * @param {(page: Page) => Promise<unknown>} open
 */
const typeAndReload = (open) => async (/** @type {Page} */ page) => {
  await open(page)
  await dialog(page).getByLabel('Title').fill('')
  await dialog(page).getByRole('switch', { name: 'Alert' }).click()
  await dialog(page).getByLabel('Alert message').fill('Fraction strips')
  await untilKept(page)
  await page.reload({ waitUntil: 'networkidle' })
  await firstLesson(page).waitFor()
}

/** Renames the first lesson while the connection is down. @param {Page} page */
const saveOffline = async (page) => {
  await openLesson(page)
  await page.context().setOffline(true)
  await dialog(page).getByLabel('Title').fill('Morning Meeting, outdoors')
  await save(page)
  await page
    .getByRole('button', { name: /^Not yet sent/ })
    .filter({ visible: true })
    .first()
    .waitFor()
}

/** Renames the first lesson. Just before that is saved, another device renames it, too. @param {Page} page */
const meetConflict = async (page) => {
  const title = (await firstLesson(page).innerText()).includes('shapes') ? 'Geometry' : 'Geometry: shapes'
  await openLesson(page)
  let isFirst = true
  await page.route('**/api/calendar**', async (route) => {
    if (!isFirst || route.request().method() === 'GET') return route.continue()
    isFirst = false
    const { operationId: _, ...day } = route.request().postDataJSON()
    /** @type {{ title: string }[]} */
    const blocks = day.blocks
    const data = { ...day, blocks: blocks.map((block) => (block.title === 'Algebra' ? { ...block, title } : block)) }
    await route.fetch({ postData: data })
    return route.continue()
  })
  await dialog(page).getByLabel('Title').fill('Algebra')
  await save(page)
  await page.getByRole('dialog', { name: /two versions/ }).waitFor()
}

/** Opens a lesson that has no title for now. @param {Page} page */
const loseTitle = async (page) => {
  await openLesson(page)
  await dialog(page).getByLabel('Title').fill('')
  await page.locator('[data-save-state]').filter({ hasText: 'Needs a title' }).waitFor()
}

/** Changes a lesson that stays open while the connection is down. @param {Page} page */
const typeOffline = async (page) => {
  await openLesson(page)
  await page.context().setOffline(true)
  await dialog(page).getByLabel('Title').fill('Morning Meeting, outdoors')
  await page.locator('[data-save-state]').filter({ hasText: 'Offline' }).waitFor()
}

/** Changes a lesson while the server fails. @param {Page} page */
const failToSave = async (page) => {
  await openLesson(page)
  await page.route('**/api/calendar', (route) => route.fulfill({ status: 500, json: { code: 'broken', message: 'Something went wrong.' } }))
  await dialog(page).getByLabel('Title').fill('Morning Meeting, outdoors')
  await dialog(page).getByRole('button', { name: 'Try again' }).waitFor()
}

/** @param {Page} page */
const panel = (page) => page.getByRole('complementary', { name: 'Write with AI' })
/** Opens the AI panel next to a lesson. @param {Page} page */
const openPanel = async (page) => {
  await openLesson(page)
  await page.getByRole('button', { name: 'Write with AI' }).click()
}
/**
 * Returns a step that asks AI to write and waits for its answer.
 * @param {string} prompt
 * @param {(page: Page) => Promise<unknown>} then
 * @param {string} [trouble] Makes the stand-in for the AI provider fail (test/world/ai/trouble.ts).
 */
const ask = (prompt, then, trouble) => async (/** @type {Page} */ page) => {
  await page.route('**/api/ai/generate/stream', (route) => {
    const request = route.request().postDataJSON()
    return route.continue({ postData: trouble ? { ...request, prompt: `${request.prompt} [${trouble}]` } : request })
  })
  await openPanel(page)
  await page.getByLabel('What should AI write?').fill(prompt)
  await page.getByLabel('What should AI write?').press('Enter')
  await then(page)
}

const WARM_UP = 'Write a five-minute warm-up about fractions.'

/** @type {Promise<unknown>} */
let lastAsked = Promise.resolve()
/**
 * Asks AI, which never finishes its answer. Waits until the last page that asked so is closed, because a teacher gets two answers at once.
 * @param {Page} page
 */
const keepAsking = async (page) => {
  const before = lastAsked
  lastAsked = new Promise((resolve) => page.once('close', resolve))
  await before
  await ask(WARM_UP, () => panel(page).getByLabel('AI draft').waitFor(), 'silent 60')(page)
}

/** Sends the event that the server sends while Maintenance Mode is on. @param {Page} page */
const maintain = async (page) => {
  const until = new Date(await page.evaluate(() => Date.now() + 45 * 60_000)).toISOString()
  const event = { kind: 'maintenance', maintenance: { words: 'We’re moving to a larger machine.', until } }
  await page.route('**/api/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(event)}\n\n` }),
  )
  await page.reload()
  await page.getByText('We’re moving to a larger machine.').waitFor()
}

/** Moves the clock to the start of a lesson with an alert. @param {Page} page */
const ring = async (page) => {
  const today = await page.evaluate(() => new Date().toISOString().slice(0, 10))
  await page.clock.setFixedTime(new Date(`${today}T15:30:05Z`))
  await page.reload()
  await page.locator('[data-toast]').first().waitFor()
}

/** @type {Screen[]} */
export const STATE_SCREENS = [
  { name: 'draft-lesson', reach: typeAndReload(openLesson) },
  { name: 'draft-new', reach: typeAndReload(command('Add lesson')) },
  { name: 'draft-opened', reach: async (page) => typeAndReload(openLesson)(page).then(() => openLesson(page)) },
  { name: 'lesson-no-title', reach: loseTitle },
  { name: 'lesson-offline', reach: typeOffline },
  { name: 'lesson-not-saved', reach: failToSave },
  { name: 'conflict', as: 'twoDevices', reach: meetConflict },
  { name: 'offline', reach: async (page) => page.context().setOffline(true) },
  { name: 'offline-save', reach: saveOffline },
  { name: 'maintenance', reach: maintain },
  { name: 'alert-ringing', reach: ring },
  {
    name: 'toast-error',
    reach: async (page) => {
      await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')))
      await page.locator('[data-toast]').first().waitFor()
    },
  },
  { name: 'ai-panel', as: 'subscriber', reach: openPanel },
  {
    name: 'ai-answer',
    as: 'subscriber',
    reach: ask('Write an exit ticket about fractions.', (page) =>
      panel(page)
        .getByRole('button', { name: /^Insert/ })
        .click({ trial: true }),
    ),
  },
  { name: 'ai-writing', as: 'subscriber', reach: keepAsking },
  { name: 'ai-failed', as: 'subscriber', reach: ask(WARM_UP, (page) => panel(page).getByRole('alert').waitFor(), 'down') },
  {
    name: 'ai-locked',
    reach: async (page) => {
      await openLesson(page)
      // The button looks disabled, but a click says why.
      await page.getByRole('button', { name: 'Write with AI' }).click({ force: true })
    },
  },
]
