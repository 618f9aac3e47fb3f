import './lib/page-nonce.ts'
import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { User } from '#shared/accounts/contract.ts'
import { followOtherTabs, sessionQuery } from '#web/features/people/session.ts'
import { drawFirst, drawRest } from '#web/lib/device/kept.ts'
import { watchSharedComputer } from '#web/lib/device/shared-computer.ts'
import { endSession, nextMessage } from '#web/lib/net/session-end.ts'
import { flag, slot, text } from '#web/lib/storage.ts'
import { storedToken } from '#web/lib/stored-session.ts'
import { takeAddressToken } from './lib/address-parameters.ts'
import { followInstallOffers } from './lib/device/install-prompt.ts'
import { mayRetryNow, retryNow } from './lib/lazy-part.tsx'
import { queryClient, SESSION_KEY } from './lib/net/query-client.ts'
import { whenIdle, whenNotBusy } from './lib/time/when-idle.ts'
import { preloadPage, Router } from './router.tsx'
import { Toaster } from './ui/toasts/toast.tsx'
import { showToast } from './ui/toasts/toast-store.ts'

/** Set by first-paint.js if the landing page redirected this tab to the planner because a token is stored. */
const fromLanding = slot('fromLanding', flag('yes'), 'tab')
/** The number of failed loads, counted by first-paint.js. */
const loadTries = slot('loadTries', text, 'tab')

type Around = ComponentType<{ children: ReactNode }>

/** Returns a wrapper component that verifies the token from the URL before anything renders. Its files load only if there is a token. */
const aroundFor = async (token: string | null): Promise<Around> => {
  if (!token) return Fragment
  const { TokenArrival, whatTokenBrings } = await import('#web/features/sign-in/token-arrival.tsx')
  // Called only once, no matter how often React renders, because a provider's sign-in code is single-use.
  const brought = whatTokenBrings(token)
  return ({ children }) => <TokenArrival brought={brought}>{children}</TokenArrival>
}

const knownUser = () => queryClient.getQueryData<User | null>(SESSION_KEY)

/**
 * Resolves once the signed-in person is known: from the server, or before that from this device. If the server then says that the session
 * has ended, or is somebody else's, it ends. Returns whether the planner may be drawn, because another page may be opening by then.
 */
const openSession = async (cameFromLanding: boolean): Promise<() => boolean> => {
  const answered = queryClient.prefetchQuery(sessionQuery)
  const drawing = drawFirst()
  // If the server can't be reached, which can be known before this device has read anything, the planner opens from here all the same.
  const isDrawn = await Promise.race([answered.then(() => (knownUser() === undefined ? drawing : false)), drawing])
  const drawn = isDrawn && knownUser()
  if (!drawn) {
    await answered
    // For speed, the landing page redirects without validating the session. If the session has ended, go back to the landing page.
    const isEnded = cameFromLanding && knownUser() === null
    if (isEnded) window.location.replace('/')
    return () => !isEnded
  }
  const isOwn = () => knownUser()?.id === drawn.id
  void answered.then(() => {
    if (isOwn()) return
    if (cameFromLanding) window.location.replace('/')
    // An ended session has ended by now (features/people/session.ts).
    else if (knownUser()) endSession()
  })
  return isOwn
}

const start = async (token: string | null): Promise<void> => {
  const isSignedIn = storedToken() !== null
  const cameFromLanding = fromLanding.take()
  // The outline in index.html stays visible until the first page can render completely.
  const [Around, , mayDraw] = await Promise.all([
    aroundFor(token),
    preloadPage(window.location.pathname, isSignedIn),
    isSignedIn && !token ? openSession(cameFromLanding) : undefined,
  ])
  if (mayDraw?.() === false) return
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Around>
          <Router />
        </Around>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  )
  followOtherTabs()
  watchSharedComputer()
  // Not when idle, because idle work waits for files that don't load without a network.
  if (isSignedIn && !token) whenNotBusy(() => void drawRest())
  whenIdle(() => {
    // All tooltip text is also available elsewhere, so the page works without tooltips.
    import('./ui/tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => undefined)
    // The next page tries again.
    import('./lib/device/clean-up.ts').then(({ cleanUp }) => cleanUp()).catch(() => undefined)
  })
  loadTries.forget()
  const message = nextMessage.take()
  if (message) showToast(message)
}

const sayWhatDidNotLoad = (): void =>
  showToast({
    tone: 'destructive',
    title: 'Something on this page didn’t load',
    ...(mayRetryNow()
      ? {
          description: 'It may not open yet. We’re trying again, and what you typed stays here.',
          action: { label: 'Try again', onPress: retryNow },
        }
      : {
          description: 'It may not open until you reload the page.',
          // Without a connection, a reload would lose the page.
          ...(navigator.onLine && { action: { label: 'Reload', onPress: () => window.location.reload() } }),
        }),
  })

// Vite fires this for every failed attempt to load a part. Only then does lazy-part.tsx know whether to retry.
window.addEventListener('vite:preloadError', () => void setTimeout(sayWhatDidNotLoad))

followInstallOffers()

// Must run before the first render or request.
void start(takeAddressToken())
