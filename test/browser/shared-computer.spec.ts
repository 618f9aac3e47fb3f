/** Tests what a computer that others use keeps of a teacher, and what a teacher's own device keeps after they sign out. */
import type { BrowserContext, Page } from '@playwright/test'
import { endTutorial, signOut } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const PASSWORD = 'blue-kite-4'
type Person = { email: string; id: string }
const aTeacher = async (context: BrowserContext, name: string): Promise<Person> => {
  const email = `${name}-${crypto.randomUUID()}@school.example`
  const reply = await context.request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, timezone: 'UTC' } })
  const { token, user } = await reply.json()
  await endTutorial(context.request, token)
  return { email, id: user.id }
}
const shared = (page: Page) => page.getByRole('checkbox', { name: 'This is a shared computer' })
const signIn = async (page: Page, { email }: Person, isShared = false) => {
  await page.goto('/auth')
  await expect(shared(page)).not.toBeChecked()
  if (isShared) await shared(page).check()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectSignedIn(page, email)
}
const expectSignedIn = (page: Page, email: string) => expect(page.getByRole('button', { name: `Account: ${email}` })).toBeVisible()
const expectSignInPage = (page: Page) => expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
/** Everything that the device stores, apart from the tab's own storage. */
const stored = (page: Page) =>
  page.evaluate(async () => JSON.stringify([{ ...localStorage }, await indexedDB.databases(), await caches.keys(), document.cookie]))
const inTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('a shared computer keeps nothing: a reload stays signed in, another tab and the next person see nothing', async ({
  page,
  context,
}) => {
  const maya = await aTeacher(context, 'maya')
  await page.goto('/auth')
  await shared(page).check()
  await expect(page.getByText('We’ll keep nothing here, and sign you out when you close the tab.')).toBeVisible()
  await expectAccessible(page)
  await shared(page).uncheck()
  await signIn(page, maya, true)
  await page.reload()
  await expectSignedIn(page, maya.email)
  expect(await stored(page)).not.toContain(maya.id)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  const other = await context.newPage()
  await other.goto('/dashboard')
  await expectSignInPage(other)
  await other.close()

  await signOut(page)
  expect(await inTab(page)).not.toContain(maya.id)
  await expect(shared(page)).toBeChecked()
})

test('a tab that the browser restores later is signed out', async ({ page, context }) => {
  const maya = await aTeacher(context, 'maya')
  await signIn(page, maya, true)
  const entries = await inTab(page)
  /** Opens a tab with the storage of the first one, as a browser does when it restores a tab. */
  const restored = async (minutes: number): Promise<Page> => {
    const tab = await context.newPage()
    await tab.addInitScript(
      ({ entries, minutes }) => {
        if (location.origin === 'null') return
        for (const [key, value] of Object.entries(JSON.parse(entries))) sessionStorage.setItem(key, String(value))
        sessionStorage.setItem('sharedComputer', String(Date.now() - minutes * 60_000))
      },
      { entries, minutes },
    )
    await tab.goto('/dashboard')
    return tab
  }
  await expectSignedIn(await restored(1), maya.email)
  const later = await restored(3)
  await expectSignInPage(later)
  expect(await stored(later)).not.toContain(maya.id)
})

test('signing out clears the device in all tabs, and the next teacher finds nothing', async ({ page, context }) => {
  const [maya, theo] = [await aTeacher(context, 'maya'), await aTeacher(context, 'theo')]
  await signIn(page, maya)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expectSignedIn(other, maya.email)
  // The other tab has the database open.
  await other.evaluate(async (id) => {
    const request = indexedDB.open(`firstbell:${id}`)
    await new Promise((resolve) => {
      request.onupgradeneeded = () => request.result.createObjectStore('kept')
      request.onsuccess = resolve
    })
    request.result.onversionchange = () => request.result.close()
  }, maya.id)
  await signOut(page)
  await expectSignInPage(other)
  await expect.poll(() => stored(page)).not.toContain(maya.id)
  await signIn(other, theo)
  expect(await stored(other)).not.toContain(maya.id)
  expect(await inTab(other)).not.toContain(maya.id)
})
