// Runs in every page before its first paint: the theme (src/web/lib/theme.ts), the planner's outline for who has signed
// in here, for them the way from the landing page to the planner, and what to do when a file of the app does not come.
;(() => {
  const { classList, style } = document.documentElement
  /** @param {string} key */
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
  try {
    // Also what the system says, as the first choice of this device.
    if (kept !== theme) localStorage.setItem('theme', theme)
  } catch {
    // Storage is forbidden or full: then the system's theme each time.
  }
  classList.add(theme)
  style.colorScheme = theme
  if (theme === 'dark') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#11141b')
  if (stored('calendarSidebar') === 'collapsed') classList.add('calendar-collapsed')
  const sidebar = stored('rightSidebar') ?? (innerWidth < 1500 ? 'collapsed' : '')
  if (sidebar === 'collapsed') classList.add('sidebar-collapsed')
  // What is drawn until the app is here, and the file that its page is in.
  const token = stored('token')
  const isOpening = location.pathname === '/dashboard' && token !== null
  const isSignIn = !isOpening && /^\/(?:auth|dashboard)\/?$/.test(location.pathname)
  if (isOpening) classList.add('opening')
  /**
   * Asks before the app is here; lib/api.ts takes the reply.
   * @param {string} address
   */
  const ask = (address) => {
    const headers = { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
    const reply = fetch(address, { headers, credentials: 'include' })
    reply.catch(() => undefined)
    window.earlyCall = { address, token, reply }
  }
  // Who is signed in. Another token in the address goes first.
  if (isOpening && !/[?&](?:token|session_id)=/.test(location.search)) ask('/api/user')
  if (isSignIn) {
    classList.add('signing-in')
    // Whether one can sign in with Google.
    ask('/api/settings')
  }
  const wanted = isOpening ? 'x-planner' : isSignIn ? 'x-sign-in' : ''
  for (const link of wanted ? document.querySelectorAll(`link[rel=${wanted}]`) : [])
    link.setAttribute('rel', link.getAttribute('as') === 'style' ? 'preload' : 'modulepreload')
  // On a slow line the app goes first: fonts take as long as all of it. Until they come the system's stand in, in the same
  // measures. A browser that does not tell how fast its line is has them at once.
  const { connection } = /** @type {{ connection?: { effectiveType?: string } }} */ (navigator)
  if (!/2g|3g/.test(connection?.effectiveType ?? ''))
    for (const link of document.querySelectorAll('link[rel=x-font]')) link.setAttribute('rel', 'preload')

  // Reloads the page, after a pause that grows, until its files have come; main.tsx forgets the tries.
  const PAUSES = [1000, 3000, 8000, 20_000]
  const sayThatNothingCame = () => {
    let pause
    try {
      const tries = Number(sessionStorage.getItem('loadTries') ?? 0)
      pause = PAUSES[tries]
      sessionStorage.setItem('loadTries', String(pause ? tries + 1 : 0))
    } catch {
      // Storage is forbidden: nothing counts the tries, so they are left to the reader.
      pause = undefined
    }
    const box = document.createElement('div')
    box.setAttribute('role', 'alert')
    Object.assign(box.style, { padding: '25vh 1.5rem 0', textAlign: 'center', fontFamily: 'system-ui, sans-serif' })
    box.append('Firstbell could not be loaded. ', pause ? 'Trying again…' : 'Check your connection. ')
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

  if (location.pathname !== '/') return
  const leaveForPlanner = () => {
    // A token in the address is for the planner to take out.
    if (!stored('token') && !new URLSearchParams(location.search).has('token')) return
    style.visibility = 'hidden'
    try {
      // Should the session have ended, the planner leads back (src/web/main.tsx).
      sessionStorage.setItem('fromLanding', 'yes')
    } catch {
      // Storage is forbidden: then it leads to the sign-in.
    }
    location.replace(`/dashboard${location.search}`)
  }
  leaveForPlanner()
  // Back, to a page that the browser kept from before the sign-in.
  addEventListener('pageshow', (event) => event.persisted && leaveForPlanner())
})()
