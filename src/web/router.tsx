import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { page } from './lib/page.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { HomePage } from './shell/home-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { LoadingPlace } from './ui/spinner.tsx'

const PlannerPage = page(async () => (await import('./features/calendar/planner-page.tsx')).PlannerPage)
const AuthPage = page(async () => (await import('./features/accounts/auth-page.tsx')).AuthPage)
const AuthSuccessPage = page(async () => (await import('./features/accounts/auth-success-page.tsx')).AuthSuccessPage)
const TermsPage = page(async () => (await import('./features/legal/terms-page.tsx')).TermsPage)
const PrivacyPage = page(async () => (await import('./features/legal/privacy-page.tsx')).PrivacyPage)

/** Every address and its page. */
const addresses = [
  { path: '/', Page: HomePage, isProtected: false, files: PlannerPage },
  { path: '/auth', Page: AuthPage, isProtected: false, files: AuthPage },
  { path: '/auth/success', Page: AuthSuccessPage, isProtected: false, files: AuthSuccessPage },
  { path: '/dashboard', Page: PlannerPage, isProtected: true, files: PlannerPage },
  { path: '/terms', Page: TermsPage, isProtected: false, files: TermsPage },
  { path: '/privacy', Page: PrivacyPage, isProtected: false, files: PrivacyPage },
]
