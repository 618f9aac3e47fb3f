import type { APIRequestContext, Page } from '@playwright/test'
import { confirmAddress } from './inbox.ts'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  runFromPalette,
  signUp,
  storeDay,
  storedDay,
  type Teacher,
  toastOf,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

/** In a card. Under the mouse, its lower half has the button that copies. */
const ABOVE_COPY = { x: 30, y: 8 }
const THURSDAY = '2026-11-19'
const FRIDAY = '2026-11-20'

let maya: Teacher
let amara: Teacher
let inviteId: string

const call = async (request: APIRequestContext, { token }: Teacher, method: 'get' | 'post', path: string, data?: object) => {
  const reply = await request[method](path, { headers: { authorization: `Bearer ${token}` }, ...(data && { data }) })
  expect(reply.ok(), path).toBe(true)
  return reply.json()
}

/** Amara Okafor shares her schedule with Maya. */
test.beforeEach(async ({ context, page, request }) => {
  maya = await signUp(context)
  const email = `amara-${crypto.randomUUID()}@school.example`
  const reply = await request.post('/api/auth/register', {
    data: { email, passwordHash: 'correct horse', displayName: 'Amara Okafor', timezone: 'UTC' },
  })
  const { token, user } = await reply.json()
  amara = { token, id: user.id }
  const { email: mayasEmail } = await call(request, maya, 'get', '/api/user')
  await confirmAddress(request, mayasEmail)
  inviteId = (await call(request, amara, 'post', '/api/collaboration/invite', { collaboratorEmail: mayasEmail })).id
  await call(request, maya, 'post', `/api/collaboration/accept/${inviteId}`)
  const lessons = [{ ...block('Math'), hasAlert: true, alertMessage: 'Call Ms. Bell' }, block('Science Lab', '10:00', '11:00')]
  await storeDay(page, amara, { blocks: lessons })
  await storeDay(page, amara, { date: THURSDAY, blocks: [block('Art')], hasNote: true, noteText: 'Fire drill at 9:10' })
  await storeDay(page, amara, { date: FRIDAY, isBlocked: true, blockedText: 'Conferences' })
  await storeDay(page, maya, { blocks: [block('Writing')] })
})

const banner = (page: Page) => page.getByText('You are viewing Amara Okafor’s schedule')
const backButton = (page: Page) => page.getByRole('button', { name: 'Return to My Schedule' })

const openHers = async (page: Page, view: 'week' | 'day' = 'week') => {
  await page.goto(`/dashboard?view=${view}&date=${WEDNESDAY}&calendar=colleague-${amara.id}`)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByText('Science Lab').first()).toBeVisible()
}

/** Checks that neither the colleague's calendar nor the rest of the page has editing controls. */
const showsNothingThatChanges = async (page: Page) => {
  for (const name of [
    /^Add/,
    /^Edit/,
    /^Clear/,
    /^Remove/,
    /^Unblock/,
    /^Delete/,
    /^Block out/,
    /^Save/,
    /^Manage/,
    'History',
    'Templates menu',
  ])
    await expect(page.getByRole('button', { name }).filter({ visible: true }), `${name}`).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: 'Templates', exact: true })).toHaveCount(0)
}

test("a teacher views a colleague's week, days and month, and cannot change anything there", { tag: '@full' }, async ({ page }) => {
  const changed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') changed.push(request.url())
  })
  await openHers(page)
  await expect(lessonsOf(page)).toHaveText([/Math/, /Science Lab/])
  await expect(dayOf(page, THURSDAY)).toContainText('Fire drill at 9:10')
  await expect(dayOf(page, FRIDAY)).toContainText('Conferences')
  await expect(page.getByRole('gridcell', { name: /November 20.*non-instructional/i })).toBeVisible()
  await expect(page.getByText('Has an alert')).toHaveCount(0)
  await expect(page.getByText('Covers Amara Okafor’s schedule. Student notes are included only if they’re shared with you.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Up next' })).toHaveCount(0)
  await expect(page).toHaveTitle('Amara Okafor’s schedule, Week of Nov 16 · Firstbell')
  await showsNothingThatChanges(page)
  await expectAccessible(page)

  await lessonsOf(page).first().click({ position: ABOVE_COPY })
  const lesson = page.getByRole('dialog', { name: 'View Time Block' })
  await expect(lesson.getByRole('heading', { name: 'Math' })).toBeVisible()
  await expect(lesson.getByText('Call Ms. Bell')).toHaveCount(0)
  await expect(lesson.getByRole('textbox')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(lesson).toBeHidden()

  await dayOf(page)
    .getByRole('button', { name: /^More for Wednesday/ })
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy to my planner…', 'Print day…', 'Generate Sub Plans…'])
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: /November 20/ }).click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await lessonsOf(page).first().dragTo(dayOf(page, THURSDAY), { sourcePosition: ABOVE_COPY })
  await page.keyboard.press('Escape')

  await openHers(page, 'day')
  await expect(page.getByRole('button', { name: 'Copy Science Lab to my planner' })).toBeVisible()
  await showsNothingThatChanges(page)
  await expectAccessible(page)
  expect(changed).toEqual([])
})

test('Back, a reload and a second tab show the calendar in the URL, and the date and view stay when it changes', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await page.goto(`/dashboard?view=day&date=${THURSDAY}`)
  await expect(page.getByText('No lessons planned for this day')).toBeVisible()
  await runFromPalette(page, 'view amara')
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy Art to my planner' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`view=day&date=${THURSDAY}&calendar=colleague-${amara.id}$`))

  await page.keyboard.press('w')
  await expect(lessonsOf(page)).toHaveText([/Math/, /Science Lab/])
  await page.reload()
  await expect(lessonsOf(page)).toHaveText([/Math/, /Science Lab/])
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(lessonsOf(second)).toHaveText([/Math/, /Science Lab/])

  await backButton(page).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(lessonsOf(page)).toHaveText([/Writing/])
  await expect(page).toHaveURL(new RegExp(`view=week&date=${THURSDAY}$`))
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(lessonsOf(page)).toHaveText([/Math/, /Science Lab/])
  await runFromPalette(page, 'return to my')
  await expect(lessonsOf(page)).toHaveText([/Writing/])
})

test("a teacher copies a colleague's lesson and day into their own planner, and undoes both", { tag: '@full' }, async ({ page }) => {
  const titles = async (date = WEDNESDAY) => (await storedDay(page, maya, date))?.blocks.map(({ title }) => title) ?? []
  await page.clock.setSystemTime('2026-11-18T12:00:00Z')
  await openHers(page)
  await lessonsOf(page).first().focus()
  await page.getByRole('button', { name: 'Copy Math to my planner' }).click()
  await expect(dialogOf(page)).toContainText('Amara Okafor’s Math, Wednesday, November 18, 2026')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(lessonsOf(page).first()).toBeFocused()
  await page.getByRole('button', { name: 'Copy Math to my planner' }).click()
  await dialogOf(page).getByRole('button', { name: 'Copy to Wed, Nov 18' }).click()
  const copied = toastOf(page, 'Math copied to your planner')
  await expect(copied).toContainText('Wednesday, November 18, 2026')
  await expect.poll(() => titles()).toEqual(['Writing', 'Math'])
  await expect
    .poll(async () => (await storedDay(page, maya))?.blocks[1])
    .toMatchObject({ hasAlert: false, alertMessage: '', startTime: '08:00' })
  await expect(banner(page)).toBeVisible()
  await copied.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  await expect.poll(() => titles()).toEqual(['Writing'])

  // Copies the lesson to another day.
  await lessonsOf(page).nth(1).click({ position: ABOVE_COPY })
  await page.getByRole('dialog', { name: 'View Time Block' }).getByRole('button', { name: 'Copy to my planner' }).click()
  const copies = page.getByRole('dialog', { name: 'Copy to my planner' })
  await copies.getByRole('button', { name: 'Clear' }).click()
  await copies.getByRole('button', { name: 'Friday, November 20, 2026' }).click()
  await copies.getByRole('button', { name: 'Copy to Fri, Nov 20' }).click()
  await expectToast(page, 'Science Lab copied to your planner')
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(lessonsOf(page).nth(1)).toBeFocused()
  await expect.poll(() => titles(FRIDAY)).toEqual(['Science Lab'])

  await dayOf(page)
    .getByRole('button', { name: /^More for Wednesday/ })
    .click()
  await page.getByRole('menuitem', { name: 'Copy to my planner…' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Wednesday, November 18, 2026: 1 lesson')
  await dialogOf(page).getByRole('button', { name: 'Replace lessons' }).click()
  const day = toastOf(page, 'Wed, Nov 18 copied to your planner')
  await expect(day).toBeVisible()
  await expect.poll(() => titles()).toEqual(['Math', 'Science Lab'])
  await day.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  await expect.poll(() => titles()).toEqual(['Writing'])
  await backButton(page).click()
  await expect(lessonsOf(page)).toHaveText([/Writing/])
  await expect(lessonsOf(page, FRIDAY)).toHaveText([/Science Lab/])
})

test("a teacher whose plan has ended can view a colleague's schedule and make a sub plan, but not copy", {
  tag: '@full',
}, async ({ page, request }) => {
  await page.route('**/api/user', async (route) => {
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...(await reply.json()), subscriptionStatus: 'PROTEACHEREXPIRED' } })
  })
  const notes = { studentNotes: '<p>Theo leaves at noon.</p>', substituteInstructions: '<p>Keys are in the drawer.</p>' }
  for (const [name, html] of Object.entries(notes)) {
    const reply = await request.patch('/api/user', { headers: { authorization: `Bearer ${amara.token}` }, data: { [name]: html } })
    expect(reply.ok()).toBe(true)
  }
  await openHers(page)
  await lessonsOf(page).first().hover()
  await lessonsOf(page).first().click({ button: 'right' })
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /to my planner/ })).toHaveCount(0)
  await expect(page.getByText('Your trial or plan has ended.')).toHaveCount(0)

  await dayOf(page)
    .getByRole('button', { name: /^More for Wednesday/ })
    .click()
  await page.getByRole('menuitem', { name: 'Generate Sub Plans…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate Sub Plans' })
  await expect(dialog).toContainText('Amara Okafor doesn’t share student notes with you.')
  await expect(dialog.getByRole('checkbox', { name: 'Student notes' })).toBeDisabled()
  await expect(dialog.getByText('Readiness check')).toHaveCount(0)
  await expect(dialog.getByRole('checkbox', { name: 'Alerts' })).toHaveCount(0)
  await expectAccessible(page)
  const [plan] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Generate and print' }).click()])
  await expect(plan.getByText('Science Lab').first()).toBeAttached()
  await expect(plan.locator('body')).toContainText('Keys are in the drawer.')
  await expect(plan.locator('body')).not.toContainText('Theo leaves at noon.')
})

test("printing shows the colleague's week with their name", { tag: '@full' }, async ({ page }) => {
  await openHers(page)
  await expect(page.locator('body > div.print-pages')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('body > div.print-pages')).toContainText('Amara Okafor')
  await expect(page.locator('body > div.print-pages')).toContainText('Science Lab')
})
