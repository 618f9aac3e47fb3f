/**
 * Pages of the app without a browser: React draws them into jsdom, and their calls reach the real routes in this process.
 * For what dialogs and panels say and do. Sizes, colors, focus rings, dragging and printing need a browser (`test/browser/`).
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, Fragment, type PropsWithChildren } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db } from './app.ts'
import { fetchFromApp, type Person } from './tab.ts'

export { fireEvent, screen, waitFor, within }

// A part's files are compiled the first time a test asks for it, which takes seconds on a busy machine.
configure({
  asyncUtilTimeout: 30_000,
  // The usual error prints the whole page, at each look of a wait.
  getElementError: (message) => new Error(message ?? 'Not found'),
})

/** A page of 1440 × 900 pixels, which the media queries of the app are answered for. */
const WIDTH_PX = 1440
const holds = (query: string): boolean => {
  const [, isBelow] = /\(width (<|>=) \d+px\)/.exec(query) ?? []
  const px = Number(/\d+/.exec(query)?.[0])
  if (isBelow) return isBelow === '<' ? WIDTH_PX < px : WIDTH_PX >= px
  return query.includes('reduced-motion')
}

/** What jsdom doesn't have and the app uses. */
const completeBrowser = (): void => {
  vi.stubGlobal('fetch', fetchFromApp)
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: holds(media) }))
  const nothing = (): void => undefined
  // Nothing has a size in jsdom, so nothing is ever observed to change.
  class Observer {
    readonly observe = nothing
    readonly unobserve = nothing
    readonly disconnect = nothing
  }
  // jsdom has no class of its own for <search>, which React takes for a tag that doesn't exist.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })
  vi.stubGlobal('CSS', { escape: (words: string) => words.replace(/[^\w-]/g, '\\$&') })
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', Observer)
  Object.assign(Element.prototype, {
    scrollIntoView: nothing,
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

/** Puts a browser's window around the tests of a file, and takes down what each test has drawn. */
export const inPage = (): void => {
  beforeAll(completeBrowser)
  // The page and the server live on one day. Only the date is set: timers run as they are.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: clock() }))
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Signs up a teacher who has seen the guided tutorial. */
export const aTeacherWhoKnowsIt = async () => {
  const teacher = await aTeacher(db, { now: clock() })
  await call('PATCH', '/api/user', { token: teacher.token, body: { showTutorial: false } })
  return teacher
}

/** Holds the app back while a token from the address is looked at, as main.tsx does. */
const aroundFor = async (token: string | null): Promise<ComponentType<PropsWithChildren>> => {
  if (!token) return Fragment
  const { TokenArrival, whatTokenBrings } = await import('#web/features/accounts/sign-in/token-arrival.tsx')
  const brought = whatTokenBrings(token)
  return ({ children }) => <TokenArrival brought={brought}>{children}</TokenArrival>
}

/**
 * Opens an address of the app as this teacher, or as whom the browser knows, and takes down the page that was open before.
 * Resolves with the keyboard and mouse of the person in front of it.
 */
export const openPage = async (address: string, person?: Person) => {
  cleanup()
  vi.resetModules()
  const [{ queryClient }, storage, { takeAddressToken }, { Router, preloadPage }, { Toaster }, { showToast }] = await Promise.all([
    import('#web/lib/query-client.ts'),
    import('#web/lib/storage.ts'),
    import('#web/lib/address-parameters.ts'),
    import('#web/router.tsx'),
    import('#web/ui/toast.tsx'),
    import('#web/ui/toast-store.ts'),
  ])
  history.replaceState(null, '', address)
  if (person) storage.storeSession(person)
  const Around = await aroundFor(takeAddressToken())
  await preloadPage(window.location.pathname, storage.storedToken() !== null)
  render(
    <QueryClientProvider client={queryClient}>
      <Around>
        <Router />
      </Around>
      <Toaster />
    </QueryClientProvider>,
  )
  const message = storage.takeNextMessage()
  if (message) showToast(message)
  return userEvent.setup()
}

/** Opens the account's menu and presses an item of it. The chip is looked for as it is once its menu has come: until then another element stands there. */
export const pressInAccountMenu = async (user: Awaited<ReturnType<typeof openPage>>, item: string): Promise<void> => {
  await user.click(await screen.findByLabelText(/^Account:/, { selector: '[data-state]' }))
  await user.click(await screen.findByText(item, { selector: '[role=menuitem], [role=menuitem] *' }))
}
