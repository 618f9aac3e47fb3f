/** A day that a teacher is out, from sick at 6:05 AM to Bump at 4 PM: the teacher's phone, the office's mail, and the substitute's phone. */
import { type Browser, devices, type Page } from '@playwright/test'
import { stepSchoolDay, todayIn } from '#shared/dates.ts'
import { confirmAddress, INBOX } from './inbox.ts'
import { block, signUp } from './planner-teacher.ts'
import { expect, type Problems, test } from './test.ts'

const ZONE = 'America/New_York'
/** A school day after today, because a link can't be of days that are over on the server's clock. */
const DAY = stepSchoolDay(todayIn(ZONE, Date.now()), 1)
const NEXT = stepSchoolDay(DAY, 1)
const clockIn = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** The instant at this time of the teacher's clock on the day, in winter or in summer. */
const at = (time: string): Date =>
  [4, 5]
    .map((hours) => new Date(Date.parse(`${DAY}T${time}:00Z`) + hours * 3_600_000))
    .find((instant) => clockIn.format(instant) === time) ?? new Date(`${DAY}T${time}:00Z`)

/** A phone of its own, watched for errors. */
const phoneOf = async (browser: Browser, baseURL: string | undefined, problems: Problems) => {
  const phone = { ...devices['Pixel 7'], serviceWorkers: 'allow', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? '' })
  problems.watch(context)
  return context
}

const mailTo = async (email: string): Promise<{ subject: string; text: string } | undefined> =>
  (await (await fetch(`${INBOX}/mails.json?to=${encodeURIComponent(email)}`)).json()).at(-1)

const answer = (page: Page, lesson: string, words: string) =>
  page
    .locator('#report')
    .getByRole('group', { name: new RegExp(lesson) })
    .getByText(words, { exact: true })
    .click()

test.slow()

test('a teacher who is sick at 6:05 AM sends the plan, and bumps at 4 PM the lesson that wasn’t taught', async ({
  browser,
  baseURL,
  problems,
}) => {
  // The substitute's phone is offline for a while.
  problems.expect(/ERR_(?:INTERNET_DISCONNECTED|FAILED)/)
  const teachers = await phoneOf(browser, baseURL, problems)
  const teacher = await signUp(teachers, ZONE)
  const headers = { authorization: `Bearer ${teacher.token}` }
  await confirmAddress(teachers.request, (await (await teachers.request.get('/api/user', { headers })).json()).email)
  const office = `office-${crypto.randomUUID()}@school.example`
  const about = {
    displayName: 'Ms. Rivera',
    emergencyProcedures: '<h3>Fire</h3><p>Out the east door</p>',
    substituteInstructions: '<h3>Attendance</h3><p>Send the attendance by 8:15</p>',
    studentNotes: '<p>Amina: inhaler</p>',
    classroom: { officeEmail: office, officePhone: '555 0100', room: '114', grade: '4' },
  }
  expect((await teachers.request.patch('/api/user', { headers, data: about })).ok()).toBe(true)
  const science = (await (await teachers.request.post('/api/classes', { headers, data: { name: 'Science' } })).json()).id
  const lesson = { ...block('Science', '12:15', '13:00'), classId: science }
  const days = [
    { date: DAY, blocks: [block('Math', '10:30', '11:30'), { ...lesson, description: '<ol><li><p>Run the stream tables</p></li></ol>' }] },
    { date: NEXT, blocks: [{ ...lesson, description: '<p>Draw the delta</p>' }] },
  ]
  for (const data of days) expect((await teachers.request.post('/api/calendar', { headers, data })).ok()).toBe(true)

  // 6:05 AM, on the teacher's phone.
  const page = await teachers.newPage()
  await page.clock.setFixedTime(at('06:05'))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('dialog', { name: 'Tools' }).getByRole('button', { name: 'I’m out today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'I’m out today' })
  await dialog.getByLabel('Nothing says how the day ends').fill('Buses at 2:50 with Ms. Kim')
  await dialog.getByRole('button', { name: 'Send to the office' }).click()
  await expect(page.getByRole('dialog', { name: 'You’re set' })).toContainText(`${office} gets the link`)

  // The office's mail.
  await expect.poll(async () => (await mailTo(office))?.subject).toContain('Substitute plan for')
  const [, path = ''] = /https?:\/\/[^/\s]+(\/s\/[\w-]{22})/.exec((await mailTo(office))?.text ?? '') ?? []

  // The substitute's phone.
  const substitutes = await phoneOf(browser, baseURL, problems)
  const sub = await substitutes.newPage()
  await sub.clock.setFixedTime(at('10:52'))
  await sub.goto(path)
  await expect(sub.getByText('On this phone now. Works without internet.')).toBeVisible()
  await substitutes.setOffline(true)
  await sub.reload()
  await expect(sub.locator('article').filter({ hasText: 'Now, until 11:30' })).toContainText('Math')
  await sub.getByRole('link', { name: 'About this room' }).click()
  await expect(sub.getByText('Buses at 2:50 with Ms. Kim')).toBeVisible()
  await expect(sub.getByText('inhaler')).toHaveCount(0)
  await sub.goBack()
  await sub.getByRole('link', { name: 'Report' }).click()
  await answer(sub, 'Math', 'Done')
  await answer(sub, 'Science', 'Not')
  await sub.getByLabel('What happened?').fill('Fire drill at 12:20')
  await sub.getByLabel('Absent or late').fill('Amina K.')
  await sub.getByLabel('Your name').fill('Carla Jennings')
  await sub.getByRole('button', { name: 'Send to Ms. Rivera' }).click()
  await substitutes.setOffline(false)
  await expect(sub.getByText(/^Sent/).filter({ visible: true }).first()).toBeVisible()

  // 4 PM, on the teacher's phone.
  await page.clock.setFixedTime(at('16:00'))
  await page.goto(`/dashboard?view=day&date=${DAY}`)
  await page
    .getByRole('button', { name: /^Substitute’s report/ })
    .first()
    .click()
  const report = page.getByRole('dialog', { name: 'Substitute’s report' })
  await expect(report).toContainText('Fire drill at 12:20')
  await expect(report).toContainText('Carla Jennings')
  await report.getByRole('button', { name: /^Bump to/ }).click()
  const stored = async () =>
    (await (await teachers.request.get(`/api/calendar?date=${NEXT}`, { headers })).json())[0]?.blocks[0]?.description
  await expect.poll(stored).toContain('Run the stream tables')
  await teachers.close()
  await substitutes.close()
})
