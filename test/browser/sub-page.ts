/** A substitute's phone, and a teacher who makes a link. */
import { type APIRequestContext, devices, type Page } from '@playwright/test'
import { stepSchoolDay, todayIn } from '#shared/dates.ts'
import { block, PASSWORD } from './planner-teacher.ts'
import { expect } from './test.ts'

const ZONE = 'America/New_York'
/** A school day after today, because a link can't be of days that are over on the server's clock. */
export const DAY = stepSchoolDay(todayIn(ZONE, Date.now()), 1)
/** The page's instant at this time of the teacher's clock, in winter or in summer. */
export const at = (time: string, date = DAY): Date => {
  const utc = Date.parse(`${date}T${time}:00Z`)
  const hours = [4, 5].find((hours) => at24(utc + hours * 3_600_000) === time) ?? 5
  return new Date(utc + hours * 3_600_000)
}
const at24 = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant)

const MATH =
  '<ol><li><p>Quiz 4A, silent</p></li><li><p>Fraction war in pairs</p></li></ol><p><a href="https://files.example/quiz">Quiz 4A.pdf</a></p>'
export const BLOCKS = [
  block('Morning Meeting', '08:00', '08:20'),
  { ...block('Math', '10:30', '11:30'), description: MATH, hasAlert: true, alertMessage: 'Quiz papers are in the blue tray' },
  block('Science', '12:15', '13:00'),
]
const NOTES = {
  emergencyProcedures: '<h3>Fire</h3><p>Out the east door</p><h3>Way out and meeting place</h3><p>The blue fence</p>',
  substituteInstructions: '<p>The signal for quiet is a raised hand</p>',
  studentNotes: '<p>Amina: inhaler</p>',
  classroom: { officePhone: '(555) 010-2000 x12', nextDoor: 'Ms. Kim, Room 112', room: '114', grade: '4', students: '24' },
}

export type Link = { id: string; path: string; token: string }
export const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

type Wish = { blocks?: object[]; notes?: object; message?: string; include?: object }

/** Signs up a teacher with a planned day, and makes a link of it. */
export const makeLink = async (request: APIRequestContext, { blocks = BLOCKS, notes = NOTES, ...wish }: Wish = {}): Promise<Link> => {
  const email = `maya-${crypto.randomUUID()}@school.example`
  const account = { email, passwordHash: PASSWORD, displayName: 'Ms. Rivera', timezone: ZONE }
  const { token } = await (await request.post('/api/auth/register', { data: account })).json()
  const headers = authorized(token)
  expect((await request.patch('/api/user', { headers, data: notes })).ok()).toBe(true)
  if (blocks.length > 0) expect((await request.post('/api/calendar', { headers, data: { date: DAY, blocks } })).ok()).toBe(true)
  const reply = await request.post('/api/sub-links', { headers, data: { dates: [DAY], ...wish } })
  expect(reply.status()).toBe(201)
  const { id, url } = await reply.json()
  return { id, path: new URL(url).pathname, token }
}

export const openPage = async (page: Page, path: string, time = '10:52') => {
  await page.clock.setFixedTime(at(time))
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('data-view', /./)
}
export const isKept = (page: Page) => expect(page.getByText('On this phone now. Works without internet.')).toBeVisible()
export const lesson = (page: Page, title: string) =>
  page.locator('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const { viewport, userAgent, isMobile, hasTouch } = devices['Pixel 7']
/** A phone, far from the teacher's time zone. */
export const ON_A_PHONE = { viewport, userAgent, isMobile, hasTouch, timezoneId: 'Asia/Tokyo', serviceWorkers: 'allow' } as const
