/**
 * `npm run pictures`: takes the screenshots that the project publishes, from the sample teacher's week in the current build. They are for
 * the landing page (src/web/features/landing/pictures), for shared links (public/social.jpg) and for the README (docs/week.png). They're
 * checked in. Retake them when the planner's look changes.
 *
 * `npm run pictures -- all` doesn't change any of these. Instead it puts screenshots of every screen and dialog, at five widths and in both
 * themes, on one page, .cache/screens/index.html. Name prefixes and widths (`-- all week lesson --width=390`) limit it. `npm run test:all`
 * runs it with `check`, which also runs axe on each screen and checks its Tab stops, its fields, the size of its targets, and its text when
 * it's spaced out.
 */
import './node-version.mjs'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TOUCH_WIDTH, takeSheet } from './take-sheet.mjs'

const { ensurePackages, ensureSystemPackages } = await import('./setup.mjs')
ensurePackages()
ensureSystemPackages()
const { projectRoot, isBuilt } = await import('./project.mjs')
const { addEarlierTeachers, addMailedPeople, addSchools, causeMail, signInAll, untilMailed } = await import('./sheet/people.mjs')
const { MAIL_SUBJECTS } = await import('./sheet/mail-screens.mjs')
const { startWorld } = await import('./sheet/world.mjs')
const { build } = await import('./build.mjs')
const { startServer } = await import('../bench/start-server.mjs')
const { launchChromium } = await import('../bench/web.mjs')
const { register } = await import('tsx/esm/api')
register()
const { migrate } = await import('../src/server/lib/db/migrate.ts')
const { openDatabase } = await import('../src/server/lib/db/open.ts')
const { openKeyRing } = await import('../src/server/lib/keys/kept-key.ts')
const { seed } = await import('../src/server/seed.ts')
const { addDays, mondayOf, todayIn } = await import('../src/shared/dates.ts')

/**
 * @typedef {{ width: number, height: number }} Size
 * @typedef {'light' | 'dark'} Theme
 * @typedef {import('../bench/start-server.mjs').SignedIn} SignedIn
 * @typedef {Awaited<ReturnType<typeof seed>>} Seeded
 */

const PICTURES = path.join(projectRoot, 'src/web/features/landing/pictures')
const TIMEZONE = 'America/New_York'
/**
 * A Wednesday morning, so that the week has past and upcoming lessons. On weekends it's the next one, because the server starts guests with
 * next week.
 */
const NOW = new Date(`${addDays(mondayOf(addDays(todayIn(TIMEZONE, Date.now()), 2)), 2)}T15:05:00Z`)
const WEBP_QUALITY = 84
/** The sample teacher's notes for a substitute. */
const NOTES = {
  substituteInstructions: '<p>Attendance by 8:15. Ms. Okafor next door (room 12) helps with anything.</p>',
  emergencyProcedures: '<p>Fire: line up by the window, out by the gym door. The red folder hangs by the light switch.</p>',
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-pictures-'))
mkdirSync(PICTURES, { recursive: true })
const browser = await launchChromium()
try {
  if (!isBuilt()) await build()
  const database = await openDatabase({ dataDir, log: console.error })
  await migrate(database, path.join(projectRoot, 'migrations'))
  const keys = openKeyRing(undefined, dataDir, console.error)
  const teacher = await seed(database.db, keys, NOW)
  const [what, ...others] = process.argv.slice(2)
  if (what === 'all' || what === 'check') {
    await addEarlierTeachers(database.db, NOW)
    await addMailedPeople(database.db, { keys, now: NOW })
    const schools = await addSchools(database.db, NOW)
    await database.close()
    await takeAll({ ...teacher, schools }, others, { isChecked: what === 'check' })
  } else {
    await database.close()
    await takeShown(teacher)
  }
} finally {
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Takes a screenshot of every screen, signed in as the person it needs.
 * @param {Seeded & { schools: Awaited<ReturnType<typeof addSchools>> }} seeded
 * @param {string[]} options name prefixes and widths
 * @param {{ isChecked: boolean }} how
 */
async function takeAll({ schools, ...seeded }, options, { isChecked }) {
  const { server, stripe, mail, stop } = await startWorld(dataDir)
  try {
    const { origin, call } = server
    const people = await signInAll({ call, stripe, today: todayIn(TIMEZONE, NOW.getTime()), schools, seeded })
    await causeMail(people, { call, origin })
    await untilMailed(mail.mails, MAIL_SUBJECTS)
    /** @param {RegExp} subject */
    const mailAddress = (subject) => {
      const found = mail.mails.findLast((each) => subject.test(each.subject))
      if (!found) throw new Error(`no mail with the subject ${subject} arrived`)
      return `${mail.inbox}/mails/${found.number}.html`
    }
    const folder = path.join(projectRoot, '.cache/screens')
    const problemCount = await takeSheet({
      folder,
      wanted: options.filter((name) => !name.startsWith('--')),
      widths: options.flatMap((option) => (option.startsWith('--width=') ? [Number(option.slice('--width='.length))] : [])),
      isChecked,
      openPage: async ({ as = 'teacher', path: address = '/dashboard', mail }, size) =>
        openPage({
          origin,
          person: as === 'nobody' ? null : people[as],
          theme: 'light',
          viewport: size,
          hasTouch: size.width <= TOUCH_WIDTH,
          address: mail ? mailAddress(mail) : origin + address,
        }),
    })
    if (problemCount > 0) process.exitCode = 1
    console.info(`Look at ${path.join(folder, 'index.html')}`)
  } finally {
    await stop()
  }
}

/**
 * Takes the screenshots that the project publishes.
 * @param {{ email: string, password: string }} teacher
 */
async function takeShown(teacher) {
  await withServer(async ({ origin, call }) => {
    /** @type {SignedIn} */
    const person = await call('POST', '/api/auth/login', { body: { email: teacher.email, password: teacher.password } })
    /** @param {Theme} theme @param {Size} viewport */
    const planner = (theme, viewport) => openPage({ origin, person, theme, viewport, address: `${origin}/dashboard` })
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      await call('PATCH', '/api/user', { token: person.token, body: { preferences: { theme } } })
      const wide = await planner(theme, { width: 1440, height: 900 })
      for (const width of [1104, 2208]) await takeWebp(wide, `planner-${theme}-${width}`, width / 1440)
      await takeWebp(await planner(theme, { width: 390, height: 700 }), `planner-${theme}-phone`, 2)
      await takeWebp(await planner(theme, { width: 390, height: 780 }), `phone-${theme}`, 1.6)
    }
    await call('PATCH', '/api/user', { token: person.token, body: { preferences: { theme: 'light' } } })
    await takeWebp(await subPlanPage({ origin, token: person.token }), 'sub-plan', 1.75)
    await (await planner('light', { width: 1440, height: 900 })).screenshot({ path: path.join(projectRoot, 'docs/week.png') })
  })

  // Rebuilds, because the link preview shows the landing page with the new screenshots.
  await build()
  await withServer(async ({ origin }) => {
    const page = await (await browser.newContext({ viewport: { width: 1200, height: 630 }, bypassCSP: true })).newPage()
    await page.goto(origin, { waitUntil: 'networkidle' })
    await page.addStyleTag({
      content:
        'nav, main > section:first-child :is(div, ul), h2, figcaption { display: none !important } main > section + section { margin-top: 36px }',
    })
    await page.waitForTimeout(500)
    await page.screenshot({ path: path.join(projectRoot, 'public/social.jpg'), type: 'jpeg', quality: 82 })
  })
}

/** @param {(server: import('../bench/start-server.mjs').Server) => Promise<void>} use */
async function withServer(use) {
  const server = await startServer({ DATA_DIR: dataDir })
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

/**
 * Resolves with a fully loaded page as this user sees it. If `person` is null, no user is signed in.
 * @param {{ origin: string, person: SignedIn | null, theme: Theme, viewport: Size, hasTouch?: boolean, address: string }} options
 */
async function openPage({ origin, person, theme, viewport, hasTouch = false, address }) {
  const stored = person ? { token: person.token, userId: person.user.id, theme } : { theme }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport,
    hasTouch,
    timezoneId: TIMEZONE,
    reducedMotion: 'reduce',
    // It loads the whole app once more.
    serviceWorkers: 'block',
    locale: 'en-US',
    colorScheme: theme,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  // An open event stream would keep the page from becoming idle.
  await context.route('**/api/live', (route) => route.fulfill({ status: 503 }))
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 })
  // On a busy machine, the network can be idle before the app has rendered anything.
  await page.waitForFunction(() => document.body.innerText.trim() !== '')
  await page.evaluate(() => document.fonts.ready)
  return page
}

/**
 * Resolves with a page that shows today's substitute plan, 816 pixels wide.
 * @param {{ origin: string, token: string }} options
 */
async function subPlanPage({ origin, token }) {
  const page = await (await browser.newContext({ viewport: { width: 816, height: 816 } })).newPage()
  const headers = { authorization: `Bearer ${token}` }
  await page.request.patch(`${origin}/api/user`, { headers, data: NOTES })
  const plan = await page.request.post(`${origin}/api/sub-plans/generate`, { headers, data: { dates: [todayIn(TIMEZONE, NOW.getTime())] } })
  await page.setContent(await plan.text(), { waitUntil: 'networkidle' })
  return page
}

/**
 * Saves the visible page as WebP. Renders it at `scale` times its size instead of upscaling the image.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 * @param {number} scale
 */
async function takeWebp(page, name, scale) {
  const session = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }), scale }
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY, clip })
  writeFileSync(path.join(PICTURES, `${name}.webp`), Buffer.from(data, 'base64'))
}
