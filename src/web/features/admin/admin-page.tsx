import { clsx } from 'clsx'
import { Activity, ArrowLeft, ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { SignedInUser, useSession } from '#web/features/people/data.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PHONE, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Logo, LogoMark } from '#web/ui/logo.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toastPlace } from '#web/ui/toasts/toast-store.ts'
import { type AdminTab, goToAdminTab, readAdminTab } from './admin-tab.ts'
import { useAnalytics } from './data.ts'
import { EmailTab } from './email/email-tab.tsx'
import { FigureCards, FigureLine } from './figure-cards.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { SecurityTab } from './security/security-tab.tsx'
import { HealthStrip } from './system/health-strip.tsx'
import { SystemTab } from './system/system-tab.tsx'
import { ToolsTab } from './tools/tools-tab.tsx'
import { PersonPanel } from './users/person-panel.tsx'
import { goToUsers, readUsersPlace } from './users/users-address.ts'
import { UsersTab } from './users/users-tab.tsx'

const TABS: { value: AdminTab; label: string }[] = [
  { value: 'overview', label: 'Overview' },
  { value: 'users', label: 'Users' },
  { value: 'security', label: 'Security' },
  { value: 'email', label: 'Email' },
  { value: 'system', label: 'System' },
  { value: 'tools', label: 'Tools' },
]

const AccessDenied = () => (
  <div className="grid min-h-dvh grid-rows-[auto_1fr]">
    <header className="mx-auto w-full max-w-[1152px] px-6 py-4 max-sm:px-4">
      <Logo />
    </header>
    <main tabIndex={-1} className="grid place-content-center justify-items-center gap-3 px-8 pt-6 pb-20 text-center">
      <span className="grid size-14 place-items-center rounded-card bg-sunken text-ink-soft">
        <ShieldX className="size-7" />
      </span>
      <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">Access Denied</h1>
      <p className="max-w-[48ch] text-large text-balance text-ink-soft">You need admin privileges to access this page.</p>
      <p className="max-w-[48ch] text-balance text-ink-soft">Need access? Ask a Firstbell admin.</p>
      <ButtonLink href="/" variant="solid" size="lg" className="mt-3">
        Return to Dashboard
      </ButtonLink>
    </main>
  </div>
)

/** The word of a button in the head. On phones, it's hidden, and the button shows only its icon. */
const word = 'phone:sr-only'
const iconOnPhone = 'phone:w-11 phone:px-0'

type HeaderProps = { isHealthShown: boolean; onHealth: () => void }

/** The dashboard's head. On wide screens it stays in view, and toasts appear in it, where they don't cover anything. */
const Header = ({ isHealthShown, onHealth }: HeaderProps) => {
  const isWide = useMedia(WIDE_SCREEN)
  const isPhone = useMedia(PHONE)
  const tip = (words: string) => ({ 'data-tip': isPhone ? words : undefined })
  return (
    <header className="z-20 border-b border-line bg-surface wide:sticky wide:top-0">
      <div className="flex min-h-15 items-center gap-x-3 px-[22px] py-1.5 small:px-4">
        <span className="flex items-center gap-2.5 font-display text-heading font-bold small:hidden">
          <LogoMark className="size-[34px]" />
          Firstbell
        </span>
        <i aria-hidden="true" className="h-6 border-l border-line small:hidden" />
        <div className="flex items-center gap-x-3 phone:flex-1 phone:flex-col phone:items-start">
          <h1 className="text-heading leading-tight whitespace-nowrap">Admin dashboard</h1>
          <span className="inline-flex items-center gap-1.5 text-small font-medium whitespace-nowrap text-ink-soft">
            <ShieldCheck aria-hidden="true" className="size-3.5" />
            Super Admin
          </span>
        </div>
        <div ref={isWide ? toastPlace : undefined} className="min-w-0 flex-1 phone:hidden" />
        <Button
          size="sm"
          aria-pressed={isHealthShown}
          className={clsx('aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand', iconOnPhone)}
          icon={<Activity className="size-4" />}
          onClick={onHealth}
          {...tip('System Health')}
        >
          <span className={word}>System Health</span>
        </Button>
        <ButtonLink
          href="/dashboard"
          size="sm"
          icon={<ArrowLeft className="size-4" />}
          className={iconOnPhone}
          {...tip('Return to Dashboard')}
        >
          <span className={word}>Return to Dashboard</span>
        </ButtonLink>
      </div>
    </header>
  )
}

const Dashboard = () => {
  const search = useSearch()
  const tab = readAdminTab(search)
  const place = readUsersPlace(search)
  const person = tab === 'users' ? place.person : null
  const [isHealthShown, setIsHealthShown] = useState(false)
  const { data: analytics, error, isFetching, refetch } = useAnalytics()
  const failed = error && !analytics && (
    <ErrorState title="Couldn’t load analytics" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  )
  return (
    // Focus doesn't scroll under the head.
    <div className="[--admin-head:61px] wide:[html:has(&)]:scroll-pt-[76px]">
      <Header isHealthShown={isHealthShown} onHealth={() => setIsHealthShown(!isHealthShown)} />
      <div className={clsx('items-start', person !== null && 'wide:grid wide:grid-cols-[minmax(0,1fr)_340px]')}>
        <main id="main" tabIndex={-1} className="mx-auto grid w-full grid-cols-1 max-w-[1440px] gap-3.5 px-[22px] pt-3.5 pb-10 small:px-4">
          {isHealthShown && <HealthStrip />}
          <Tabs label="Admin dashboard" value={tab} options={TABS} onChange={(chosen) => goToAdminTab(chosen)}>
            <div className="grid gap-3.5 pt-3">
              {tab === 'overview' && (
                <>
                  {failed || <FigureCards analytics={analytics} />}
                  <OverviewTab analytics={analytics} />
                </>
              )}
              {tab === 'users' && (
                <>
                  {failed || <FigureLine analytics={analytics} />}
                  <UsersTab />
                </>
              )}
              {tab === 'security' && <SecurityTab />}
              {tab === 'email' && <EmailTab />}
              {tab === 'system' && <SystemTab />}
              {tab === 'tools' && <ToolsTab />}
            </div>
          </Tabs>
        </main>
        {person !== null && <PersonPanel userId={person} onClose={() => goToUsers({ ...place, person: null })} />}
      </div>
    </div>
  )
}

/** The admin dashboard. Denies access to everyone except platform admins. */
export const AdminPage = () => {
  const { data: user, error, isFetching, refetch } = useSession()
  const tab = readAdminTab(useSearch())
  usePageTitle(user?.isAdmin ? `${TABS.find(({ value }) => value === tab)?.label} · Admin` : 'Admin dashboard')
  if (user?.isAdmin)
    return (
      <SignedInUser value={user}>
        <Dashboard />
      </SignedInUser>
    )
  if (user !== undefined) return <AccessDenied />
  if (error)
    return (
      <main tabIndex={-1} className="grid min-h-dvh place-content-center">
        <ErrorState title="Couldn’t open the dashboard" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  return <LoadingPlace label="Loading admin dashboard..." className="min-h-dvh" />
}
