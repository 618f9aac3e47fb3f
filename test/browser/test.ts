/**
 * What every browser test starts from: `import { expect, test } from '#test/browser/test.ts'`.
 *
 * 1. An error in a page's console, or one that nothing caught, fails the test, in every page of its browser context.
 * 2. A test that provokes errors names them first: `problems.expect(/409/)`. One that then does not happen fails as well.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page, type Request, type TestInfo } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

export { expect }

/** The errors that pages report, and those of them that a test is meant to provoke. */
export class Problems {
  readonly #seen: string[] = []
  readonly #expected: RegExp[] = []
  #isSessionEnding = false
  /** What no test need expect: what is still asked for while a session ends is refused, rightly, and which calls these are, if any, is chance. */
  readonly #usual: string[] = []

  /** From now on an error that matches is part of the test. Chromium reports a refused call as `… status of 409 (Conflict)`. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  /** Watches a context that a test opened itself; the one of the `page` fixture is watched already. */
  watch(context: BrowserContext): void {
    noteRequests(context)
    void context.addInitScript(watchToasts, TOAST)
    context.on('request', (request) => {
      // Signing up ends the session of a guest, in another tab before that tab has heard of the new one.
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
      // A token in the address is first taken for a code of Google's sign-in.
      const isNoCode = message.text().includes('status of 404') && url.endsWith('/api/auth/exchange')
      const problems = isOfSessionEnd || isNoCode ? this.#usual : this.#seen
      problems.push(`${message.text()} (${url})`)
    })
    context.on('weberror', (problem) => this.#seen.push(`not caught: ${problem.error().stack ?? problem.error().message}`))
  }

  /** Fails on an error that no test expected, and on an expected one that never came. */
  async check(): Promise<void> {
    // The browser reports a refused call a moment after the page has its answer.
    const came = (pattern: RegExp) => [...this.#seen, ...this.#usual].some((problem) => pattern.test(problem))
    const missing = () => this.#expected.filter((pattern) => !came(pattern))
    await expect.poll(missing, 'expected errors that never came').toEqual([])
    const unexpected = this.#seen.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'errors in the page').toEqual([])
  }
}

/** How a page tells the test about a toast: on its console, which outlives the page. */
const TOAST = '[toast] '

/** Per page, the words of each toast that it has shown and no `expectToast` has found yet, the oldest first. */
const shownToasts = new WeakMap<Page, string[]>()

/**
 * Runs in each page.
 *
 * 1. Writes the words of each toast to the console when it appears. A toast goes after five seconds, which on a busy machine
 *    can pass before a test looks.
 * 2. A toast that offers a button stays for a minute: a hand presses Undo within five seconds, a test on a busy machine may not.
 */
function watchToasts(mark: string) {
  // By the toast's number and not by its element: a toast that moves into a dialog is drawn again.
  const told = new Set<string>()
  const tell = (toast: HTMLElement) => {
    const words = toast.textContent ?? ''
    const showing = `${toast.dataset['toast']} ${words}`
    if (told.has(showing)) return
    told.add(showing)
    // biome-ignore lint/suspicious/noConsole: it is how the page reaches the test
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
 * Waits for a toast with these words (any case) that the page has shown since the last toast it was asked for, whether it is
 * still on screen or not. Each showing counts once.
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

/** Of each page, the requests under way, but for the stream of changes, which has no end; and when the last of them ended. */
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
  context.on('request', (request) => of(request)?.requests.add(request))
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

/** Lets no page of the context hear of changes elsewhere, as where a school's proxy cuts what stays open. */
export const cutStream = async (context: BrowserContext): Promise<void> => {
  await context.route('**/api/live', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }))
}

/** Waits until the page has asked for nothing for half a second. */
export const untilQuiet = (page: Page): Promise<void> =>
  expect
    .poll(() => {
      const { requests, quietSince } = underWay.get(page) ?? { requests: new Set(), quietSince: 0 }
      return requests.size === 0 && Date.now() - quietSince > 500
    }, 'a page that asks for nothing more')
    .toBe(true)

/**
 * Waits until the page has done what it leaves for an idle moment (`whenIdle`), and asks for nothing more. The browser calls
 * back in the order in which it was asked, and this asks last.
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

/** For debugging a failure: `test-failed-1.png` and so on, beside what Playwright writes about it. */
async function keepScreenshots(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [place, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`test-failed-${place + 1}.png`)
    await page.screenshot({ path })
    testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
}

/** Runs in the page. Resolves when nothing fades or moves: a half-faded dialog has half the contrast. */
async function untilStill() {
  const isEnding = (animation: Animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
  // A change of the theme or of the window's size begins its transitions with the next frame.
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
 * Fails on any breach of WCAG 2.x A or AA that axe finds in the page as it stands: call it again for each open dialog or
 * menu. `within` limits the search to a part of the page.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await page.evaluate(untilStill)
  expect(await look(page, { within, runOnly: WCAG }), 'breaches of WCAG A or AA').toEqual([])
}

/** Fails on anything that stands outside of the page's landmarks, where a screen reader that goes by them does not find it. */
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
    // Our styles are no other origin's, which it would fetch.
    preload: false,
  })
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`)
}
