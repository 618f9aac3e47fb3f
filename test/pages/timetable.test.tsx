/** Tests the page on which a teacher sets up a timetable. */
import { beforeEach, expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { refuse, sent, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const open = async () => {
  const user = await openPage('/timetable', ann)
  await screen.findByText('What will happen')
  await screen.findByText(/No days off yet|^\d+ days? off/)
  return user
}
const cell = (name: string) => screen.getByLabelText(new RegExp(`^${name}: `), { selector: '[role=gridcell]' })
const textOf = (name: string) => cell(name).textContent
const get = async (address: string) => (await call('GET', address, { token: ann.token })).body
const put = (date: string, day: object) => call('POST', '/api/calendar', { token: ann.token, body: { date, ...day } })
const lesson = (title: string, startTime = '08:00', endTime = '08:45') => ({
  id: `block_${title}_${startTime}`,
  title,
  startTime,
  endTime,
  description: '',
  hasAlert: false,
  alertMessage: '',
  order: 0,
})
const paste = (target: Element, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } })

test('a class typed once fills its row, and one button adds the year, with one Undo', async () => {
  await put('2026-11-20', { isBlocked: true, blockedText: 'Conferences' })
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}Art{Tab}PE{Enter}')
  expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'].map((day) => textOf(`${day}, row 1`))).toEqual(['Math', 'Math', 'Math', 'Math', 'Math'])
  expect([textOf('Mon, row 2'), textOf('Tue, row 2')]).toEqual(['Art', 'PE'])
  expect(screen.getByText('Conferences')).toBeTruthy()
  const button = screen.getByText(/^Add \d+ lessons$/)
  const lessons = Number(/\d+/.exec(button.textContent ?? '')?.[0])
  await user.click(button)
  await screen.findByText(`${lessons} lessons added`)
  const days = await get('/api/calendar?from=2026-11-18&to=2027-06-30')
  expect(days.flatMap(({ blocks }: { blocks: object[] }) => blocks)).toHaveLength(lessons)
  expect((await get('/api/classes')).map(({ name }: { name: string }) => name)).toEqual(['Math', 'Art', 'PE'])
  expect(localStorage.getItem(`draft:${ann.userId}:timetable`)).toBeNull()
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByText('Change undone')
  expect(await get('/api/timetables')).toEqual([])
  expect(await get('/api/classes')).toEqual([])
})
