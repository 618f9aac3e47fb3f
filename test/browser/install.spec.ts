import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { dialogOf, openWeek, signUp } from './planner-teacher.ts'
import { expect, test } from './test.ts'

test('Chromium can install the app', async ({ baseURL, problems }, { project }) => {
  // A test's usual context is an incognito window, which can't install anything.
  const profile = mkdtempSync(path.join(tmpdir(), 'firstbell-install-'))
  const { launchOptions = {} } = project.use
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL ?? '' })
  problems.watch(context)
  try {
    await signUp(context)
    const page = await context.newPage()
    await openWeek(page)
    const session = await context.newCDPSession(page)
    await expect.poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    expect(await session.send('Page.getAppManifest')).toMatchObject({ errors: [], url: `${baseURL}/manifest.webmanifest` })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

test('every picture of the manifest has the size that it names', async ({ page, context }) => {
  await signUp(context)
  await openWeek(page)
  const { icons, shortcuts } = await (await page.request.get('/manifest.webmanifest')).json()
  for (const { src, sizes } of [...icons, ...shortcuts[0].icons]) {
    const size = await page.evaluate(async (src) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  expect((await page.request.get('/icons/apple-touch-icon.png')).headers()['content-type']).toBe('image/png')
})

test('the installed app’s shortcut opens "I’m out today"', async ({ page, context }) => {
  await signUp(context)
  const { shortcuts } = await (await page.request.get('/manifest.webmanifest')).json()
  await page.goto(shortcuts[0].url)
  await expect(dialogOf(page).getByRole('heading', { name: /out today/i })).toBeVisible()
})
