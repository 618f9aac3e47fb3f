import './lib/page-nonce.ts'
import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs, sessionQuery } from './features/accounts/session.ts'
import { takeAddressToken } from './lib/address-parameters.ts'
import { queryClient, SESSION_KEY } from './lib/query-client.ts'
import { forgetLoadTries, storedToken, takeFromLanding, takeNextMessage } from './lib/storage.ts'
import { whenIdle } from './lib/when-idle.ts'
import { preloadPage, Router } from './router.tsx'
import { Toaster } from './ui/toast.tsx'
import { showToast } from './ui/toast-store.ts'

type Around = ComponentType<{ children: ReactNode }>

/** Checks a token from the address before anything is shown; its files are fetched only when there is one. */
const aroundFor = async (token: string | null): Promise<Around> => {
  if (!token) return Fragment
  const { TokenArrival, whatTokenBrings } = await import('#web/features/accounts/sign-in/token-arrival.tsx')
  // Asked once, however often React draws: a code from Google is used up by it.
  const brought = whatTokenBrings(token)
  return ({ children }) => <TokenArrival brought={brought}>{children}</TokenArrival>
}

const start = async (token: string | null): Promise<void> => {
  const isSignedIn = storedToken() !== null
  // The skeleton of index.html stands until the first page can be drawn whole.
  const [Around] = await Promise.all([
    aroundFor(token),
    preloadPage(window.location.pathname, isSignedIn),
    isSignedIn && !token ? queryClient.prefetchQuery(sessionQuery) : undefined,
  ])
  // The landing page looks at no session, so that nobody who is signed in waits. Where it has ended, the page is for them.
  if (takeFromLanding() && isSignedIn && !token && queryClient.getQueryData(SESSION_KEY) === null) {
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
  whenIdle(() => {
    // A page without tips lacks nothing that is not said elsewhere.
    import('./ui/tooltips.ts').then(({ startTooltips }) => startTooltips()).catch(() => undefined)
  })
  forgetLoadTries()
  const message = takeNextMessage()
  if (message) showToast(message)
}

// Vite says so of each try to fetch a part; lazy-part.tsx makes them.
window.addEventListener('vite:preloadError', () => {
  showToast({ title: 'A part of Firstbell could not be loaded', description: 'Trying again. What you typed stays on this page.' })
})

// First of all, before anything is drawn or asked for.
void start(takeAddressToken())
