/**
 * A day without a network, from 10:45 to noon: in a browser with its profile on disk that is closed, killed and opened again, while another
 * device changes the same lesson and the server gets a new version.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { NEXT, serveVersions, untilUpdated } from './next-version.ts'
import {
  addLesson,
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  signUp,
  storeDay,
  storedDay,
  storeInPages,
  type Teacher,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, test, untilIdle } from './test.ts'

const [THURSDAY, FRIDAY] = ['2026-11-19', '2026-11-20']
const at = (time: string) => `${WEDNESDAY}T${time}:00Z`

/** Ends the browser without a chance to write anything. */
const kill = async (context: BrowserContext): Promise<void> => {
  const session = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const { id } = processInfo.find(({ type }) => type === 'browser') ?? {}
  if (id === undefined) throw new Error('The browser has no process')
  const closed = context.waitForEvent('close')
  process.kill(id, 'SIGKILL')
  await closed
}

/** Returns what this device has stored of the teacher: the edits that aren't sent, or the answers to read. */
const storedOn = (page: Page, { id }: Teacher, store: 'edits' | 'kept'): Promise<string> =>
  page.evaluate(
    async ([name, store]) => {
      const opened = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await opened(indexedDB.open(name))
      try {
        const objects = database.transaction(store).objectStore(store)
        return JSON.stringify([await opened(objects.getAllKeys()), await opened(objects.getAll())])
      } finally {
        database.close()
      }
    },
    [`firstbell:${id}`, store] as const,
  )

/** Waits until the device has the app, the week, and the last thing that is fetched for it. */
const untilKept = async (page: Page, teacher: Teacher): Promise<void> => {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state)
  await expect.poll(state, { timeout: 60_000 }).toBe('activated')
  await untilIdle(page)
  for (const part of ['week\\",\\"2026-11-16', 'templates\\",\\"weekly'])
    await expect.poll(() => storedOn(page, teacher, 'kept')).toContain(part)
}

const type = async (page: Page, text: string): Promise<void> => {
  await dialogOf(page).getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}
const saveState = (page: Page) => page.locator('[data-save-state]')
const notSent = (page: Page, count: number) => page.getByRole('button', { name: `Not yet sent: ${count}` })
const textsOf = async (page: Page) => [
  ...(await lessonsOf(page).allInnerTexts()),
  ...(await lessonsOf(page, THURSDAY).allInnerTexts()),
  ...(await lessonsOf(page, FRIDAY).allInnerTexts()),
]

test('a teacher plans through an outage, a killed browser and an update, and no device loses a word', async ({
  page: ipad,
  context,
  baseURL,
  problems,
}, { project }) => {
  // It starts three browsers, each of which opens the planner with its worker.
  test.setTimeout(600_000)
  problems.expect(/net::ERR_/)
  problems.expect(/409/)
  const versions = await serveVersions(baseURL ?? '')
  const profile = mkdtempSync(path.join(tmpdir(), 'firstbell-walk-'))
  /** Opens the browser on the teacher's laptop. */
  const start = async (time: string, isOffline = false): Promise<{ laptop: BrowserContext; page: Page }> => {
    const { launchOptions = {}, locale = '' } = project.use
    const view = { locale, reducedMotion: 'reduce', viewport: { width: 1366, height: 768 } } as const
    const laptop = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...view,
      baseURL: versions.origin,
      serviceWorkers: 'allow',
      offline: isOffline,
    })
    problems.watch(laptop)
    await laptop.clock.setSystemTime(at(time))
    return { laptop, page: laptop.pages()[0] ?? (await laptop.newPage()) }
  }

  const teacher = await signUp(context)
  await storeDay(ipad, teacher, { blocks: [block('Math'), block('Art', '09:00', '10:00')] })
  let { laptop, page } = await start('10:40')
  try {
    await storeInPages(laptop, 'userId', teacher.id)
    await storeInPages(laptop, 'token', teacher.token)
    await openWeek(page)
    await untilKept(page, teacher)
    // The browser writes the session to the disk.
    await laptop.close()

    // 10:45: the network fails while the planner is open.
    ;({ laptop, page } = await start('10:43'))
    await openWeek(page)
    await untilKept(page, teacher)
    await laptop.clock.setSystemTime(at('10:45'))
    versions.cut()
    await laptop.setOffline(true)
    await expect(page.getByText('No network since 10:45 AM.')).toBeVisible()
    await lessonsOf(page).first().click()
    await type(page, ' Halves with pizza')
    await expect(saveState(page)).toHaveText('Offline. Will save later')
    await expect.poll(() => storedOn(page, teacher, 'edits')).toContain('Halves with pizza')

    await page.reload()
    await expect(lessonsOf(page)).toContainText(['Halves with pizza', 'Art'])
    await expect(notSent(page, 1)).toBeVisible()
    await addLesson(page, THURSDAY, { title: 'Science', text: 'Volcanoes' })
    await notSent(page, 2).click()
    await expect(page.getByText('They stay on this device through a reload')).toBeVisible()
    await kill(laptop)

    ;({ laptop, page } = await start('10:50', true))
    await openWeek(page)
    await expect(lessonsOf(page)).toContainText(['Halves with pizza', 'Art'])
    await expect(lessonsOf(page, THURSDAY)).toContainText(['Volcanoes'])
    await expect(notSent(page, 2)).toBeVisible()
    await expect(page.getByText('Opened from this device.')).toBeVisible()
    await expectAccessible(page)

    // Meanwhile, the iPad changes the same lesson and another one, and the server gets a new version.
    const { version } = (await storedDay(ipad, teacher)) as unknown as { version: number }
    const theirs = { ...block('Math'), description: '<p>Halves with ribbon</p>' }
    await storeDay(ipad, teacher, { version, blocks: [theirs, { ...block('Art', '09:00', '10:00'), title: 'Clay' }] })
    await versions.deploy()

    // Noon: the network is back while the teacher types.
    await dayOf(page, FRIDAY)
      .getByRole('button', { name: /^Add a lesson on/ })
      .click()
    await dialogOf(page).getByLabel('Title').fill('Music')
    await type(page, 'Drums')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await laptop.clock.setSystemTime(at('12:00'))
    versions.mend()
    await laptop.setOffline(false)
    await expect.poll(async () => (await storedDay(ipad, teacher, THURSDAY))?.blocks.map(({ title }) => title)).toEqual(['Science'])
    // An open page asks for a new version when it is shown again after an hour.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await untilUpdated(page)
    await page.keyboard.type(' and flutes')
    await expect(saveState(page)).toHaveText('Saved')
    await expect(dialogOf(page).getByRole('textbox', { name: 'Description' })).toContainText('Drums and flutes')
    await page.keyboard.press('Control+Enter')
    await expect(dialogOf(page)).toBeHidden()

    // Only the lesson that both changed waits for an answer, and both texts are there.
    await expect(lessonsOf(page)).toContainText(['Halves with pizza', 'Clay'])
    await notSent(page, 1).click()
    const question = page.getByRole('listitem').filter({ hasText: 'Math, Wed, Nov 18 needs your answer' })
    await expect(question).toContainText('Halves with pizza')
    await expect(question).toContainText('Halves with ribbon')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep both, as two lessons' }).click()
    await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await expect(page.locator(NEXT)).toHaveCount(0)

    // The next opening has the new version, and all devices show the same.
    await page.reload()
    await expect(page.locator(NEXT)).toHaveCount(1)
    await openWeek(ipad)
    for (const device of [page, ipad]) {
      await expect(lessonsOf(device)).toHaveCount(3)
      for (const text of ['Halves with pizza', 'Halves with ribbon', 'Clay'])
        await expect(lessonsOf(device).filter({ hasText: text })).toHaveCount(1)
      await expect(lessonsOf(device, THURSDAY)).toContainText(['Volcanoes'])
      await expect(lessonsOf(device, FRIDAY)).toContainText(['Drums and flutes'])
    }
    expect(await textsOf(page)).toEqual(await textsOf(ipad))
    expect(await storedOn(page, teacher, 'edits')).toBe('[[],[]]')
  } finally {
    await laptop.close().catch(() => undefined)
    versions.stop()
    rmSync(profile, { recursive: true, force: true })
  }
})
