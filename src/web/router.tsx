import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import {
  type AppAddress,
  BILLING_ADDRESS,
  INVITES_ADDRESS,
  OUT_TODAY_ADDRESS,
  PREFERENCES_ADDRESS,
  pagePath,
  SECURITY_ADDRESS,
  TIMETABLE_ADDRESS,
} from '#shared/addresses.ts'
import { hasAccess } from '#shared/billing/rules.ts'
import { fetchSettings, useUser } from '#web/features/people/data.ts'
import { HINT_IDS, hintsDone, hintsSeen } from '#web/features/tutorial/hint-memory.ts'
import { invitesAsked } from './features/collaboration/asked-invites.ts'
import { askedSearch, wordsIn } from './features/search/asked-search.ts'
import { type CommandId, runCommand } from './lib/input/commands.ts'
import { lazyPart } from './lib/lazy-part.tsx'
import { proofQuestion } from './lib/net/proof.ts'
import { useStore } from './lib/store.ts'
import { useNow } from './lib/time/use-now.ts'
import { useWasIdle, whenIdle } from './lib/time/when-idle.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { SignedIn } from './shell/signed-in.tsx'
import { LoadingPlace } from './ui/spinner.tsx'

/** Loads what the planner and the pages in its shell share: the parts of all features, and the frame. */
const loadShell = async () => {
  const [{ PartsProvider }, { PlannerOutlet }, { Gated }, { AppShell }] = await Promise.all([
    import('./shell/parts-provider.tsx'),
    import('./features/calendar/navigation/planner-outlets.tsx'),
    import('./features/billing/gated.tsx'),
    import('./shell/app-shell.tsx'),
  ])
  /** If the user runs a command from one of these parts before it has loaded, the command runs as soon as the part has loaded. */
  const PartsWhenIdle = () =>
    useWasIdle() && (
      <Suspense>
        <PlannerOutlet name="WhenIdle" />
      </Suspense>
    )
  const Shell = ({ children }: { children: ReactNode }) => (
    <PartsProvider>
      <Gated>{children}</Gated>
      <PartsWhenIdle />
    </PartsProvider>
  )
  return { Shell, AppShell }
}

const PlannerPage = lazyPart(async () => {
  const [{ PlannerPage }, { Shell, AppShell }] = await Promise.all([import('./features/calendar/planner-page.tsx'), loadShell()])
  return () => (
    <Shell>
      <PlannerPage Frame={AppShell} />
    </Shell>
  )
})
const TimetablePage = lazyPart(async () => {
  const [{ TimetablePage }, { Shell, AppShell }] = await Promise.all([import('./features/timetables/page/timetable-page.tsx'), loadShell()])
  return () => (
    <Shell>
      <TimetablePage Frame={AppShell} />
    </Shell>
  )
})
const AuthPage = lazyPart(async () => {
  // Waits for the settings so no button appears late and shifts the one the user is about to click.
  const [{ AuthPage }] = await Promise.all([import('#web/features/sign-in/auth-page.tsx'), fetchSettings()])
  return AuthPage
})
const TryPage = lazyPart(async () => {
  // Preloads the planner while the server creates the guest account.
  void PlannerPage.preload()
  return (await import('#web/features/sign-in/try-page.tsx')).TryPage
})
const AuthSuccessPage = lazyPart(async () => (await import('#web/features/sign-in/auth-success-page.tsx')).AuthSuccessPage)
const SubPlanPage = lazyPart(async () => (await import('./features/sub-plans/sub-plan-page.tsx')).SubPlanPage)
const CheckoutPage = lazyPart(async () => (await import('./features/billing/checkout-page.tsx')).CheckoutPage)
const AdminPage = lazyPart(async () => (await import('./features/admin/admin-page.tsx')).AdminPage)
const MailPage = lazyPart(async () => (await import('#web/features/sign-in/links/mail-page.tsx')).MailPage)
const ProofDialog = lazyPart(async () => (await import('#web/features/sign-in/proof/proof-dialog.tsx')).ProofDialog)
const Hints = lazyPart(async () => (await import('./features/tutorial/hints.tsx')).Hints)
const Tutorial = lazyPart(async () => (await import('./features/tutorial/tutorial.tsx')).Tutorial)

/**
 * Shows the tour or, to guests and to teachers who typed their usual day, three hints. Skips both while the user doesn't have access to the
 * planner.
 */
const TutorialWhenWanted = () => {
  const user = useUser()
  const isOpen = hasAccess(user, useNow())
  const done = hintsDone(user.id, useStore(hintsSeen))
  if (!isOpen) return null
  const hasHints = done ? HINT_IDS.some((id) => !done.includes(id)) : user.isGuest && user.showTutorial
  return hasHints ? <Hints personId={user.id} /> : user.showTutorial && <Tutorial />
}

/** Opens the planner, which then searches for the words in the URL. Old links and bookmarks lead here. */
const SearchArrival = () => {
  // Read now, because the redirect changes the URL before the effect runs.
  const [words] = useState(() => wordsIn(window.location.search))
  useEffect(() => askedSearch.set(words), [words])
  return <Redirect to="/dashboard" replace />
}

/** Opens the planner with the received invitations. The button in an invitation's email leads here. */
const InvitesArrival = () => {
  useEffect(() => invitesAsked.set(true), [])
  return <Redirect to="/dashboard" replace />
}

/** The commands that addresses in emails, and the installed app's shortcut, run once the planner has opened. */
const COMMANDS_AT = [
  { path: BILLING_ADDRESS, id: 'billing' },
  { path: SECURITY_ADDRESS, id: 'security' },
  { path: PREFERENCES_ADDRESS, id: 'preferences' },
  { path: OUT_TODAY_ADDRESS, id: 'out-today' },
] as const

/** Opens the planner and runs a command there. */
const CommandArrival = ({ id }: { id: CommandId }) => {
  useEffect(() => runCommand(id), [id])
  return <Redirect to="/dashboard" replace />
}

/** Shows the re-authentication prompt above any page whose call requires it. */
const ProofWhenAsked = () => {
  const question = useStore(proofQuestion)
  return (
    question && (
      <Suspense>
        <ProofDialog onAnswer={question.answer} />
      </Suspense>
    )
  )
}

/** Loads the fonts that first-paint.js put off on a slow connection. */
const useFontsWhenIdle = () => useEffect(() => whenIdle(() => document.documentElement.classList.remove('fonts-later')), [])

const Routes = () => (
  <ErrorBoundary>
    <Suspense fallback={<LoadingPlace className="min-h-dvh" />}>
      <Switch>
        <Route path="/auth">
          {/* The planner is the next page after sign-in, so its files load while the server checks the password. */}
          <div className="contents" onSubmitCapture={() => void PlannerPage.preload()}>
            <AuthPage />
          </div>
        </Route>
        <Route path="/try" component={TryPage} />
        <Route path="/mail" component={MailPage} />
        <Route path="/auth/success" component={AuthSuccessPage} />
        <Route path="/dashboard">
          <SignedIn>
            <PlannerPage />
            <Suspense>
              <TutorialWhenWanted />
            </Suspense>
          </SignedIn>
        </Route>
        <Route path="/checkout">
          <SignedIn comesBack>
            <CheckoutPage />
          </SignedIn>
        </Route>
        <Route path="/admin">
          {/* Uses the same label that the dashboard shows while it loads its data. */}
          <Suspense fallback={<LoadingPlace label="Loading admin dashboard..." className="min-h-dvh" />}>
            <AdminPage />
          </Suspense>
        </Route>
        <Route path="/search">
          <SignedIn comesBack>
            <SearchArrival />
          </SignedIn>
        </Route>
        <Route path={INVITES_ADDRESS}>
          <SignedIn comesBack>
            <InvitesArrival />
          </SignedIn>
        </Route>
        {COMMANDS_AT.map(({ path, id }) => (
          <Route key={id} path={path}>
            <SignedIn comesBack>
              <CommandArrival id={id} />
            </SignedIn>
          </Route>
        ))}
        <Route path={TIMETABLE_ADDRESS}>
          <SignedIn comesBack>
            <TimetablePage />
          </SignedIn>
        </Route>
        <Route path="/sub-plan">
          <SignedIn>
            <SubPlanPage />
          </SignedIn>
        </Route>
      </Switch>
    </Suspense>
    <ProofWhenAsked />
  </ErrorBoundary>
)

/** Routes all of the app's URLs. The build generates the other pages (static-pages.tsx). */
export const Router = () => {
  useFontsWhenIdle()
  return <Routes />
}

/** Preloads the page that renders first for this path. */
export const preloadPage = async (path: string, isSignedIn: boolean): Promise<void> => {
  const home = isSignedIn ? PlannerPage : AuthPage
  const pages: Record<AppAddress, typeof PlannerPage> = {
    '/dashboard': home,
    '/auth': AuthPage,
    '/auth/success': AuthSuccessPage,
    '/try': TryPage,
    '/admin': AdminPage,
    '/mail': MailPage,
    [INVITES_ADDRESS]: home,
    [BILLING_ADDRESS]: home,
    [SECURITY_ADDRESS]: home,
    [PREFERENCES_ADDRESS]: home,
    [OUT_TODAY_ADDRESS]: home,
    '/checkout': isSignedIn ? CheckoutPage : AuthPage,
    '/search': home,
    '/sub-plan': isSignedIn ? SubPlanPage : AuthPage,
    [TIMETABLE_ADDRESS]: isSignedIn ? TimetablePage : AuthPage,
  }
  await pages[pagePath(path) as AppAddress]?.preload()
}
