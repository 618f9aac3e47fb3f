/** The script of the substitute's page. Without it, the page is one long text that can be read. */
import './style.css'
import { deleteCopy, keepCopy } from './copies.ts'
import { planNow, reportOpening } from './data.ts'
import { showGone, turnIntoGone } from './gone.ts'
import { forgetfulKeeper, type Keeper, type Kept, keeperFor, remaining } from './kept.ts'
import { showMoment } from './now-view.ts'
import { find, findAll, icon, type Page, readPage, tokenIn } from './page.ts'
import { makeReportView } from './report-view.ts'
import { tickSteps } from './steps.ts'
import { showViews } from './views.ts'

const TICK_MS = 5000
/** How often a page that stays open asks whether its plan changed or its link ended. */
const CHECK_MS = 5 * 60_000

const say = (words: string) => {
  const changed = find('.changed')
  if (!changed) return
  changed.textContent = words
  changed.hidden = false
}

/** Says that the plan is newer than the one that this phone showed before. */
const compareWithLast = (page: Page, keeper: Keeper) => {
  const last = keeper.read()?.plan
  if (last !== undefined && last !== page.plan) say('This plan changed since this phone last showed it. You see the new one.')
  keeper.change((kept) => ({ ...kept, plan: page.plan }))
}

/** Returns what the phone keeps of a link that has ended, or was turned off before its end. */
const endedNow = (kept: Kept): Kept | null => {
  const now = Date.now()
  return remaining({ ...kept, endsAt: new Date(Math.min(now, Date.parse(kept.endsAt))).toISOString() }, now)
}

const start = (page: Page, keeper: Keeper) => {
  const controller = new AbortController()
  const end = async () => {
    if (controller.signal.aborted) return
    controller.abort()
    window.clearInterval(timer)
    keeper.change(endedNow)
    turnIntoGone(keeper)
    await deleteCopy(page.path)
  }
  const isOver = () => Date.now() >= Date.parse(page.endsAt)
  const tick = () => {
    if (isOver()) void end()
    else showMoment(page, Date.now())
  }
  const check = async () => {
    try {
      const plan = await planNow(page.path)
      if (plan === null) await end()
      else if (plan !== undefined && plan !== page.plan) showNewer()
    } catch {
      // No internet. The page goes on with what it has.
    }
  }
  const timer = window.setInterval(tick, TICK_MS)
  const isTicked = tickSteps(page.lessons, keeper)
  const showReport = find('a[data-report]') ? makeReportView(page, keeper, { isTicked, signal: controller.signal }) : undefined
  showViews((view) => {
    if (view === 'report') showReport?.()
    showMoment(page, Date.now(), view)
  })
  for (const button of findAll('[data-print]')) {
    button.hidden = false
    button.addEventListener('click', () => window.print())
  }
  tick()
  if (!page.isPreview) connect(page, keeper, { end, check, signal: controller.signal })
}

const showNewer = () => {
  say('This plan just changed. ')
  const again = document.createElement('button')
  again.className = 'btn'
  again.textContent = 'Show the new plan'
  again.addEventListener('click', () => location.reload())
  find('.changed')?.append(again)
}

type Life = { end: () => Promise<void>; check: () => Promise<void>; signal: AbortSignal }

/** Reports the opening once the page is visible, keeps a copy on the phone, and asks for news from then on. */
const connect = (page: Page, keeper: Keeper, { end, check, signal }: Life) => {
  const last = { checked: Date.now(), isCounted: false }
  const count = async () => {
    last.isCounted = true
    const isOpen = await reportOpening(page.path, keeper.read()?.isOpened !== true)
    if (isOpen) keeper.change((kept) => ({ ...kept, isOpened: true }))
    else await end()
  }
  const whenVisible = () => {
    if (document.visibilityState !== 'visible') return
    // Without internet, nobody counts the opening.
    if (!last.isCounted) void count().catch(() => undefined)
    if (Date.now() - last.checked < CHECK_MS) return
    last.checked = Date.now()
    void check()
  }
  document.addEventListener('visibilitychange', whenVisible, { signal })
  window.addEventListener('online', () => void check(), { signal })
  const timer = window.setInterval(whenVisible, CHECK_MS)
  signal.addEventListener('abort', () => window.clearInterval(timer))
  whenVisible()
  void keepCopy(page.path, check).then(
    (isKept) => {
      if (isKept) find('.kept')?.replaceChildren(icon('check'), 'On this phone now. Works without internet.')
    },
    // A browser without service workers, or with storage turned off, needs the network for the page.
    () => undefined,
  )
}

/** Returns the phone's storage for the link. The preview, and a browser that refuses storage, keep nothing. */
const keeperOf = (page: Page | null): Keeper => {
  const endsAt = page?.endsAt
  try {
    if (!page?.isPreview) return keeperFor(localStorage, tokenIn(location.pathname), endsAt, Date.now())
  } catch {
    // The browser refuses storage to this window.
  }
  return forgetfulKeeper(endsAt ?? new Date().toISOString())
}

const page = readPage()
const keeper = keeperOf(page)
if (page) {
  compareWithLast(page, keeper)
  start(page, keeper)
} else {
  if (navigator.onLine) keeper.change(endedNow)
  showGone(keeper)
  void deleteCopy(location.pathname)
}
