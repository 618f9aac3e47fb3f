/** One journey per feature, for engines other than Chromium. The steps of each test continue where the one before ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textsOf } from '#test/golden-pages.ts'
import { fillDataDir } from '#test/migrated.ts'
import { type RunningServer, startServer } from '#test/server.ts'
import { type Driver, KEYS, stepsOf } from './driver.ts'

const EMAIL = 'maya@school.example'
const PASSWORD = 'correct horse'
const WEDNESDAY = '2026-11-18'
const THURSDAY = '2026-11-19'

const dayOf = (date: string) => `section[data-date="${date}"]`
const lessonOf = (date: string) => `${dayOf(date)} [data-block-id]`
const EDITOR = '[role=dialog] [role=textbox][contenteditable=true]'
const DIALOG_BUTTON = '[role=dialog] button'

export const runJourneys = (open: () => Promise<Driver>): void => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-engine-'))
  let server: RunningServer
  let driver: Driver
  let steps: ReturnType<typeof stepsOf>
  let token: string

  const call = async (method: string, address: string, body?: object) => (await server.call(method, address, { token, body })).body
  const stored = async (date: string) => {
    const [day] = (await call('GET', `/api/calendar?date=${date}`)) as { blocks: { title: string; description: string }[] }[]
    return day?.blocks ?? []
  }
  const save = async () => {
    await steps.click(DIALOG_BUTTON, 'Save')
    await steps.until("!document.querySelector('[role=dialog]')")
  }
  const openLesson = async (title: string, date = WEDNESDAY) => {
    await steps.click(lessonOf(date), title)
    await steps.see(EDITOR)
  }

  beforeAll(async () => {
    await fillDataDir(folder)
    server = await startServer({ DATA_DIR: folder })
    const { body } = await server.call('POST', '/api/auth/register', { body: { email: EMAIL, password: PASSWORD, timezone: 'UTC' } })
    token = (body as { token: string }).token
    await call('PATCH', '/api/user', { showTutorial: false })
    driver = await open()
    steps = stepsOf(driver)
  })
  afterAll(async () => {
    await driver?.close()
    await server?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('a teacher signs in', async () => {
    await driver.goTo(`${server.origin}/auth`)
    await steps.fill(['input[type=email]'], EMAIL)
    await steps.fill(['input[type=password]'], PASSWORD)
    await steps.press(KEYS.enter)
    await steps.see('h1', 'Week of')
    expect(await driver.evaluate('location.pathname')).toBe('/dashboard')
  })

  test('plans a lesson with rich text', async () => {
    await driver.goTo(`${server.origin}/dashboard?date=${WEDNESDAY}`)
    await steps.click(`${dayOf(WEDNESDAY)} button`, 'Add a lesson on')
    await steps.fill(['[role=dialog] input[aria-label=Title], [role=dialog] input'], 'Math')
    await steps.click(EDITOR)
    await steps.type('Fractions ')
    await steps.pressWithControl('b')
    await steps.type('today')
    await save()
    await steps.see(lessonOf(WEDNESDAY), 'Math')
    await expect.poll(() => stored(WEDNESDAY)).toMatchObject([{ title: 'Math', description: '<p>Fractions <strong>today</strong></p>' }])
  })

  test('copies rich text from one lesson and pastes it into another', async () => {
    await openLesson('Math')
    await steps.click(EDITOR)
    await steps.pressWithControl('a')
    await steps.pressWithControl('c')
    await steps.click(DIALOG_BUTTON, 'Close')
    await steps.until("!document.querySelector('[role=dialog]')")
    await steps.click(`${dayOf(WEDNESDAY)} button`, 'Add a lesson on')
    await steps.fill(['[role=dialog] input'], 'Science')
    await steps.click(EDITOR)
    await steps.pressWithControl('v')
    await save()
    await expect
      .poll(async () => (await stored(WEDNESDAY)).find(({ title }) => title === 'Science')?.description)
      .toBe('<p>Fractions <strong>today</strong></p>')
  })

  test('drags a lesson to another day', async () => {
    await steps.until("document.querySelector('[data-draggable]') !== null")
    await steps.drag([lessonOf(WEDNESDAY), 'Science'], [dayOf(THURSDAY)])
    await expect.poll(async () => (await stored(THURSDAY)).map(({ title }) => title)).toEqual(['Science'])
    expect((await stored(WEDNESDAY)).map(({ title }) => title)).toEqual(['Math'])
  })

  test('sees at once what another device changes', async () => {
    await call('POST', '/api/calendar', {
      date: '2026-11-17',
      blocks: [{ id: 'block_art', title: 'Art from another device', description: '', startTime: '10:00', endTime: '11:00' }],
    })
    await steps.see(lessonOf('2026-11-17'), 'Art from another device')
  })

  test('prints the week', async () => {
    // The page fills its paper before printing, so what replaces the browser's own dialog says so.
    await driver.evaluate("(window.print = () => dispatchEvent(new Event('beforeprint')), 1)")
    await steps.pressWithControl('p')
    const onPaper = await steps.until("document.querySelector('body > div.print-pages')?.textContent")
    expect(onPaper).toContain('Week of November 16, 2026')
    expect(onPaper).toContain('Fractions today')
    if (!driver.print) return
    const [text, ...more] = await textsOf(await driver.print())
    expect(more).toEqual([])
    expect(text).toContain('Week of November 16, 2026')
    expect(text).not.toContain('Generate Sub Plans')
  })

  test('saves a sub plan as a PDF', async () => {
    // Keeps the file that the page would download.
    await driver.evaluate(
      '(URL.createObjectURL = ((make) => (file) => { window.lastFile = file; return make.call(URL, file) })(URL.createObjectURL), 1)',
    )
    await steps.click('button', 'Generate Sub Plans')
    await steps.see('[role=dialog] h2', 'Sub Plan')
    await steps.click(DIALOG_BUTTON, 'Wednesday, November 18, 2026')
    await steps.click(DIALOG_BUTTON, 'PDF')
    const bytes = await steps.until(
      "window.lastFile?.type === 'application/pdf' && window.lastFile.arrayBuffer().then((all) => [...new Uint8Array(all)])",
    )
    const text = (await textsOf(Buffer.from(bytes as number[]))).join(' ')
    expect(text).toContain('Substitute Plan')
    expect(text).toContain('Math')
  })

  test('uses the dark theme, also after a reload', async () => {
    await call('PATCH', '/api/user', { preferences: { theme: 'dark' } })
    await driver.goTo(`${server.origin}/dashboard?date=${WEDNESDAY}`)
    await steps.see(lessonOf(WEDNESDAY), 'Math')
    await steps.until("document.documentElement.classList.contains('dark')")
    expect(await driver.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(17, 20, 27)')
    expect(driver.errors(), 'in all journeys').toEqual([])
  })
}
