import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { CONFUSING, SCRIPTS } from '#test/hostile-texts.ts'
import { confirmAddress } from './inbox.ts'
import { block, endTutorial, openWeek, PASSWORD, storeInPages } from './planner-teacher.ts'
import { signInAsAdministrator } from './platform.ts'
import { authorized, DAY, makeLink, openPage } from './sub-page.ts'
import { expect, test } from './test.ts'

/** Monday to Friday of the week in which these tests plan. */
const WEEK = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const
const TEXTS = [...SCRIPTS, ...CONFUSING]
const HOSTILE_NAME = '<img src=x onerror=window.hit?.()>'

/** A script that ran, or that only the page's policy stopped, writes an error into the console, which fails the test. */
const noteHits = (context: BrowserContext) =>
  context.addInitScript(() => {
    const hit = () => {
      // An error that nobody catches fails the test.
      window.setTimeout(() => {
        throw new Error('a script in a text ran')
      })
    }
    Object.assign(window, { hit })
  })

/** The lessons of the texts, spread over the days, one after another. */
const daysOf = (texts: readonly string[]) => {
  const most = Math.ceil(texts.length / WEEK.length)
  const time = (minutes: number) => `${String(7 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return WEEK.map((date, at) => ({
    date,
    blocks: texts.slice(at * most, (at + 1) * most).map((text, index) => ({
      ...block(text.slice(0, 200), time(index * 20), time(index * 20 + 20)),
      id: `block_${index}`,
      description: `${text}<p>${text}</p>`,
    })),
  }))
}

const aTeacher = async (request: APIRequestContext, displayName: string) => {
  const email = `maya-${crypto.randomUUID()}@school.example`
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: PASSWORD, displayName, timezone: 'UTC' } })
  expect(reply.status()).toBe(201)
  const { token, user } = await reply.json()
  await endTutorial(request, token)
  return { email, token: token as string, id: user.id as string }
}

/** Returns the elements in these places that no text may contain. */
const foreignIn = (page: Page, container: string) =>
  page
    .locator(container)
    .evaluateAll((places) =>
      places.flatMap((place) =>
        [...place.querySelectorAll('script, img, iframe, object, embed, form, base, meta, link, template, math, video, audio')].map(
          ({ outerHTML }) => outerHTML,
        ),
      ),
    )

test.describe('a planner full of texts that try to run scripts or confuse programs', () => {
  test.beforeEach(({ context }) => noteHits(context))

  test('shows them as written, and runs none, on screen, in print and in templates', async ({ page, context }) => {
    const { token } = await aTeacher(context.request, HOSTILE_NAME)
    await storeInPages(context, 'token', token)
    const headers = authorized(token)
    const written = daysOf(TEXTS)
    for (const { date, blocks } of written) {
      const data = { date, blocks, hasNote: true, noteText: SCRIPTS[1] }
      expect((await context.request.post('/api/calendar', { headers, data })).status(), date).toBe(201)
      const template = { name: SCRIPTS[2], ...data, blocks: blocks.slice(0, 3) }
      expect((await context.request.post('/api/daily-templates', { headers, data: template })).ok()).toBe(true)
    }
    const notes = {
      emergencyProcedures: SCRIPTS.join(''),
      studentNotes: SCRIPTS.join('\n'),
      substituteInstructions: CONFUSING.join('<br>'),
    }
    expect((await context.request.patch('/api/user', { headers, data: notes })).ok()).toBe(true)

    const week = await (await context.request.get(`/api/calendar?from=${WEEK[0]}&to=${WEEK[4]}`, { headers })).json()
    for (const { date, blocks } of written) {
      const stored = week.find((day: { date: string }) => day.date === date)
      const titles = stored.blocks.map(({ title }: { title: string }) => title)
      expect(titles).toEqual(blocks.map(({ title }) => title.normalize('NFC').trim()))
    }

    await openWeek(page)
    expect(await foreignIn(page, '[data-block-id]')).toEqual([])
    await expect(page.locator('body > div.print-pages')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('body > div.print-pages')).toContainText(SCRIPTS[0] ?? '')
    expect(await foreignIn(page, 'body > div.print-pages')).toEqual([])
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`/dashboard?view=day&date=${WEEK[0]}`)
    await expect(page.locator('[data-block-id]').first()).toBeVisible()
    expect(await foreignIn(page, '[data-block-id]')).toEqual([])
    await page.goto(`/dashboard?view=month&date=${WEEK[0]}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('November')
    expect(await foreignIn(page, '[data-block-id]')).toEqual([])

    await openWeek(page)
    await page.getByRole('main').getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('menuitem', { name: 'Manage templates…' }).click()
    await page.getByRole('tab', { name: 'Daily' }).click()
    await expect(page.getByRole('tabpanel').last()).toContainText(SCRIPTS[2] ?? '')
    expect(await foreignIn(page, '[role=tabpanel]')).toEqual([])
  })

  test('shows them to a substitute as written, and runs none', async ({ page, context }) => {
    const notes = {
      emergencyProcedures: SCRIPTS.join(''),
      studentNotes: SCRIPTS.join('\n'),
      substituteInstructions: CONFUSING.join('<br>'),
    }
    const include = { studentNotes: true }
    const { path, token } = await makeLink(context.request, {
      blocks: daysOf(TEXTS)[0]?.blocks ?? [],
      notes,
      message: SCRIPTS[1] ?? '',
      include,
    })
    await openPage(page, path)
    expect(await foreignIn(page, 'article')).toEqual([])
    await expect(page.locator('body')).toContainText(SCRIPTS[0] ?? '')

    const plan = await context.request.post('/api/sub-plans/generate', { headers: authorized(token), data: { dates: [DAY] } })
    expect(await plan.text()).not.toMatch(/<(?:script|img|iframe|object|embed|form|input|base|svg|math|template)\b/i)
  })

  test('and as a name, shows it to colleagues and platform admins as written, and runs nothing', async ({
    page,
    context,
    browser,
    problems,
  }) => {
    const { email } = await aTeacher(context.request, HOSTILE_NAME)
    await signInAsAdministrator(context)
    await page.goto('/admin?tab=users&view=search')
    await page.getByRole('searchbox').fill(email)
    await page.getByRole('button', { name: HOSTILE_NAME }).first().click()
    await expect(page.getByRole('heading', { name: HOSTILE_NAME })).toBeVisible()

    const other = await browser.newContext()
    problems.watch(other)
    await noteHits(other)
    const [maya, ben] = [await aTeacher(other.request, HOSTILE_NAME), await aTeacher(other.request, 'Ben')]
    await confirmAddress(other.request, ben.email)
    const invited = await other.request.post('/api/collaboration/invite', {
      headers: authorized(maya.token),
      data: { collaboratorEmail: ben.email },
    })
    const { id } = await invited.json()
    expect((await other.request.post(`/api/collaboration/accept/${id}`, { headers: authorized(ben.token) })).ok()).toBe(true)
    const [{ date = '', blocks = [] } = {}] = daysOf(SCRIPTS)
    expect((await other.request.post('/api/calendar', { headers: authorized(maya.token), data: { date, blocks } })).ok()).toBe(true)
    await storeInPages(other, 'token', ben.token)
    const viewing = await other.newPage()
    await viewing.goto(`/dashboard?view=week&date=${date}&calendar=colleague-${maya.id}`)
    await expect(viewing.getByText(`You are viewing ${HOSTILE_NAME}’s schedule`)).toBeVisible()
    await expect(viewing.locator('[data-block-id]').first()).toBeVisible()
    expect(await foreignIn(viewing, '[data-block-id]')).toEqual([])
    await other.close()
  })
})
