/**
 * Shared base of all browser tests: `import { expect, test } from '#test/browser/test.ts'`.
 *
 * 1. A console error or an uncaught error in any page of the browser context fails the test.
 * 2. A test that expects errors must declare them first: `problems.expect(/409/)`. The test also fails if a declared error doesn't occur.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page, type Request, type TestInfo } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

export { expect }

/** Collects the errors that pages report and the errors that a test declares as expected. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []
  #isSessionEnding = false
  /** Errors that tests don't need to declare. When a session ends, an unpredictable subset of the pending requests fails. */
  readonly #usual: string[] = []

  /** Declares an expected error. Chromium logs a failed request as `… status of 409 (Conflict)`. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Watches a context that a test opened itself. The `page` fixture's context is already watched. */
  watch(context: BrowserContext): void {
    noteRequests(context)
    void context.addInitScript(watchToasts, TOAST)
    context.on('request', (request) => {
      // Signing up ends the guest session, and other tabs notice before they receive the new session.
      if (/\/api\/auth\/(?:logout|register|guest\/sign-up)$/.test(request.url())) this.#isSessionEnding = true
    })
    context.on('console', (message) => {
      const page = message.page()
      if (page && message.text().startsWith(TOAST)) {
        shownToasts.set(page, [...(shownToasts.get(page) ?? []), message.text().slice(TOAST.length)])
      }
      if (message.type() !== 'error') return
      const { url } = message.location()
      const isOfSessionEnd = this.#isSessionEnding && message.text().includes('status of 401')
      // The app first tries to exchange any token in the URL as a Google sign-in code.
      const isNoCode = message.text().includes('status of 404') && url.endsWith('/api/auth/exchange')
      const problems = isOfSessionEnd || isNoCode ? this.#usual : this.#seen
      problems.push(`${message.text()} (${url})`)
    })
    context.on('weberror', (problem) => this.#seen.push(`not caught: ${problem.error().stack ?? problem.error().message}`))
  }

  /** Fails on undeclared errors and on declared errors that didn't occur. */
  async check(): Promise<void> {
    // The browser logs a failed request slightly after the page receives the response.
    const came = (pattern: RegExp) => [...this.#seen, ...this.#usual].some((problem) => pattern.test(problem))
    const missing = () => this.#expected.filter((pattern) => !came(pattern))
    await expect.poll(missing, 'expected errors that never came').toEqual([])
    const unexpected = this.#seen.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'errors in the page').toEqual([])
  }
}

/** Prefix of the console messages that report toasts to the test. Console messages outlive the page. */
const TOAST = '[toast] '

/** Toast texts that `expectToast` hasn't matched yet, by page, oldest first. */
const shownToasts = new WeakMap<Page, string[]>()

/**
 * Runs in each page.
 *
 * 1. Logs the text of each toast as it appears. Toasts disappear after five seconds, so a test on a busy machine might miss them.
 * 2. Keeps toasts with a button open for a minute. A user can click Undo within five seconds, but a test on a busy machine may not.
 */
function watchToasts(mark: string) {
  // Tracks toasts by number rather than by element, because a toast that moves into a dialog is rendered again.
  const told = new Set<string>()
  const tell = (toast: HTMLElement) => {
    const words = toast.textContent ?? ''
    const showing = `${toast.dataset['toast']} ${words}`
    if (told.has(showing)) return
    told.add(showing)
    // biome-ignore lint/suspicious/noConsole: the page reports to the test over the console
    console.debug(mark + words)
  }
  const look = () => document.querySelectorAll<HTMLElement>('[data-toast]').forEach(tell)
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  const hasButton = () => document.querySelector('[data-toast] button:not([aria-label="Dismiss"])') !== null
  const later = window.setTimeout
  const keep = (run: TimerHandler, ms?: number, ...rest: unknown[]) => later(run, ms === 5000 && hasButton() ? 60_000 : ms, ...rest)
  window.setTimeout = keep as typeof window.setTimeout
}

/**
 * Waits for a toast that contains all of these strings (case-insensitive) and appeared after the last matched toast, even if it has already
 * disappeared. Each appearance counts only once.
 */
export const expectToast = async (page: Page, ...words: string[]): Promise<void> => {
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
  const find = () => {
    const shown = shownToasts.get(page) ?? []
    const place = shown.findIndex((text) => words.every((part) => plain(text).includes(plain(part))))
    if (place === -1) return shown
    shown.splice(0, place + 1)
    return 'shown'
  }
  await expect.poll(find, `a toast "${words.join('" with "')}"`).toBe('shown')
}

/** Pending requests by page, excluding the endless event stream, and the time when the last request ended. */
const underWay = new WeakMap<Page, { requests: Set<Request>; quietSince: number }>()

const noteRequests = (context: BrowserContext): void => {
  const of = (request: Request) => {
    const page = request.serviceWorker() ? undefined : request.frame().page()
    if (!page || request.url().endsWith('/api/live')) return undefined
    const noted = underWay.get(page) ?? { requests: new Set(), quietSince: 0 }
    underWay.set(page, noted)
    return noted
  }
  const end = (request: Request) => {
    const noted = of(request)
    noted?.requests.delete(request)
    if (noted) noted.quietSince = Date.now()
  }
  context.on('request', (request) => {
    const noted = of(request)
    // The browser doesn't report the end of every request of a page that is left.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) noted?.requests.clear()
    noted?.requests.add(request)
  })
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** Cuts the event stream for all pages of the context, like a school proxy that blocks long-lived connections. */
export const cutStream = async (context: BrowserContext): Promise<void> => {
  await context.route('**/api/live', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
}

/** Waits until the page has had no requests for half a second. */
export const untilQuiet = (page: Page): Promise<void> =>
  expect
    .poll(() => {
      const { requests, quietSince } = underWay.get(page) ?? { requests: new Set(), quietSince: 0 }
      return requests.size === 0 && Date.now() - quietSince > 500
    }, 'a page that asks for nothing more')
    .toBe(true)

/**
 * Waits until the page has finished its idle work (`whenIdle`) and has no pending requests. The browser runs idle callbacks in order, so
 * this one runs last.
 */
export const untilIdle = async (page: Page): Promise<void> => {
  await untilQuiet(page)
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })))
  await untilQuiet(page)
}

export const test = base.extend<{ problems: Problems }>({
  problems: [
    async ({ context }, use, testInfo) => {
      const problems = new Problems()
      problems.watch(context)
      await use(problems)
      if (testInfo.errors.length > 0) await keepScreenshots(context, testInfo)
      await problems.check()
    },
    { auto: true },
  ],
})

/** Saves screenshots of a failure (`test-failed-1.png` …) next to Playwright's output. */
async function keepScreenshots(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [place, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`test-failed-${place + 1}.png`)
    await page.screenshot({ path })
    testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
}

/** Runs in the page. Resolves once all animations have finished, because a half-faded dialog has too little contrast. */
async function untilStill() {
  const isEnding = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
  // After a change of theme or window size, transitions start in the next frame.
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  let moving: Animation[]
  do {
    await frame()
    await frame()
    moving = document.getAnimations().filter(isEnding)
    await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)))
  } while (moving.length > 0)
}

/**
 * Fails on any WCAG 2.x A or AA violation that axe finds in the current state of the page. Call it again for each open dialog or menu.
 * `within` limits the check to part of the page.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await page.evaluate(untilStill)
  expect(await look(page, { within, runOnly: WCAG }), 'breaches of WCAG A or AA').toEqual([])
}

/** Fails on content outside landmarks, which screen reader users who navigate by landmark would miss. */
export async function expectLandmarks(page: Page): Promise<void> {
  expect(await look(page, { within: undefined, runOnly: { type: 'rule', values: ['region'] } }), 'outside of landmarks').toEqual([])
}

type Look = { within: string | undefined; runOnly: NonNullable<RunOptions['runOnly']> }

const WCAG = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } as const satisfies RunOptions['runOnly']

async function look(page: Page, what: Look): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(lookWithAxe, what)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs in the page. */
async function lookWithAxe({ within, runOnly }: Look) {
  const { axe } = window as unknown as { axe: { run: (context: ElementContext, options: RunOptions) => Promise<AxeResults> } }
  const { violations } = await axe.run(within ?? document, {
    runOnly,
    resultTypes: ['violations'],
    // Our stylesheets are same-origin, so axe can read them without a fetch.
    preload: false,
  })
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`)
}
