import type { Browser, BrowserContext, Page } from '@playwright/test'
import { confirmAddress } from './inbox.ts'
import { block, dayOf, endTutorial, openWeek, storeInPages, WEDNESDAY } from './planner-teacher.ts'
import { SCHOOLS } from './schools.ts'
import { expect, expectAccessible, expectToast, type Problems, test } from './test.ts'

type Person = { context: BrowserContext; page: Page; email: string; token: string }
type Devices = { browser: Browser; problems: Problems }

/** Signs in a user on a separate device. */
const deviceOf = async ({ browser, problems }: Devices, path: string, data: object, email: string): Promise<Person> => {
  const context = await browser.newContext()
  problems.watch(context)
  const reply = await context.request.post(path, { data })
  expect(reply.ok()).toBe(true)
  const { token } = await reply.json()
  await endTutorial(context.request, token)
  await storeInPages(context, 'token', token)
  return { context, page: await context.newPage(), email, token }
}
const newTeacher = async (devices: Devices, displayName: string) => {
  const email = `${displayName.split(' ')[0]?.toLowerCase()}-${crypto.randomUUID()}@school.example`
  const account = { email, passwordHash: 'correct horse', displayName, timezone: 'UTC' }
  const teacher = await deviceOf(devices, '/api/auth/register', account, email)
  await confirmAddress(teacher.context.request, email)
  return teacher
}
const administratorOf = (devices: Devices, { email, password }: (typeof SCHOOLS)[number]) =>
  deviceOf(devices, '/api/auth/login', { email, password }, email)

const call = async ({ context, token }: Person, method: 'get' | 'post' | 'patch', path: string, data?: object) => {
  const reply = await context.request[method](path, { headers: { authorization: `Bearer ${token}` }, ...(data && { data }) })
  expect(reply.ok(), path).toBe(true)
  return reply.json()
}
/** Joins a school through the API instead of the dialogs, for tests that don't cover joining. */
const join = async (administrator: Person, teacher: Person) => {
  await call(administrator, 'post', '/api/admin/school-invitations', { email: teacher.email })
  const { invitations } = await call(teacher, 'get', '/api/school')
  await call(teacher, 'post', `/api/school/invitations/${invitations[0].id}/accept`)
}

/** Opens the school year, an administrator's first page, on the Wednesday that the tests plan. */
const openSchool = async (page: Page, name: string) => {
  const ownWeek = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/calendar?from=2026-11-16&to=2026-11-20'))
  await page.goto(`/dashboard?date=${WEDNESDAY}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  // Their own week is requested early, and nothing on this page takes it.
  await ownWeek
  await expect(page.getByRole('gridcell', { name: /^Wednesday, November 18/ })).toBeVisible()
}

test('an administrator invites a teacher, who is notified, joins, sees who views their calendar, and leaves', async ({
  browser,
  problems,
}) => {
  const [school] = SCHOOLS
  if (!school) throw new Error('There is no school')
  const priya = await administratorOf({ browser, problems }, school)
  const maya = await newTeacher({ browser, problems }, 'Maya Rivera')
  await openSchool(priya.page, school.name)
  await priya.page.getByRole('link', { name: /^Our Teachers/ }).click()
  await priya.page.getByLabel('Email addresses').fill(`Maya Rivera <${maya.email}>`)
  await priya.page.keyboard.press('Enter')
  await expectAccessible(priya.page)
  await priya.page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(priya.page.getByRole('list', { name: 'Invitations' })).toContainText(maya.email)
  await expect(priya.page.getByRole('link', { name: /^Our Teachers/ })).toContainText('1 joined, 1 pending')

  await openWeek(maya.page)
  await expectToast(maya.page, `${school.name} invited you to join`)
  await maya.page.getByRole('button', { name: 'Preferences, 1 waiting' }).click()
  const preferences = maya.page.getByRole('dialog', { name: 'Preferences' })
  await expect(preferences.getByText(`${school.name} administrators will be able to view your schedule, but not change it.`)).toBeVisible()
  await expectAccessible(maya.page)
  await preferences.getByRole('button', { name: `Accept the invitation from ${school.name}` }).click()
  await expectToast(maya.page, `You joined ${school.name}`)
  await expect(preferences.getByText(priya.email)).toBeVisible()
  await expect(preferences.getByRole('switch', { name: 'Include my student notes' })).not.toBeChecked()
  await preferences.getByRole('button', { name: 'Viewing log' }).click()
  await expect(preferences.getByText('No one has viewed your schedule yet.')).toBeVisible()

  await priya.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(priya.page.getByRole('link', { name: /^Our Teachers/ })).toContainText('2 joined')
  await priya.page.getByRole('button', { name: 'More for Maya Rivera' }).click()
  await expect(priya.page.getByRole('menuitem').last()).toHaveText('Remove from school…')
  await expectAccessible(priya.page)
  await priya.page.keyboard.press('Escape')

  const { id } = await call(maya, 'get', '/api/user')
  await call(priya, 'get', `/api/admin/teacher-calendar/${id}?date=${WEDNESDAY}`)
  await preferences.getByRole('button', { name: 'Viewing log' }).click()
  await preferences.getByRole('button', { name: 'Viewing log' }).click()
  await expect(preferences.getByRole('list', { name: 'Viewing log' })).toContainText('Priya Shah · Viewed your schedule')

  await preferences.getByRole('button', { name: 'Leave school' }).click()
  await maya.page.getByRole('alertdialog').getByRole('button', { name: 'Leave school' }).click()
  await expect(preferences.getByText('You haven’t joined a school.')).toBeVisible()
  for (const { context } of [priya, maya]) await context.close()
})

test("a closed day overlays a teacher's day, and a lesson under it comes back", async ({ browser, problems }) => {
  const school = SCHOOLS[2] as (typeof SCHOOLS)[number]
  const priya = await administratorOf({ browser, problems }, school)
  const maya = await newTeacher({ browser, problems }, 'Maya Rivera')
  await join(priya, maya)
  await call(maya, 'post', '/api/calendar', { date: WEDNESDAY, blocks: [block('Math')], hasNote: true, noteText: 'Call home' })
  const { schoolId } = await call(priya, 'get', '/api/user')
  const closed = { date: WEDNESDAY, isBlocked: true, blockedText: 'Snow day', hasNote: true, noteText: 'Buses leave at noon', schoolId }
  await call(priya, 'post', '/api/calendar', closed)

  await openWeek(maya.page)
  const day = dayOf(maya.page)
  await expect(day).toContainText('Non-instructional Day')
  await expect(day).toContainText('School: Snow day')
  await expect(day).toContainText('1 lesson hidden, not deleted.')
  await expect(day).not.toContainText('Unblock')
  await expect(day).toContainText('Buses leave at noon')
  await expect(day).toContainText('Call home')
  await expect(maya.page.getByRole('gridcell', { name: /November 18, 2026.*non-instructional/ })).toHaveAttribute(
    'aria-description',
    /Snow day/,
  )

  // Maya can change her own note but not the school's text. Saving her note leaves the school's data unchanged.
  await day.getByRole('button', { name: /^More for/ }).click()
  await expect(maya.page.getByRole('menuitem', { name: 'Unblock day' })).toHaveCount(0)
  await maya.page.getByRole('menuitem', { name: 'Remove note' }).click()
  await expectToast(maya.page, 'Note removed')
  await expect(day).not.toContainText('Call home')
  await expect(day).toContainText('Buses leave at noon')
  await expect(day).toContainText('Snow day')
  await maya.page.getByRole('button', { name: 'Manage Blockouts and Notes' }).click()
  const manage = maya.page.getByRole('dialog', { name: 'Manage Blockouts and Notes' })
  await expect(manage.getByText('From Your School')).toBeVisible()
  await expect(manage.getByRole('button', { name: /^(Unblock|Remove note)/ })).toHaveCount(0)
  await expectAccessible(maya.page)
  await maya.page.keyboard.press('Escape')

  await call(priya, 'post', '/api/calendar', { date: WEDNESDAY, isBlocked: false, hasNote: false, schoolId })
  await expect(day.getByText('Math').first()).toBeVisible()
  await expect(day).not.toContainText('Snow day')
  for (const { context } of [priya, maya]) await context.close()
})

test('an administrator sets the school year, and a teacher who follows it is asked live when a day closes', async ({
  browser,
  problems,
}) => {
  const school = SCHOOLS[5] as (typeof SCHOOLS)[number]
  const priya = await administratorOf({ browser, problems }, school)
  const maya = await newTeacher({ browser, problems }, 'Maya Rivera')
  await join(priya, maya)
  const { page } = priya
  await openSchool(page, school.name)
  await page.getByRole('button', { name: 'School year…' }).click()
  const dialog = page.getByRole('dialog', { name: 'School year' })
  await dialog.getByRole('radio', { name: 'In a cycle of days' }).check()
  await dialog.getByRole('button', { name: 'Add a bell schedule' }).click()
  await dialog.getByRole('textbox', { name: 'Row 1, start' }).fill('8:10')
  await dialog.getByRole('textbox', { name: 'Row 1, end' }).fill('8:55')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save school year' }).click()
  await expectToast(page, 'School year saved')
  const { year } = await call(priya, 'get', '/api/school/year')
  const [day] = Object.entries<number>(year.numbers).sort().slice(-30)
  if (!day) throw new Error('The school year is too short')
  await page.goto(`/dashboard?date=${day[0]}`)
  await expect(page.getByRole('button', { name: new RegExp(`^Date: .*, Day ${day[1]}$`) })).toBeVisible()

  await maya.page.goto('/timetable')
  await expect(maya.page.getByRole('checkbox', { name: `Follow ${school.name}’s year` })).toBeChecked()
  await maya.page.getByRole('button', { name: 'Use the school’s bell times: Regular' }).click()
  await maya.page.getByRole('gridcell', { name: /^Day 1, row 1/ }).click()
  await maya.page.keyboard.type('Math')
  await maya.page.keyboard.press('Control+Enter')
  await expectAccessible(maya.page)
  await maya.page.getByRole('button', { name: /^Add \d+ lessons$/ }).click()
  await expectToast(maya.page, 'lessons added')
  await openWeek(maya.page)
  const { schoolId } = await call(priya, 'get', '/api/user')
  await call(priya, 'post', '/api/calendar', { date: day[0], isBlocked: true, blockedText: 'Snow day', schoolId })
  const question = maya.page.getByRole('region', { name: 'Your school changed something' })
  await expect(question).toContainText(/Your school closed .*\. \d+ lessons move one day on\./)
  await expectAccessible(maya.page)
  await question.getByRole('button', { name: 'Update my timetable' }).press('Enter')
  await expectToast(maya.page, 'Timetable updated')
  await expect(question).toHaveCount(0)
  await maya.page.keyboard.press('Control+z')
  await expect(question).toBeVisible()
  for (const { context } of [priya, maya]) await context.close()
})

test("on a laptop, the selector of calendars says in words whose schedule an administrator's own week is", async ({
  browser,
  problems,
}) => {
  const school = SCHOOLS[1] as (typeof SCHOOLS)[number]
  const { page, context } = await administratorOf({ browser, problems }, school)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/dashboard?calendar=mine&date=${WEDNESDAY}`)
  const selector = page.getByRole('button', { name: /^Whose schedule/ })
  const words = selector.getByText('My Schedule', { exact: true })
  await expect(words).toBeInViewport({ ratio: 1 })
  expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth), 'the words are whole').toBe(true)
  await context.close()
})

test('an administrator closes days for the school and reopens one, and a teacher sees it live', { tag: '@full' }, async ({
  browser,
  problems,
}) => {
  const school = SCHOOLS[4] as (typeof SCHOOLS)[number]
  const priya = await administratorOf({ browser, problems }, school)
  const maya = await newTeacher({ browser, problems }, 'Maya Rivera')
  await join(priya, maya)
  await openWeek(maya.page)
  const { page } = priya
  await openSchool(page, school.name)
  await expectAccessible(page)
  await page.getByRole('gridcell', { name: /^Wednesday, November 18/ }).click()
  await page.getByText('Other…').click()
  await page.getByRole('textbox', { name: 'Other reason' }).fill('Storm')
  await page.getByRole('button', { name: 'Several days…' }).click()
  await page.getByRole('button', { name: /^Last day: / }).click()
  await page.getByRole('button', { name: 'Friday, November 20, 2026' }).click()
  await page.getByRole('button', { name: 'School closed Nov 18 – 20' }).click()
  await expectToast(page, 'Dates blocked out successfully')
  await expect(page.getByRole('gridcell', { name: /^Friday, November 20, closed: Storm/ })).toBeVisible()
  await expectAccessible(page)
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) await expect(dayOf(maya.page, date)).toContainText('School: Storm')

  await page.getByRole('link', { name: 'Open the week' }).click()
  await expect(page.getByText(`${school.name} Every teacher sees the days off and notes you add.`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add a lesson|^Add Time Block|^Generate Sub Plans/ })).toHaveCount(0)
  await expect(page.getByText('No lessons scheduled')).toHaveCount(0)
  await dayOf(page, '2026-11-19')
    .getByRole('button', { name: /^More for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /sub plan/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Unblock day' }).click()
  await expect(dayOf(maya.page, '2026-11-19')).not.toContainText('Storm')
  await page.keyboard.press('Control+z')
  await expect(dayOf(page, '2026-11-19')).toContainText('Storm')
  await expect(dayOf(maya.page, '2026-11-19')).toContainText('Storm')

  await page.getByRole('link', { name: /^My Schedule/ }).click()
  await expect(page).toHaveURL(/calendar=mine$/)
  await expect(dayOf(page)).toContainText('School: Storm')
  for (const { context } of [priya, maya]) await context.close()
})

for (const { theme, width, height } of [
  { theme: 'light', width: 1600, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const)
  test(`the keyboard alone selects whose schedule is shown, ${theme} at ${width}`, { tag: '@full' }, async ({ browser, problems }) => {
    const school = SCHOOLS[3] as (typeof SCHOOLS)[number]
    const priya = await administratorOf({ browser, problems }, school)
    const maya = await newTeacher({ browser, problems }, `Maya ${theme}`)
    await join(priya, maya)
    const { page, context } = priya
    await call(priya, 'patch', '/api/user', { preferences: { theme } })
    await storeInPages(context, 'theme', theme)
    await page.setViewportSize({ width, height })
    await openSchool(page, school.name)
    if (width < 1200) await page.getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('button', { name: /^Whose schedule: SCHOOL WIDE/ }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('combobox', { name: 'Find a teacher' })
    await expect(field).toBeFocused()
    await expect(page.getByRole('option', { name: /SCHOOL WIDE/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('option', { name: `Maya ${theme}` })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type(`maya ${theme}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/calendar=teacher-[\w-]+$/)
    await expect(page).toHaveURL(new RegExp(`date=${WEDNESDAY}`))
    await expect(page.getByText(`You are viewing Maya ${theme}’s schedule`)).toBeVisible()
    await context.close()
    await maya.context.close()
  })
