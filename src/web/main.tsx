import './lib/page-nonce.ts'
import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs, sessionQuery } from '#web/features/people/session.ts'
import { watchSharedComputer } from '#web/lib/device/shared-computer.ts'
import { nextMessage } from '#web/lib/net/session-end.ts'
import { flag, slot, text } from '#web/lib/storage.ts'
import { storedToken } from '#web/lib/stored-session.ts'
import { takeAddressToken } from './lib/address-parameters.ts'
import { followInstallOffers } from './lib/device/install-prompt.ts'
import { mayRetryNow, retryNow } from './lib/lazy-part.tsx'
import { queryClient, SESSION_KEY } from './lib/net/query-client.ts'
import { whenIdle } from './lib/time/when-idle.ts'
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

const start = async (token: string | null): Promise<void> => {
  const isSignedIn = storedToken() !== null
  // The outline in index.html stays visible until the first page can render completely.
  const [Around] = await Promise.all([
    aroundFor(token),
    preloadPage(window.location.pathname, isSignedIn),
    isSignedIn && !token ? queryClient.prefetchQuery(sessionQuery) : undefined,
  ])
  // For speed, the landing page redirects without validating the session. If the session has ended, go back to the landing page.
  if (fromLanding.take() && isSignedIn && !token && queryClient.getQueryData(SESSION_KEY) === null) {
    window.location.replace('/')
    return
  }
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
  whenIdle(() => {
    // All tooltip text is also available elsewhere, so the page works without tooltips.
    import('./ui/tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => undefined)
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
