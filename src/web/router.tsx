import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { useUser } from './features/accounts/data.ts'
import { lazyPart } from './lib/lazy-part.tsx'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { HomePage } from './shell/home-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { LoadingPlace } from './ui/spinner.tsx'

const PlannerPage = lazyPart(async () => {
  const [{ PlannerPage }, { TemplatesInPlanner }] = await Promise.all([
    import('./features/calendar/planner-page.tsx'),
    import('./features/templates/planner-parts.tsx'),
  ])
  return () => (
    <TemplatesInPlanner>
      <PlannerPage />
    </TemplatesInPlanner>
  )
})
const AuthPage = lazyPart(async () => (await import('./features/accounts/auth-page.tsx')).AuthPage)
const AuthSuccessPage = lazyPart(async () => (await import('./features/accounts/auth-success-page.tsx')).AuthSuccessPage)
const SubPlanDialogs = lazyPart(async () => (await import('./features/sub-plans/sub-plan-dialogs.tsx')).SubPlanDialogs)
const SubPlanPage = lazyPart(async () => (await import('./features/sub-plans/sub-plan-page.tsx')).SubPlanPage)
const Tutorial = lazyPart(async () => (await import('./features/tutorial/tutorial.tsx')).Tutorial)
const TermsPage = lazyPart(async () => (await import('./features/legal/terms-page.tsx')).TermsPage)
const PrivacyPage = lazyPart(async () => (await import('./features/legal/privacy-page.tsx')).PrivacyPage)

const TutorialWhenWanted = () => useUser().showTutorial && <Tutorial />

/** Every address and its page. */
export const Router = () => (
  <ErrorBoundary>
    <Suspense fallback={<LoadingPlace className="min-h-dvh" />}>
      <Switch>
        <Route path="/" component={HomePage} />
        <Route path="/auth">
          {/* Whoever signs in goes to the planner next: its files come while the server checks the password. */}
          <div className="contents" onSubmitCapture={() => void PlannerPage.preload()}>
            <AuthPage />
          </div>
        </Route>
        <Route path="/auth/success" component={AuthSuccessPage} />
        <Route path="/dashboard">
          <SignedIn>
            <PlannerPage />
            <Suspense>
              <SubPlanDialogs />
            </Suspense>
            <Suspense>
              <TutorialWhenWanted />
            </Suspense>
          </SignedIn>
        </Route>
        <Route path="/sub-plan">
          <SignedIn>
            <SubPlanPage />
          </SignedIn>
        </Route>
        <Route path="/terms" component={TermsPage} />
        <Route path="/privacy" component={PrivacyPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  </ErrorBoundary>
)

/** Fetches the files of the page that will be drawn first at this address. */
export const preloadPage = async (path: string, isSignedIn: boolean): Promise<void> => {
  const home = isSignedIn ? PlannerPage : AuthPage
  const pages: Record<string, typeof PlannerPage> = {
    '/': home,
    '/dashboard': home,
    '/auth': AuthPage,
    '/auth/success': AuthSuccessPage,
    '/terms': TermsPage,
    '/privacy': PrivacyPage,
  }
  await pages[path]?.preload()
}
