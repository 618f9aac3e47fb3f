import { navigate } from 'wouter/use-browser-location'

const ADMIN_TABS = ['overview', 'users', 'security', 'email', 'system', 'tools'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** The tab that an address of the dashboard names: `/admin?tab=users`; else the first. */
export const readAdminTab = (search: string): AdminTab => {
  const wanted = new URLSearchParams(search).get('tab')
  return ADMIN_TABS.find((tab) => tab === wanted) ?? ADMIN_TABS[0]
}

/** Shows a tab, as a step that Back takes back. `more` goes into the address with it. */
export const goToAdminTab = (tab: AdminTab, more: Record<string, string> = {}): void =>
  navigate(`/admin?${new URLSearchParams({ ...(tab !== ADMIN_TABS[0] && { tab }), ...more })}`.replace(/\?$/, ''))
