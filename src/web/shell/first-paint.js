// Runs in every page before its first paint. Applies the theme (src/web/lib/theme.ts), shows the planner's outline to signed-in users,
// redirects them from the landing page to the planner, and handles app files that fail to load.
{
  const { classList, style } = document.documentElement
  /** True on a shared computer, where everything is stored in the tab (src/web/lib/device/shared-computer.ts). */
  let isShared = false
  try {
    const lastOpen = sessionStorage.getItem('sharedComputer')
    // The browser restored a tab that was closed, perhaps for somebody else. A sign-in that is under way has no token yet, and goes on.
    if (lastOpen && sessionStorage.getItem('token') && !(Math.abs(Date.now() - Number(lastOpen)) < 120_000)) {
      sessionStorage.clear()
      // The next person who signs in here uses a shared computer, too.
      sessionStorage.setItem('sharedComputer', String(Date.now()))
    }
    isShared = lastOpen !== null
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  /** @param {string} key */
  const stored = (key) => {
    try {
      return (isShared ? sessionStorage : localStorage).getItem(key)
    } catch {
      // Storage is blocked, so we use the system theme and show no outline.
      return null
    }
  }
  const kept = stored('theme') ?? (isShared ? localStorage.getItem('theme') : null)
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = kept === 'light' || kept === 'dark' ? kept : system
  try {
    // The system theme also becomes this device's initial choice.
    if (kept !== theme) localStorage.setItem('theme', theme)
  } catch {
    // Storage is blocked or full, so the system theme applies each time.
  }
  classList.add(theme)
  style.colorScheme = theme
  if (theme === 'dark') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#11141b')
  if (stored('calendarSidebar') === 'collapsed') classList.add('calendar-collapsed')
  const sidebar = stored('rightSidebar') ?? (innerWidth < 1500 ? 'collapsed' : '')
  if (sidebar === 'collapsed') classList.add('sidebar-collapsed')
  // Choose the outline to show while the app loads, and the files to preload.
  const token = stored('token')
  const isOpening = location.pathname === '/dashboard' && token !== null
  const isSignIn = !isOpening && /^\/(?:auth|dashboard)\/?$/.test(location.pathname)
  if (isOpening) classList.add('opening')
  /**
   * Sends a request before the app has loaded. lib/net/api.ts takes over the reply.
   * @param {string} address
   */
  const ask = (address) => {
    const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
    // Read to its end, because a page that needs another call leaves it, and an unread answer holds its connection.
    const reply = fetch(address, { headers, credentials: 'include' }).then(async (early) => new Response(await early.arrayBuffer(), early))
    reply.catch(() => undefined)
    window.earlyCalls = [...(window.earlyCalls ?? []), { address, token, reply }]
  }
  /** Returns the range of the week that the planner shows first, Monday to Friday, or null if the date in the address isn't one. */
  const firstWeek = () => {
    const asked = /[?&]date=(\d{4}-\d\d-\d\d)/.exec(location.search)?.[1]
    const now = new Date()
    const day = new Date(asked ?? Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
    if (Number.isNaN(day.getTime())) return null
    const daysSinceMonday = (day.getUTCDay() + 6) % 7
    // On a weekend, the planner shows the coming week.
    day.setUTCDate(day.getUTCDate() - daysSinceMonday + (daysSinceMonday > 4 ? 7 : 0))
    const from = day.toISOString().slice(0, 10)
    day.setUTCDate(day.getUTCDate() + 4)
    return `from=${from}&to=${day.toISOString().slice(0, 10)}`
  }
  // Loads the signed-in user, and the week in their own calendar. A token in the address takes precedence over the stored one.
  if (isOpening && !/[?&](?:token|session_id)=/.test(location.search)) {
    ask('/api/user')
    const range = firstWeek()
    if (range && !/[?&]calendar=/.test(location.search)) ask(`/api/calendar?${range}`)
  }
  if (isSignIn) {
    classList.add('signing-in')
    // Loads the settings, which include the available sign-in methods.
    ask('/api/settings')
  }
  const wanted = isOpening ? 'x-planner' : isSignIn ? 'x-sign-in' : ''
  for (const link of wanted ? document.querySelectorAll(`link[rel=${wanted}]`) : [])
    link.setAttribute('rel', link.getAttribute('as') === 'style' ? 'preload' : 'modulepreload')
  // On a slow connection, the app loads first, because the fonts take as long as the whole app. Until they arrive, fallback fonts with the
  // same metrics are used. Browsers that don't report the connection speed load the fonts right away.
  const { connection } = /** @type {{ connection?: { effectiveType?: string } }} */ (navigator)
  if (!/2g|3g/.test(connection?.effectiveType ?? ''))
    for (const link of document.querySelectorAll('link[rel=x-font]')) link.setAttribute('rel', 'preload')
  // In the planner, they load after the first lessons and the editor (router.tsx).
  else if (isOpening) classList.add('fonts-later')

  // Reloads the page with growing delays until its files load. main.tsx resets the counter.
  const PAUSES = [1000, 3000, 8000, 20_000]
  const sayThatNothingCame = () => {
    let pause
    try {
      const tries = Number(sessionStorage.getItem('loadTries') ?? 0)
      pause = PAUSES[tries]
      sessionStorage.setItem('loadTries', String(pause ? tries + 1 : 0))
    } catch {
      // Storage is blocked, so we can't count attempts. Let the user retry.
      pause = undefined
    }
    const box = document.createElement('div')
    box.setAttribute('role', 'alert')
    Object.assign(box.style, { padding: '25vh 1.5rem 0', textAlign: 'center', fontFamily: 'system-ui, sans-serif' })
    box.append('Firstbell didn’t load. ', pause ? 'Trying again…' : 'Check your connection. ')
    if (!pause) {
      const button = document.createElement('button')
      button.textContent = 'Try again'
      button.addEventListener('click', () => location.reload())
      Object.assign(button.style, { font: 'inherit', padding: '0.5rem 1rem' })
      box.append(button)
    }
    document.getElementById('root')?.replaceChildren(box)
    if (pause) setTimeout(() => location.reload(), pause)
  }
  let hasFailed = false
  /** @param {EventTarget | null} target */
  const isOfApp = (target) => target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  addEventListener(
    'error',
    ({ target }) => {
      if (hasFailed || !isOfApp(target) || !document.querySelector('#root .outline')) return
      hasFailed = true
      sayThatNothingCame()
    },
    true,
  )

  const leaveForPlanner = () => {
    // A token in the address is handled by the planner.
    if (!stored('token') && !new URLSearchParams(location.search).has('token')) return
    style.visibility = 'hidden'
    try {
      // If the session has ended, the planner redirects back here (src/web/main.tsx).
      sessionStorage.setItem('fromLanding', 'yes')
    } catch {
      // Storage is blocked, so an ended session leads to the sign-in page.
    }
    location.replace(`/dashboard${location.search}`)
  }
  if (location.pathname === '/') {
    leaveForPlanner()
    // The user went back to a page that the browser cached before the sign-in.
    addEventListener('pageshow', (event) => event.persisted && leaveForPlanner())
  }
}
