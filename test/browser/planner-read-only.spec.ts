import type { Page } from '@playwright/test'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  runFromPalette,
  signUp,
  storeDay,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const DAY_MS = 86_400_000

let teacher: Teacher
/** Requests that would change data. */
let sent: string[]

/** Overrides parts of the account in the server's response. */
const tellOfUser = (page: Page, change: () => object) =>
  page.route('**/api/user', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...(await reply.json()), ...change() } })
  })

/** Closes the billing gate, which covers the planner each time the planner opens. */
const readPlans = (page: Page) => page.getByRole('button', { name: 'View my lessons' }).click()
const openToRead = async (page: Page) => {
  await page.goto(`/dashboard?view=week&date=${WEDNESDAY}`)
  await readPlans(page)
  await expect(dayOf(page)).toBeVisible()
}

test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '10:00', '11:00')], hasNote: true, noteText: 'Bring cake' })
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), title: 'Algebra' }, block('Art', '10:00', '11:00')] })
  await storeDay(page, teacher, { date: '2026-11-19', isBlocked: true, blockedText: 'Conferences' })
  const template = await page.request.post('/api/daily-templates', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { name: 'Bells', blocks: [{ ...block('Music'), id: 'template-1' }] },
  })
  expect(template.ok()).toBe(true)
  sent = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
})

test.describe('a teacher whose plan has ended', () => {
  test.beforeEach(async ({ page }) => tellOfUser(page, () => ({ subscriptionStatus: 'PROTEACHEREXPIRED' })))
  test.afterEach(() => expect(sent).toEqual([]))

  const showsNothingThatChanges = async (page: Page) => {
    for (const name of [
      /^Add/,
      /^Edit/,
      /^Clear/,
      // A lesson's menu. A day's menu remains, because it leads to read-only pages.
      /^More for (?!.*day, )/,
      /^Remove/,
      /^Delete/,
      /^Restore/,
      /^Duplicate/,
      /^Apply/,
      /^Import/,
      /^New template/,
      /^Save/,
      /^Block out/,
      /^Unblock/,
    ])
      await expect(page.getByRole('button', { name }).filter({ visible: true }), `${name}`).toHaveCount(0)
  }

  test('sees the week without anything that would change it: no button, drag, menu or shortcut', async ({ page }) => {
    await openToRead(page)
    await expect(page.getByText('Your plan has ended. You can')).toBeVisible()
    await expect(lessonsOf(page)).toHaveCount(2)
    await showsNothingThatChanges(page)
    await expect(page.getByRole('main').getByRole('button', { name: 'Templates', exact: true })).toHaveCount(0)
    await expectAccessible(page)

    const card = lessonsOf(page).first()
    await card.hover()
    await expect(page.getByRole('button', { name: 'More for Algebra' })).toBeHidden()
    await card.click({ button: 'right' })
    await card.focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toHaveCount(0)

    await dayOf(page).getByRole('button', { name: 'More for Wednesday, November 18, 2026' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['History', 'Print day…', 'Generate Sub Plans…'])
    await page.keyboard.press('Escape')

    const friday = dayOf(page, '2026-11-20')
    await card.dragTo(friday)
    await expect(friday.getByRole('button', { name: /Algebra/ })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await lessonsOf(page).first().click()
    const dialog = page.getByRole('dialog', { name: 'View Time Block' })
    await expect(dialog.getByRole('heading', { name: 'Algebra' })).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  test('reads notes, days off and templates, which are accessible', { tag: '@full' }, async ({ page }) => {
    await page.clock.setSystemTime('2026-11-18T12:00:00Z')
    await openToRead(page)
    await page.getByRole('button', { name: 'Blockouts and Notes', exact: true }).click()
    await expect(dialogOf(page).getByText('Conferences')).toBeVisible()
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click()
    await runFromPalette(page, 'templates')
    const manager = page.getByRole('dialog', { name: 'Template Manager' })
    await manager.getByRole('button', { name: /Bells/ }).click()
    await expect(manager.getByText('Music').first()).toBeVisible()
    await expectAccessible(page)
  })
})

test('a trial that ends at noon ends at noon, even in a planner that has been open since the morning', { tag: '@full' }, async ({
  page,
}) => {
  let endsAt = 0
  await page.clock.install()
  await tellOfUser(page, () => {
    endsAt ||= Date.now() + 30 * 60_000
    return { subscriptionStatus: 'TRIAL', freeTrialStarted: new Date(endsAt - 7 * DAY_MS).toISOString() }
  })
  await openWeek(page)
  const add = dayOf(page).getByRole('button', { name: /^Add a lesson on/ })
  await expect(add).toBeVisible()
  await page.clock.fastForward('31:00')
  await expect(page.getByRole('dialog', { name: /Trial Expired/ })).toBeVisible()
  await expect(add).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  expect(sent).toEqual([])
})
