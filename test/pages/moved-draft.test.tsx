/** Tests that a lesson's unsaved text is found again after the lesson moved or went away. */
import { beforeEach, expect, test } from 'vitest'
import { aBlock } from '#server/features/calendar/samples.ts'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'

inPage()

const [THU, FRI, A_TUESDAY_LATER] = ['2026-11-19', '2026-11-20', '2026-12-08']
const TYPED = 'An hour of typing'

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const get = async (address: string) => (await call('GET', address, { token: ann.token })).body
const post = async (address: string, body: object) => {
  const { status, body: reply } = await call('POST', address, { token: ann.token, body })
  expect(status).toBeLessThan(300)
  return reply
}
const lessonsOn = async (date: string) => (await get(`/api/calendar?date=${date}`))[0]?.blocks ?? []
type Lesson = Pick<ReturnType<typeof aBlock>, 'id' | 'title' | 'startTime' | 'endTime' | 'classId'>
/** Keeps typed text of a lesson on Thursday, as a tab that was closed left it. */
const typedInto = ({ id, title, startTime, endTime, classId }: Lesson) => {
  const from = { title, description: '', startTime, endTime, hasAlert: false, alertMessage: '', classId: classId ?? null }
  const draft = { ...from, description: `<p>${TYPED}</p>` }
  const at = Date.parse('2026-11-18T13:00:00Z')
  localStorage.setItem(`draft:${ann.userId}:${THU}:${id}`, JSON.stringify({ draft, from, isNew: false, at }))
}
const continueLesson = async () => {
  const user = await openPage('/dashboard', ann)
  const reminder = within(await screen.findByLabelText('Unsaved lesson'))
  await user.click(reminder.getByText('Continue'))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(TYPED)
  return { user, dialog }
}

test('text typed into a lesson that a day off moved opens on its new day, and is saved there', async () => {
  const { id: classId } = await post('/api/classes', { name: 'Math' })
  await post('/api/timetables', {
    firstDay: '2026-11-16',
    lastDay: '2026-12-18',
    rhythm: { kind: 'cycle', days: 2, onDayOff: 'wait' },
    rows: [{ startTime: '09:00', endTime: '09:45' }],
    cells: [1, 2].map((day) => ({ day, row: 0, classId })),
    from: '2026-11-16',
    existing: 'keep',
  })
  const [lesson] = await lessonsOn(THU)
  typedInto(lesson)
  await post('/api/calendar/bulk', { from: THU, to: THU, isBlocked: true, blockedText: 'Snow' })
  const { user, dialog } = await continueLesson()
  await screen.findByText('This lesson is on Fri, Nov 20 now')
  await user.click(dialog.getByText('Save', { selector: 'button' }))
  await waitFor(async () => expect(await lessonsOn(FRI)).toMatchObject([{ id: lesson.id, description: `<p>${TYPED}</p>` }]))
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith(`draft:${ann.userId}`))).toEqual([]))
})

test('text of a lesson that is now weeks away opens there', async () => {
  const lesson = aBlock({ title: 'Art' })
  typedInto(lesson)
  await post('/api/calendar', { date: A_TUESDAY_LATER, blocks: [lesson] })
  await continueLesson()
  await screen.findByText('This lesson is on Tue, Dec 8 now')
})

test('text of a lesson that doesn’t exist anymore opens as a new lesson, not on a day off', async () => {
  typedInto(aBlock({ title: 'Art', startTime: '10:00', endTime: '10:45' }))
  await post('/api/calendar', { date: THU, isBlocked: true, blockedText: 'Snow' })
  const { user, dialog } = await continueLesson()
  await screen.findByText('This lesson isn’t on your calendar anymore')
  await user.click(dialog.getByText('Save', { selector: 'button' }))
  const expected = { title: 'Art', startTime: '10:00', endTime: '10:45', description: `<p>${TYPED}</p>` }
  await waitFor(async () => expect(await lessonsOn(FRI)).toMatchObject([expected]))
})
