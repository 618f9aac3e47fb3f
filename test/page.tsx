/**
 * Runs the app's pages without a browser: React renders into jsdom, and calls reach the real routes in the same process. Use it to test the
 * content and behavior of dialogs and panels. Sizes, colors, focus rings, dragging and printing require a browser (`test/browser/`).
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, Fragment, type PropsWithChildren } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db } from './app.ts'
import { fetchFromApp, type Person } from './tab.ts'

export { fireEvent, render, screen, waitFor, within }

// Vite compiles a module when a test first needs it, which takes seconds on a busy machine.
configure({
  asyncUtilTimeout: 30_000,
  // The default error prints the whole page on each retry.
  getElementError: (message) => new Error(message ?? 'Not found'),
})

/** The app's media queries see a 1440 × 900 pixel viewport. */
const WIDTH_PX = 1440
const holds = (query: string): boolean => {
  const [, isBelow] = /\(width (<|>=) \d+px\)/.exec(query) ?? []
  const px = Number(/\d+/.exec(query)?.[0])
  if (isBelow) return isBelow === '<' ? WIDTH_PX < px : WIDTH_PX >= px
  return query.includes('reduced-motion')
}

/** Polyfills the browser features that the app uses and jsdom lacks. */
const completeBrowser = (): void => {
  vi.stubGlobal('fetch', fetchFromApp)
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: holds(media) }))
  const nothing = (): void => undefined
  // Elements have no size in jsdom, so observers never report a change.
  class Observer {
    readonly observe = nothing
    readonly unobserve = nothing
    readonly disconnect = nothing
  }
  // jsdom has no class for <search>, so React would treat it as an unknown element.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })
  vi.stubGlobal('CSS', { escape: (words: string) => words.replace(/[^\w-]/g, '\\$&') })
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', Observer)
  Object.assign(Element.prototype, {
    scrollIntoView: nothing,
    checkVisibility: () => true,
    scrollTo: nothing,
    hasPointerCapture: () => false,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    getAnimations: () => [],
  })
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => document.body.getBoundingClientRect() })
  Object.assign(window, {
    scrollTo: nothing,
    requestIdleCallback: (run: () => void) => setTimeout(run, 1),
    cancelIdleCallback: (timer: number) => clearTimeout(timer),
  })
}

/** Sets up a browser window for the tests of a file, and unmounts the page after each test. */
export const inPage = (): void => {
  beforeAll(completeBrowser)
  // Sets the page's date to the server's. Only `Date` is fake. Timers are real.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: clock() }))
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Creates a teacher who has finished the tutorial. */
export const aTeacherWhoKnowsIt = async () => {
  const teacher = await aTeacher(db, { now: clock() })
  await call('PATCH', '/api/user', { token: teacher.token, body: { showTutorial: false } })
  return teacher
}

/** Returns a wrapper component that delays the app until the token in the URL has been checked, as main.tsx does. */
const aroundFor = async (token: string | null): Promise<ComponentType<PropsWithChildren>> => {
  if (!token) return Fragment
  const { TokenArrival, whatTokenBrings } = await import('#web/features/sign-in/token-arrival.tsx')
  const brought = whatTokenBrings(token)
  return ({ children }) => <TokenArrival brought={brought}>{children}</TokenArrival>
}

/**
 * Opens an app URL as this teacher, or as the stored session's user. Unmounts the previous page. Resolves with a simulated keyboard and
 * mouse.
 */
export const openPage = async (address: string, person?: Person) => {
  cleanup()
  vi.resetModules()
  const [{ queryClient }, session, { takeAddressToken }, { Router, preloadPage }, { Toaster }, { showToast }] = await Promise.all([
    import('#web/lib/net/query-client.ts'),
    import('#web/lib/stored-session.ts'),
    import('#web/lib/address-parameters.ts'),
    import('#web/router.tsx'),
    import('#web/ui/toasts/toast.tsx'),
    import('#web/ui/toasts/toast-store.ts'),
    import('#web/ui/toasts/toast-region.tsx'),
  ])
  // A toast stays while another window is active. Otherwise it could close while a test on a busy machine reads what the server stored.
  window.dispatchEvent(new Event('blur'))
  history.replaceState(null, '', address)
  if (person) session.storeSession(person)
  // A planner loads these once its first week is on screen, and Vite would compile them while the test waits.
  if (address.startsWith('/dashboard'))
    await Promise.all([
      import('#web/features/calendar/month/calendar-sidebar.tsx'),
      import('#web/features/calendar/planner-rest.tsx'),
      import('#web/features/calendar/save-indication.tsx'),
      import('#web/shell/feature-parts.ts'),
      import('#web/shell/shell-commands.tsx'),
    ])
  const Around = await aroundFor(takeAddressToken())
  await preloadPage(window.location.pathname, session.storedToken() !== null)
  render(
    <QueryClientProvider client={queryClient}>
      <Around>
        <Router />
      </Around>
      <Toaster />
    </QueryClientProvider>,
  )
  const { nextMessage } = await import('#web/lib/net/session-end.ts')
  const message = nextMessage.take()
  if (message) showToast(message)
  return userEvent.setup()
}

/** Opens the account menu and clicks an item. Waits until the menu code has loaded, because loading it replaces the chip's element. */
export const pressInAccountMenu = async (user: Awaited<ReturnType<typeof openPage>>, item: string): Promise<void> => {
  await user.click(await screen.findByLabelText(/^Account:/, { selector: '[data-state]' }))
  await user.click(await screen.findByText(item, { selector: '[role=menuitem], [role=menuitem] *' }))
}
