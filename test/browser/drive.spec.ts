import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { dayOf, dialogOf, endTutorial, openWeek, signUp, storedDay, storeInPages, type Teacher } from './planner-teacher.ts'
import { expectAccessible, expectToast, expect as soon, test } from './test.ts'

/** Choosing a file involves three servers, two windows and a frame, so it takes longer. */
const expect = soon.configure({ timeout: 20_000 })

let teacher: Teacher
/** The requests that the planner's page sent to other origins. */
let ofGoogle: string[]
test.beforeEach(async ({ context, page, baseURL, problems }, { title }) => {
  // The token request returns 404 until the teacher grants Drive access.
  if (!/guest|script|Debug/.test(title)) problems.expect(/404 .*drive\/token/)
  teacher = await signUp(context)
  ofGoogle = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL && /^http/.test(request.url())) ofGoogle.push(request.url())
  })
})

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const toolOf = (page: Page) => page.getByRole('button', { name: 'Insert a file from Google Drive' })
const pickerOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Google Drive picker"]')
const description = async (page: Page) => (await storedDay(page, teacher))?.blocks[0]?.description
const openNew = async (page: Page) => {
  await openWeek(page)
  await dayOf(page)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await expect(toolOf(page)).toBeVisible()
}
const askOf = (page: Page) => page.getByRole('dialog', { name: 'Connect Google Drive' })
const goOn = async (page: Page) => {
  await expect(askOf(page)).toBeVisible()
  await askOf(page)
    .getByRole('button', { name: /Google/ })
    .click()
}
/** Opens Google's window and runs `choose` there. Each test has its own Google account. */
const atGoogle = async (page: Page, choose: (google: Page) => Promise<void>) => {
  const opened = page.waitForEvent('popup')
  await goOn(page)
  const google = await opened
  const closed = google.waitForEvent('close')
  await choose(google)
  await closed
}
const allow = async (google: Page) => {
  await google.getByLabel('Another address').fill(`maya-${crypto.randomUUID()}@school.example`)
  await google.getByRole('button', { name: 'Continue', exact: true }).click()
}
/** Opens the picker for the first time, which prompts for permission. */
const openFirst = async (page: Page) => {
  await toolOf(page).click()
  await atGoogle(page, allow)
  await expect(pickerOf(page).getByRole('button', { name: 'Reading groups' })).toBeVisible()
}
const hold = async (context: BrowserContext, path: string, reply: { status: number; json: object }) => {
  await context.route(`**${path}`, (route) => route.fulfill(reply))
}

test("a teacher's first file asks Google for permission only then, and the lesson gets the link", async ({ page }) => {
  await openNew(page)
  await dialogOf(page).getByLabel('Title').fill('Fractions')
  await textOf(page).click()
  await page.keyboard.type('Hand out')
  expect(ofGoogle).toEqual([])
  await toolOf(page).click()
  await expect(askOf(page)).toContainText('This also links Google to your account')
  await expectAccessible(page)
  await atGoogle(page, allow)
  await expect(pickerOf(page).getByRole('heading', { name: /^Drive of maya-/ })).toBeVisible()
  const { width, height } = (await page.locator('.picker-dialog').boundingBox()) ?? { width: 0, height: 0 }
  expect([Math.round(width), Math.round(height)]).toEqual([1051, 650])
  await pickerOf(page).getByRole('button', { name: 'Fractions on a number line' }).click()
  await expectToast(page, 'File inserted')
  await expect(textOf(page)).toBeFocused()
  await page.keyboard.type(' to everybody.')
  // Inserting a second file doesn't ask for permission again.
  await toolOf(page).click()
  await pickerOf(page).getByRole('button', { name: 'Field trip form.pdf' }).click()
  await expect(textOf(page)).toHaveText('Hand out Fractions on a number line to everybody. Field trip form.pdf')
  await page.keyboard.press('Control+z')
  await expect(textOf(page)).toHaveText('Hand out Fractions on a number line to everybody.')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect
    .poll(() => description(page))
    .toMatch(
      /^<p>Hand out <a [^>]*href="https:\/\/docs\.google\.com\/document\/d\/1frac\/edit\?usp=drive_web"[^>]*>Fractions on a number line<\/a> to everybody\.<\/p>$/,
    )
})

test('a teacher who picks nothing leaves the lesson unchanged, however they close the picker', { tag: '@full' }, async ({ page }) => {
  await openNew(page)
  await textOf(page).click()
  await page.keyboard.type('As it was')
  await openFirst(page)
  await pickerOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.picker-dialog')).toHaveCount(0)
  await expect(toolOf(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pickerOf(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  // Focus is on the planner's page, not in the frame.
  await page.keyboard.press('Escape')
  await expect(page.locator('.picker-dialog')).toHaveCount(0)
  await toolOf(page).click()
  await pickerOf(page).getByRole('button', { name: 'Break' }).click()
  await expectToast(page, 'Google Drive Error', 'Failed to connect to Google Drive. Please try again.')
  // A click outside the picker doesn't close the lesson dialog.
  await toolOf(page).click()
  await expect(pickerOf(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(pickerOf(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  await pickerOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(textOf(page)).toHaveText('As it was')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test("the expanded editor works too, shows file names as plain text, and doesn't link to other sites", { tag: '@full' }, async ({
  page,
}) => {
  await openNew(page)
  await dialogOf(page).getByRole('button', { name: 'Expand' }).click()
  await openFirst(page)
  await pickerOf(page).getByRole('button', { name: 'A link to elsewhere' }).click()
  await expectToast(page, 'Could not insert Drive file link')
  await expect(textOf(page)).toHaveText('')
  await toolOf(page).click()
  await pickerOf(page)
    .getByRole('button', { name: /onerror/ })
    .click()
  await expect(textOf(page).getByRole('link')).toHaveText('<img src=x onerror=alert(1)> fdp')
})

test.describe('failures are reported and can be retried', { tag: '@full' }, () => {
  test('a teacher denies access to their Drive, and then grants it', async ({ page }) => {
    await openNew(page)
    await toolOf(page).click()
    await atGoogle(page, async (google) => {
      await google.getByLabel('Keep Drive closed').check()
      await allow(google)
    })
    await expect(askOf(page).getByRole('alert')).toHaveText('You left Google before finishing. Nothing changed.')
    await atGoogle(page, (google) => google.getByRole('button', { name: 'Cancel' }).click())
    await expect(askOf(page).getByRole('alert')).toBeVisible()
    await expect(page.locator('.picker-dialog')).toHaveCount(0)
    await atGoogle(page, allow)
    await expect(pickerOf(page).getByRole('button', { name: 'Reading groups' })).toBeVisible()
  })

  test('a window that the browser blocks', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await openNew(page)
    await toolOf(page).click()
    await goOn(page)
    await expect(askOf(page).getByRole('alert')).toContainText('blocked')
    await page.keyboard.press('Escape')
    await expect(askOf(page)).toBeHidden()
    await expect(toolOf(page)).toBeVisible()
  })

  test("a script of Google's that doesn't load", async ({ context, page, problems }) => {
    problems.expect(/api\.js/)
    await openNew(page)
    await hold(context, '/api/drive/token', { status: 200, json: { accessToken: 'a-token' } })
    await context.route('**/js/api.js', (route) => route.abort())
    await toolOf(page).click()
    await expectToast(page, 'Google Drive Error', 'Failed to connect to Google Drive. Please try again.')
    await context.unroute('**/js/api.js')
    await toolOf(page).click()
    // Google doesn't recognize the token.
    await expect(pickerOf(page).getByRole('heading', { name: 'In order to select an item please sign in.' })).toBeVisible()
  })

  test('no token although permission was granted, and Google being unreachable', async ({ context, page, problems }) => {
    problems.expect(/503/)
    await openNew(page)
    const none = { code: 'not_found', message: 'No access token available. Please sign in with Google again.' }
    await hold(context, '/api/drive/token', { status: 404, json: none })
    await toolOf(page).click()
    await atGoogle(page, allow)
    await expectToast(page, 'Google Drive Error', 'No access token available. Please sign in with Google again.')
    await expect(page.locator('.picker-dialog')).toHaveCount(0)
    await context.unrouteAll()
    await hold(context, '/api/drive/token', { status: 503, json: { code: 'unavailable', message: 'x' } })
    await toolOf(page).click()
    await expectToast(page, 'Google Drive Error', 'Failed to connect to Google Drive. Please try again.')
  })
})

test('the picker fits on a phone and can be tapped', { tag: '@full' }, async ({ page }) => {
  await openNew(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const tool = await toolOf(page).boundingBox()
  expect(Math.min(tool?.width ?? 0, tool?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await openFirst(page)
  expect(await page.locator('.picker-dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const frame = await page.locator('.picker-dialog iframe').boundingBox()
  expect(frame?.width).toBeLessThanOrEqual(390)
  await pickerOf(page).getByRole('button', { name: 'Reading groups' }).click()
  await expect(textOf(page).getByRole('link')).toHaveText('Reading groups')
})

test('the tool is hidden from guests, and where no files can be picked', { tag: '@full' }, async ({ browser, context, page }) => {
  await context.route('**/api/settings', async (route) => {
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...(await reply.json()), google: { picker: null } } })
  })
  await openWeek(page)
  await dayOf(page)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await expect(textOf(page)).toBeVisible()
  await expect(toolOf(page)).toHaveCount(0)

  const trying = await browser.newContext()
  const { token } = await (await trying.request.post('/api/auth/guest', { data: {} })).json()
  await endTutorial(trying.request, token)
  await storeInPages(trying, 'token', token)
  const guest = await trying.newPage()
  const settings = guest.waitForResponse('**/api/settings')
  await openWeek(guest)
  await dayOf(guest)
    .getByRole('button', { name: /^Add a lesson on/ })
    .click()
  await settings
  await expect(textOf(guest)).toBeVisible()
  await expect(toolOf(guest)).toHaveCount(0)
  await trying.close()
})
