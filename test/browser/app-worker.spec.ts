import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { NEXT, serveVersions, untilUpdated } from './next-version.ts'
import { block, dialogOf, lessonsOf, openWeek, signOut, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { isKept, makeLink } from './sub-page.ts'
import { cutStream, expect, test, untilIdle } from './test.ts'

test.use({ serviceWorkers: 'allow' })

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  await cutStream(context)
  teacher = await signUp(context)
})

/** Waits until the app's worker has everything: 130 files, one after the other. */
const untilKept = (page: Page) => {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state)
  return expect.poll(state, { timeout: 60_000 }).toBe('activated')
}

/** Returns what each of the device's caches has, as paths. */
const cachesOf = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const kept = await (await caches.open(name)).keys()
        return [name, kept.map(({ url }) => url.slice(location.origin.length))] as const
      }),
    )
    return Object.fromEntries(all)
  })

const nonceOf = (page: Page) => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce)

test('without a network, the planner’s page opens at its addresses, and no other page', async ({ page, context, problems }) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await openWeek(page)
  await untilKept(page)
  await context.setOffline(true)
  const nonces = new Set<unknown>()
  for (const address of ['/dashboard?view=day', '/Timetable/', '/out-today', '/']) {
    await page.goto(address)
    await expect(page.locator('html')).toHaveClass(/light|dark/)
    await expect(page.locator('#root .outline')).toHaveCount(0)
    nonces.add(await nonceOf(page))
  }
  await expect(page).toHaveURL(/\/dashboard$/)
  expect(nonces.size).toBe(4)
  for (const address of ['/admin', '/auth', '/dashboard?token=abc', '/dashboard?session_id=cs_1', '/terms', '/s/gone'])
    await expect(page.goto(address), address).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('the device keeps only the app’s page and files, whatever a teacher opens and after signing out', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/401/)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await untilKept(page)
  await page.reload()
  await lessonsOf(page).first().click()
  await dialogOf(page).getByRole('button', { name: 'Close' }).first().click()
  for (const address of ['/timetable', '/sub-plan', '/search?q=math', '/dashboard?token=abc', '/admin', '/dashboard']) {
    await page.goto(address)
    await untilIdle(page)
  }
  const sub = await context.newPage()
  await sub.goto((await makeLink(context.request)).path)
  await isKept(sub)
  await signOut(page)

  const { 'app-page': pages, 'sub-pages': subPages, ...files } = await cachesOf(page)
  expect(pages?.sort()).toEqual(['/confirmed', '/dashboard'])
  expect(Object.keys(files)).toEqual([expect.stringMatching(/^app-files-/)])
  for (const file of Object.values(files).flat()) expect(file).toMatch(/^\/assets\/(?!admin-page|sub-page)[\w-]+\.(?:js|css|woff2)$/)
  expect(subPages?.filter((path) => path.startsWith('/s/'))).toHaveLength(2)
  // The page is the same for everybody.
  const kept = await page.evaluate(async () => (await (await caches.open('app-page')).match('/dashboard'))?.text())
  expect(kept).not.toMatch(/maya|Math(?!\.abs)/)
})

test('a substitute’s page has its own worker, also on the teacher’s device', async ({ page, context }) => {
  await openWeek(page)
  await untilKept(page)
  const sub = await context.newPage()
  await sub.goto((await makeLink(context.request)).path)
  await isKept(sub)
  expect(await sub.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/s\/sw\.js$/)
})

test('a shared computer keeps nothing of the app, also if it did before', async ({ page }) => {
  await openWeek(page)
  await untilKept(page)
  await page.evaluate((entries) => Object.assign(sessionStorage, entries), {
    sharedComputer: String(Date.now()),
    token: teacher.token,
    userId: teacher.id,
  })
  await page.reload()
  await expect.poll(() => cachesOf(page)).toEqual({})
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test('a version without a worker leaves the app on the device, until the server sends the worker of docs/operations.md', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const versions = await serveVersions(baseURL ?? '')
  const update = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update().then(() => 'updated', String))
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  try {
    await openKept(page, versions.origin)
    versions.replaceWorker(null)
    expect(await update()).toContain('404')
    await page.reload()
    await expect(lessonsOf(page)).toHaveCount(1)
    expect(await isControlled()).toBe(true)

    const [, worker = ''] = /```js\n(self\.addEventListener.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
    versions.replaceWorker(worker)
    // The browser may still be asking because of the reload. An update meanwhile becomes part of that.
    const keptPaths = async () => {
      await update()
      return Object.values(await cachesOf(page)).flat()
    }
    await expect.poll(keptPaths).toEqual([])
    await versions.deploy()
    await page.reload()
    await expect(page.locator(NEXT)).toHaveCount(1)
    await expect(lessonsOf(page)).toHaveCount(1)
    expect(await keptPaths()).toEqual([])
  } finally {
    versions.stop()
  }
})

/** Opens the planner, with the app of this version kept on the device. */
const openKept = async (page: Page, origin: string) => {
  await page.goto(`${origin}/dashboard?view=week&date=${WEDNESDAY}`)
  await untilKept(page)
  await page.reload()
  await expect(lessonsOf(page)).toHaveCount(1)
}

/** Asks for the next version, and waits until the browser has it. */
const takeNext = async (page: Page) => {
  const worker = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  expect(await worker()).toMatch(/\/sw\.js$/)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update())
  await expect.poll(async () => Object.keys(await cachesOf(page)).filter((name) => name.startsWith('app-files-')).length).toBe(2)
  await untilUpdated(page)
}

test('a new version never interrupts a teacher who writes, and opens with the next page', async ({ page, context, baseURL }) => {
  // The worker fetches all files of two versions.
  test.setTimeout(300_000)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const versions = await serveVersions(baseURL ?? '')
  try {
    await openKept(page, versions.origin)
    await lessonsOf(page).first().click()
    await dialogOf(page).getByLabel('Title').fill('Algebra')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await versions.deploy()
    await takeNext(page)
    await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Algebra')
    await expect(dialogOf(page).getByLabel('Title')).toBeFocused()

    // Another tab runs the new version. Both work, also with a file that only the old version has.
    const second = await openSecond(context, versions.origin)
    await page.keyboard.press('Control+Enter')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await second.reload()
    await expect(lessonsOf(second)).toContainText(['Algebra'])
    await page.getByRole('radio', { name: 'Month', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^November/ })).toBeVisible()
    await expect(page.locator(NEXT)).toHaveCount(0)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

    await page.close()
    await second.reload()
    await expect(second.locator(NEXT)).toHaveCount(1)
    await second.reload()
    await expect.poll(async () => Object.keys(await cachesOf(second)).filter((name) => name.startsWith('app-files-')).length).toBe(1)
  } finally {
    versions.stop()
  }
})

const openSecond = async (context: BrowserContext, origin: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard?view=week&date=${WEDNESDAY}`)
  await expect(page.locator(NEXT)).toHaveCount(1)
  await expect(lessonsOf(page)).toHaveCount(1)
  return page
}

test('a page that is hidden for half an hour takes the new version, unless a lesson is open', async ({ page, baseURL }) => {
  // The worker fetches all files of two versions.
  test.setTimeout(300_000)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const versions = await serveVersions(baseURL ?? '')
  try {
    await page.clock.install()
    await openKept(page, versions.origin)
    await versions.deploy()
    await takeNext(page)
    await lessonsOf(page).first().click()
    await expect(dialogOf(page)).toBeVisible()
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.clock.fastForward('31:00')
    await expect(dialogOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(page.locator(NEXT)).toHaveCount(0)
    await page.clock.fastForward('31:00')
    await expect(page.locator(NEXT)).toHaveCount(1)
  } finally {
    versions.stop()
  }
})

test('the account menu shows that an update is ready', async ({ page, baseURL }) => {
  // The worker fetches all files of two versions.
  test.setTimeout(300_000)
  await storeDay(page, teacher, { blocks: [block('Math')] })
  const versions = await serveVersions(baseURL ?? '')
  try {
    await openKept(page, versions.origin)
    await versions.deploy()
    await takeNext(page)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Update Firstbell' }).click()
    await expect(page.locator(NEXT)).toHaveCount(1)
  } finally {
    versions.stop()
  }
})
