/** Tests the planner that opens from this device: before the server answers, and without a network. */
import type { BrowserContext, Page } from '@playwright/test'
import {
  block,
  dayOf,
  lessonsOf,
  openWeek,
  runFromPalette,
  signUp,
  storeDay,
  storedDay,
  storeInPages,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
  await storeInPages(context, 'userId', teacher.id)
})

/** Returns the names of what the device keeps to read, and all of it as one text. */
const keptOn = (page: Page): Promise<{ names: string[]; text: string }> =>
  page.evaluate(async (name) => {
    const known = await indexedDB.databases()
    if (!known.some((one) => one.name === name)) return { names: [], text: '' }
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const read = <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const reading = ask(database.transaction('kept').objectStore('kept'))
        reading.onsuccess = () => resolve(reading.result)
        reading.onerror = () => reject(reading.error)
      })
    const [names, all] = await Promise.all([read((store) => store.getAllKeys()), read((store) => store.getAll())])
    database.close()
    return { names: names.map(String), text: JSON.stringify(all) }
  }, `firstbell:${teacher.id}`)
const keptNames = async (page: Page): Promise<string[]> => (await keptOn(page)).names

/** Opens the week and waits until the device has it, and the last thing that is fetched for it. */
const visit = async (page: Page): Promise<void> => {
  await openWeek(page)
  for (const part of [`"week","${WEDNESDAY.slice(0, 8)}16"`, '"templates","weekly"', '["user"]'])
    await expect.poll(async () => (await keptNames(page)).some((name) => name.includes(part))).toBe(true)
}

/** Holds the server's answers back. Returns a function that lets them through. */
const holdAnswers = async (context: BrowserContext): Promise<() => void> => {
  let letGo: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await context.route('**/api/**', async (route) => {
    await gate
    // The page may have gone meanwhile.
    await route.continue().catch(() => undefined)
  })
  return () => letGo()
}

/** Collects what moves on the page without the teacher's doing. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] }
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join()
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          shifts.push(`${element?.outerHTML.slice(0, 200)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`)
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

test('a second visit shows the week before the server answers, and nothing moves when it does', async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  await visit(page)
  const version = ((await storedDay(page, teacher)) as { version?: number } | undefined)?.version
  // Before the change, of which the open page is told.
  const letGo = await holdAnswers(context)
  await storeDay(page, teacher, { version, blocks: [block('Algebra'), block('Art', '09:00', '10:00')] })
  await watchShifts(page)
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Math', 'Art'])
  await expect(page.getByText('Opened from this device.')).toBeHidden()
  await lessonsOf(page).last().focus()
  // On a busy machine, the typeface may replace its stand-in after the first paint, which moves the heading by a pixel.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    ;(window as unknown as { shifts: string[] }).shifts.length = 0
  })
  letGo()
  await expect(lessonsOf(page)).toContainText(['Algebra', 'Art'])
  await expect(lessonsOf(page).last()).toBeFocused()
  expect(await shiftsOf(page)).toEqual([])
})

test('a session that ended elsewhere ends on the second visit, too', async ({ page, context, problems }) => {
  problems.expect(/401/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await visit(page)
  await context.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${teacher.token}` } })
  const letGo = await holdAnswers(context)
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Math'])
  letGo()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByText('You’ve been signed out').first()).toBeVisible()
})

test('without a network, the planner opens with the weeks of this device and says which', async ({ page, context, problems }) => {
  problems.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await visit(page)
  await context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Math'])
  await expect(page.getByRole('status').filter({ hasText: 'Opened from this device.' })).toContainText(
    /\w+ \d+ to \w+ \d+(?:, \d{4})? are here, as of \d+:\d\d [AP]M\. Other weeks open when the network is back\./,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Next Week' }).click()
  await expect(dayOf(page, '2026-11-25')).toBeVisible()
  await page.getByRole('button', { name: 'Previous Week' }).click()
  await lessonsOf(page).first().click()
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Math')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto('/dashboard?view=week&date=2025-02-05')
  await expect(page.getByText('This week isn’t on this device.')).toBeVisible()
  await expectAccessible(page)

  await context.unroute('**/api/**')
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
  await expect(dayOf(page, '2025-02-05')).toBeVisible()
  await expect(page.getByText('Opened from this device.')).toBeHidden()
})

test('without a network, a slow device never says that the planner couldn’t be opened', async ({ page, context, problems }) => {
  problems.expect(/ERR_FAILED/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await visit(page)
  await context.route('**/api/**', (route) => route.abort())
  await page.addInitScript(() => {
    const add = IDBRequest.prototype.addEventListener
    IDBOpenDBRequest.prototype.addEventListener = function (type: string, listener: (event: Event) => void) {
      add.call(this, type, type === 'success' ? (event) => setTimeout(() => listener(event), 500) : listener)
    }
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.body?.textContent.includes('Couldn’t open your planner')) seen.push('an error')
    }).observe(document, { subtree: true, childList: true })
  })
  await page.reload()
  // Sooner than the planner asks again by itself.
  await expect(page.getByText('Opened from this device.')).toBeVisible({ timeout: 10_000 })
  await expect(lessonsOf(page)).toContainText(['Math'])
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
})

test('without a network, a teacher prints today’s sub plan with the lesson they just typed, and no student notes', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.clock.setSystemTime(`${WEDNESDAY}T07:00:00Z`)
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const notes = { emergencyProcedures: '<p>Out by the east door</p>', studentNotes: '<p>Lee: peanuts</p>' }
  await context.request.patch('/api/user', { headers: { authorization: `Bearer ${teacher.token}` }, data: notes })
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await visit(page)
  expect((await keptOn(page)).text).not.toContain('peanuts')
  await context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(lessonsOf(page)).toContainText(['Math'])
  await page.getByRole('button', { name: /^Add a lesson on Wednesday/ }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Typed at ten')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lessonsOf(page)).toContainText(['Math', 'Typed at ten'])

  await runFromPalette(page, 'I’m out today')
  const out = page.getByRole('dialog', { name: 'I’m out today' })
  await expect(out.getByText('Sending and links need the network.')).toBeVisible()
  await expectAccessible(page)
  const [sheet] = await Promise.all([context.waitForEvent('page'), out.getByRole('button', { name: 'Print the plan' }).click()])
  for (const part of ['Math', 'Typed at ten', 'Out by the east door', 'Not on this copy, which was printed without a network.'])
    await expect(sheet.getByText(part).first()).toBeVisible()
  await expect(sheet.getByText('peanuts')).toHaveCount(0)
  await expect(sheet.locator('html')).toHaveAttribute('data-printed', '')
  await sheet.close()

  await context.unroute('**/api/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(out.getByRole('button', { name: 'Make the link' })).toBeVisible()
})
