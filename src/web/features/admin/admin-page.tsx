import { Activity, ArrowLeft, ShieldCheck, ShieldX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { useSession } from '#web/features/people/data.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type AdminTab, goToAdminTab, readAdminTab } from './admin-tab.ts'
import { useAnalytics } from './data.ts'
import { EmailTab } from './email/email-tab.tsx'
import { FigureCards } from './figure-cards.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { SecurityTab } from './security/security-tab.tsx'
import { HealthStrip } from './system/health-strip.tsx'
import { SystemTab } from './system/system-tab.tsx'
import { ToolsTab } from './tools/tools-tab.tsx'
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
  <main tabIndex={-1} className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 text-center">
    <ShieldX className="size-9 text-blocked" />
    <h1 className="text-heading-large">Access Denied</h1>
    <p className="max-w-[44ch] text-large text-ink-soft">You need admin privileges to access this page.</p>
    <ButtonLink href="/" variant="solid" size="lg" className="mt-3">
      Return to Dashboard
    </ButtonLink>
  </main>
)

const Header = ({ children }: { children?: ReactNode }) => (
  <header className="border-b border-line bg-surface">
    <div className="mx-auto flex max-w-[1440px] flex-wrap items-center gap-x-4 gap-y-2.5 px-7 py-3.5 small:px-4">
      <span className="flex items-center gap-2.5 font-display text-heading font-bold phone:hidden">
        <LogoMark className="size-[34px]" />
        Firstbell
      </span>
      <i aria-hidden="true" className="h-7 border-l border-line phone:hidden" />
      <h1 className="text-heading leading-tight">Admin Dashboard</h1>
      <span className="inline-flex items-center gap-1.5 rounded-full bg-brand-soft px-2.5 py-0.5 text-small font-semibold text-brand">
        <ShieldCheck className="size-3.5" />
        Super Admin
      </span>
      <span className="ml-auto flex flex-wrap gap-2.5 phone:ml-0">
        {children}
        <ButtonLink href="/dashboard" size="sm" icon={<ArrowLeft className="size-4" />}>
          Return to Dashboard
        </ButtonLink>
      </span>
    </div>
  </header>
)

const Dashboard = () => {
  const tab = readAdminTab(useSearch())
  const [isHealthShown, setIsHealthShown] = useState(false)
  const { data: analytics, error, isFetching, refetch } = useAnalytics()
  return (
    <>
      <Header>
        <Button
          size="sm"
          aria-pressed={isHealthShown}
          className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
          icon={<Activity className="size-4" />}
          onClick={() => setIsHealthShown(!isHealthShown)}
        >
          System Health
        </Button>
      </Header>
      <main tabIndex={-1} className="mx-auto grid max-w-[1440px] gap-3.5 px-7 pt-4.5 pb-10 small:px-4">
        {isHealthShown && <HealthStrip />}
        {error && !analytics ? (
          <ErrorState title="Couldn’t load analytics" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <FigureCards analytics={analytics} />
        )}
        <Tabs
          label="Admin Dashboard"
          value={tab}
          options={TABS}
          // Two rows of three tabs on narrow screens.
          className="phone:[&>div>[role=tablist]]:grid phone:[&>div>[role=tablist]]:grid-cols-3"
          onChange={(chosen) => goToAdminTab(chosen)}
        >
          <div className="pt-3.5">
            {tab === 'overview' && <OverviewTab analytics={analytics} />}
            {tab === 'users' && <UsersTab />}
            {tab === 'security' && <SecurityTab />}
            {tab === 'email' && <EmailTab />}
            {tab === 'system' && <SystemTab />}
            {tab === 'tools' && <ToolsTab />}
          </div>
        </Tabs>
      </main>
    </>
  )
}

/** The admin dashboard. Denies access to everyone except platform admins. */
export const AdminPage = () => {
  usePageTitle('Admin Dashboard')
  const { data: user, error, isFetching, refetch } = useSession()
  if (user?.isAdmin) return <Dashboard />
  if (user !== undefined) return <AccessDenied />
  if (error)
    return (
      <main tabIndex={-1} className="grid min-h-dvh place-content-center">
        <ErrorState title="Couldn’t open the dashboard" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  return <LoadingPlace label="Loading admin dashboard..." className="min-h-dvh" />
}
