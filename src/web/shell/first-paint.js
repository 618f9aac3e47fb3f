// Runs in every page before its first paint: the theme (src/web/lib/theme.ts), the planner's outline for who has signed
// in here, and for them the way from the landing page to the planner.
;(() => {
  const { classList, style } = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden: then the system's theme, and no outline.
      return null
    }
  }
  const kept = stored('theme')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = kept === 'light' || kept === 'dark' ? kept : system
  classList.add(theme)
  style.colorScheme = theme
  if (theme === 'dark') document.querySelector('meta[name="theme-color"]').content = '#11141b'
  if (stored('calendarSidebar') === 'collapsed') classList.add('calendar-collapsed')
  if (location.pathname === '/dashboard' && stored('token')) classList.add('opening')

  if (location.pathname !== '/') return
  const leaveForPlanner = () => {
    // A token in the address is for the planner to take out.
    if (!stored('token') && !new URLSearchParams(location.search).has('token')) return
    style.visibility = 'hidden'
    location.replace(`/dashboard${location.search}`)
  }
  leaveForPlanner()
  // Back, to a page that the browser kept from before the sign-in.
  addEventListener('pageshow', (event) => event.persisted && leaveForPlanner())
})()
