/** Tests a school's year: the administrator's dialog, the question that teachers get, and My timetable that follows it. */
import { expect, test } from 'vitest'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db } from '../app.ts'
import { inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { withAnswers } from '../page-answers.ts'
import { fill } from './week.tsx'

inPage()
withAnswers()

const YEAR = { firstDay: '2026-11-16', lastDay: '2026-12-18', rhythm: { kind: 'cycle', days: 3, onDayOff: 'wait' } }
const HOME = '/dashboard?view=week&date=2026-11-18'

/** Creates Lincoln Elementary with its administrator and Ann, who teaches there. */
const lincoln = async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  const priya = school.administrator
  const ann = await aMember(db, school, { displayName: 'Ann Lee', now: clock() })
  for (const { token } of [priya, ann]) await call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  const get = async (address: string, { token } = ann) => (await call('GET', address, { token })).body
  const putYear = (more: object = {}) => call('PUT', '/api/school/year', { token: priya.token, body: { ...YEAR, ...more } })
  const close = (date: string) =>
    call('POST', '/api/calendar', { token: priya.token, body: { date, schoolId: school.id, isBlocked: true, blockedText: 'Snow day' } })
  return { priya, ann, get, putYear, close }
}

/** Lays down Math on each day of the school's cycle, for a teacher who follows it. */
const follow = async ({ token }: { token: string }) => {
  const classId = (await call('POST', '/api/classes', { token, body: { name: 'Math' } })).body.id
  const cells = [1, 2, 3].map((day) => ({ day, row: 0, classId }))
  const rows = [{ startTime: '09:00', endTime: '09:45' }]
  const body = { ...YEAR, rows, cells, from: YEAR.firstDay, existing: 'keep', followsSchool: true }
  expect((await call('POST', '/api/timetables', { token, body })).status).toBe(201)
}

test('a teacher whose school closed a day gets one question in the planner, updates, and undoes it', async () => {
  const { ann, get, putYear, close } = await lincoln()
  await putYear()
  await follow(ann)
  await close('2026-11-20')
  const user = await openPage(HOME, ann)
  const question = within(await screen.findByLabelText('Your school changed something'))
  await question.findByText('Your school closed Fri, Nov 20.')
  await question.findByText(/^\d+ lessons move one day on\.$/)
  await user.click(question.getByText('Update my timetable'))
  await screen.findByText('Timetable updated')
  await waitFor(() => expect(screen.queryByLabelText('Your school changed something')).toBeNull())
  expect((await get('/api/timetables'))[0].numbers).not.toHaveProperty('2026-11-20')
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByLabelText('Your school changed something')
  expect((await get('/api/timetables'))[0].numbers).toHaveProperty('2026-11-20')
})

test('Keep mine leaves the timetable alone, and the question doesn’t come back', async () => {
  const { ann, get, putYear, close } = await lincoln()
  await putYear()
  await follow(ann)
  await close('2026-11-20')
  const before = (await get('/api/timetables'))[0].numbers
  const user = await openPage(HOME, ann)
  await user.click(await screen.findByText('Keep mine'))
  await screen.findByText('Your timetable stays as it is')
  await waitFor(() => expect(screen.queryByLabelText('Your school changed something')).toBeNull())
  expect((await get('/api/timetables'))[0].numbers).toEqual(before)
  expect(await get('/api/timetables/school-change')).toEqual({ change: null })
})

test('a question that another tab has answered goes away, with a clear answer', async () => {
  const { ann, get, putYear, close } = await lincoln()
  await putYear()
  await follow(ann)
  await close('2026-11-20')
  const user = await openPage(HOME, ann)
  const button = await screen.findByText('Update my timetable')
  const { timetableId, key } = (await get('/api/timetables/school-change')).change
  await call('POST', `/api/timetables/${timetableId}/school-change`, { token: ann.token, body: { key, answer: 'keep' } })
  await user.click(button)
  await screen.findByText('Your timetable wasn’t changed')
  await waitFor(() => expect(screen.queryByLabelText('Your school changed something')).toBeNull())
})

test('a cycle of another length leads to My timetable instead of guessing', async () => {
  const { ann, putYear } = await lincoln()
  await putYear()
  await follow(ann)
  await putYear({ rhythm: { ...YEAR.rhythm, days: 4 } })
  const user = await openPage(HOME, ann)
  await screen.findByText('Your school’s days now repeat in a cycle of 4 days.')
  expect(screen.queryByText('Update my timetable')).toBeNull()
  await user.click(await screen.findByText('Open My timetable'))
  expect(window.location.pathname).toBe('/timetable')
})

test('an administrator sets the dates, the cycle and a bell schedule at once, sees the day’s number, and undoes it', async () => {
  const { priya, ann, get } = await lincoln()
  const user = await openPage(HOME, priya)
  await user.click(await screen.findByText('School year…'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByText('In a cycle of days'))
  const step = await dialog.findByLabelText('One day later in the cycle')
  const was = Number(/\d/.exec(dialog.getByText(/^Day \d$/, { selector: 'output' }).textContent ?? '')?.[0])
  await user.click(step)
  await user.click(dialog.getByText('Add a bell schedule'))
  fill(dialog.getByLabelText('Row 1, start'), '8:10')
  fill(dialog.getByLabelText('Row 1, end'), '8:55')
  await user.click(dialog.getByText('Save school year'))
  await screen.findByText('School year saved')
  const number = (was % 6) + 1
  const { year } = await get('/api/school/year')
  expect(year).toMatchObject({ rhythm: { kind: 'cycle', days: 6, onDayOff: 'wait' }, setByHand: { '2026-11-18': number } })
  expect(year.bellSchedules).toMatchObject([{ name: 'Regular', rows: [{ startTime: '08:10', endTime: '08:55' }] }])
  await screen.findByLabelText(`Date: Wednesday, November 18, today, Day ${number}`)
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByText('Change undone')
  expect((await get('/api/school/year', ann)).year).toBeNull()
})

test('a bell schedule with wrong times isn’t saved, and the dialog says which', async () => {
  const { priya } = await lincoln()
  const user = await openPage(HOME, priya)
  await user.click(await screen.findByText('School year…'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByText('Add a bell schedule'))
  fill(dialog.getByLabelText('Row 1, start'), '9:00')
  fill(dialog.getByLabelText('Row 1, end'), '8:00 am')
  await dialog.findByText('Check the times of Regular. Each row needs a start and a later end.')
  expect((dialog.getByText('Save school year') as HTMLButtonElement).disabled).toBe(true)
})

const cell = (name: string) => screen.findByLabelText(new RegExp(`^${name}: `), { selector: '[role=gridcell]' })

test('My timetable follows the school unless the teacher wants another year, and takes its bell times', async () => {
  const { ann, get, putYear } = await lincoln()
  await putYear({ bellSchedules: [{ id: crypto.randomUUID(), name: 'Regular', rows: [{ startTime: '08:10', endTime: '08:55' }] }] })
  const user = await openPage('/timetable', ann)
  const box = await screen.findByLabelText(/^Follow Lincoln Elementary’s year/)
  expect((box as HTMLInputElement).checked).toBe(true)
  await screen.findByText(/a cycle of 3 days that waits on days off · today is Day 3/)
  expect(screen.queryByLabelText('First day')).toBeNull()

  await user.click(box)
  expect((screen.getByLabelText('First day') as HTMLInputElement).value).toBe(YEAR.firstDay)
  await user.click(box)

  await user.click(screen.getByText('Use the school’s bell times: Regular'))
  await user.click(await cell('Day 1, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}')
  await user.click(await screen.findByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  const [timetable] = await get('/api/timetables')
  expect(timetable).toMatchObject({ ...YEAR, followsSchool: true })
  expect(timetable.versions[0].rows).toEqual([{ startTime: '08:10', endTime: '08:55' }])
  const school = (await get('/api/school/year')).year
  expect(timetable.numbers).toEqual(school.numbers)
})
