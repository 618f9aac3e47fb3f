/**
 * Pages of the app without a browser: React draws them into jsdom, and their calls reach the real routes in this process.
 * For what dialogs and panels say and do. Sizes, colors, focus rings, dragging and printing need a browser (`test/browser/`).
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, vi } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db } from './app.ts'
import { fetchFromApp, type Person } from './tab.ts'

export { screen, within }

// A part's files are compiled the first time a test asks for it, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

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
  Object.assign(window, { scrollTo: nothing })
}

/** Puts a browser's window around the tests of a file, and takes down what each test has drawn. */
export const inPage = (): void => {
  beforeAll(completeBrowser)
  afterEach(() => {
    cleanup()
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

/**
 * Opens an address of the app as this teacher, and takes down the page that was open before. Resolves with the keyboard and
 * mouse of the person in front of it.
 */
export const openPage = async (address: string, { token, userId }: Person) => {
  cleanup()
  vi.resetModules()
  const [{ queryClient }, { storeSession }, { Router, preloadPage }, { Toaster }] = await Promise.all([
    import('#web/lib/query-client.ts'),
    import('#web/lib/storage.ts'),
    import('#web/router.tsx'),
    import('#web/ui/toast.tsx'),
  ])
  history.replaceState(null, '', address)
  storeSession({ token, userId })
  await preloadPage(window.location.pathname, true)
  render(
    <QueryClientProvider client={queryClient}>
      <Router />
      <Toaster />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
