import { navigate } from 'wouter/use-browser-location'

const ADMIN_TABS = ['overview', 'users', 'security', 'email', 'system', 'tools'] as const
export type AdminTab = (typeof ADMIN_TABS)[number]

/** Returns the tab named in the dashboard's URL (`/admin?tab=users`), or the first tab. */
export const readAdminTab = (search: string): AdminTab => {
  const wanted = new URLSearchParams(search).get('tab')
  return ADMIN_TABS.find((tab) => tab === wanted) ?? ADMIN_TABS[0]
}

/** Opens a tab and adds a history entry. `more` adds query parameters to the URL. */
export const goToAdminTab = (tab: AdminTab, more: Record<string, string> = {}): void =>
  navigate(`/admin?${new URLSearchParams({ ...(tab !== ADMIN_TABS[0] && { tab }), ...more })}`.replace(/\?$/, ''))
