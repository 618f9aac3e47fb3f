/** Tests the page on which a teacher sets up a timetable. */
import { beforeEach, expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { hold, sent, withAnswers } from '../page-answers.ts'

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
const put = async (date: string, day: object) =>
  expect((await call('POST', '/api/calendar', { token: ann.token, body: { date, ...day } })).status).toBeLessThan(300)
const lesson = (title: string, startTime = '08:00', endTime = '08:45') => ({
  id: `block_${title.replace(' ', '')}${startTime.replace(':', '')}`,
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

const PASTED = [
  '\tDay 1\tDay 2\tDay 3\tDay 4\tDay 5\tDay 6',
  '8-8:45\tMath\tMath\tMath\tMath\tMath\tMath',
  'LUNCH\t\t\t\t\t\t',
  '12:30-1:15\tArt\tPE\tLib/Comp\tArt\tPE\tMusic',
].join('\n')

test('a pasted cycle is read back, asks about the word it doesn’t know, and today’s number is set with a stepper', async () => {
  const user = await open()
  paste(cell('Mon, row 1'), PASTED)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('4 found, 1 to choose')
  await dialog.findByText('no class, left out')
  await user.click(dialog.getByText('New class', { selector: 'button' }))
  await user.click(dialog.getByText('Use 12 lessons'))
  await waitFor(() => expect(textOf('Day 3, row 2')).toBe('Lib/Comp'))
  expect(screen.getByText('Day 3', { selector: 'output' })).toBeTruthy()
  await user.click(screen.getByLabelText('One day later in the cycle'))
  await screen.findByText(/^Counted from Nov 16 it would be Day 3\./)
  await user.click(screen.getByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  const [timetable] = await get('/api/timetables')
  expect(timetable).toMatchObject({ rhythm: { kind: 'cycle', days: 6, onDayOff: 'wait' }, setByHand: { '2026-11-18': 4 } })
  expect(timetable.numbers['2026-11-19']).toBe(5)
})

test('a paste that is far too large changes nothing and says so in one sentence', async () => {
  await open()
  paste(cell('Mon, row 1'), 'a\t'.repeat(100_000))
  await screen.findByText('That’s more than a timetable can hold. Copy only the rows and days of your week.')
  expect(textOf('Mon, row 1')).toBe('')
})

test('cells pasted into the grid land where the teacher is, and Undo takes them back', async () => {
  const user = await open()
  await user.click(cell('Tue, row 2'))
  paste(cell('Tue, row 2'), 'Math\tArt\nArt\tMath')
  await waitFor(() => expect([textOf('Tue, row 2'), textOf('Wed, row 2'), textOf('Wed, row 3')]).toEqual(['Math', 'Art', 'Math']))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(textOf('Tue, row 2')).toBe(''))
})

test('Delete empties a cell, F2 edits it, Escape cancels, and Tab leaves the grid after Escape', async () => {
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Enter}{ArrowUp}{F2}s{Enter}{ArrowUp}')
  expect(textOf('Mon, row 1')).toBe('Maths')
  await user.keyboard('Art{Escape}')
  expect(textOf('Mon, row 1')).toBe('Maths')
  await user.keyboard('{Delete}')
  expect(textOf('Mon, row 1')).toBe('')
  await user.keyboard('{Escape}{Tab}')
  expect(document.activeElement?.closest('[role=grid]')).toBeNull()
})

test('a draft stays on the device, and typed times are understood', async () => {
  const user = await open()
  await user.click(cell('Times of row 1'))
  await user.keyboard('810-850{Tab}Math{Enter}')
  expect(textOf('Times of row 1')).toContain('8:10 – 8:50')
  await screen.findByText(/^Draft saved/)
  await open()
  expect([textOf('Times of row 1'), textOf('Mon, row 1')]).toEqual(['8:10 – 8:5040 min', 'Math'])
})

test('Enter on Remove removes the class, and Enter in its name closes its fields', async () => {
  const user = await open()
  await user.click(screen.getByText('Add a class'))
  await user.keyboard('Chess{Enter}')
  await user.click(screen.getByText('Chess'))
  expect(screen.getByLabelText('Class name')).toBeTruthy()
  screen.getByText('Remove', { selector: 'button' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByLabelText('Class name')).toBeNull())
  expect(screen.queryByText('Chess')).toBeNull()
})

test('lessons that are there join their class, and a title that resembles one is asked about once', async () => {
  await put('2026-11-23', { blocks: [lesson('Math'), lesson('Math groups', '09:00', '09:45')] })
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Enter}')
  await screen.findByText('1 lesson already there joins its class.')
  await user.selectOptions(screen.getByLabelText('Class of Math groups'), 'Math')
  await screen.findByText('2 lessons already there join their class.')
  await user.click(screen.getByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  const [{ id }] = await get('/api/classes')
  const [monday] = await get('/api/calendar?from=2026-11-23&to=2026-11-23')
  expect(monday.blocks.map(({ title, classId }: { title: string; classId: string }) => [title, classId])).toEqual([
    ['Math', id],
    ['Math groups', id],
  ])
})

test('if another tab changed the calendar meanwhile, the teacher looks at the new result first', async () => {
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Enter}')
  const before = (await screen.findByText(/^Add \d+ lessons$/)).textContent
  await put('2026-11-23', { blocks: [lesson('Assembly')] })
  await user.click(screen.getByText(before ?? ''))
  await screen.findByText(/changed in another window/)
  await waitFor(() => expect(screen.getByText(/^Add \d+ lessons$/).textContent).not.toBe(before))
  expect(await get('/api/timetables')).toEqual([])
  await user.click(screen.getByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
})

test('a change from a date on shows the texts that lose their lesson, keeps the past, and Undo takes all of it back', async () => {
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}Art{Enter}')
  await user.click(screen.getByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  const range = '/api/calendar?from=2026-11-16&to=2027-06-15'
  const [monday] = await get('/api/calendar?from=2026-12-07&to=2026-12-07')
  const withText = monday.blocks.map((block: { title: string }) =>
    block.title === 'Art' ? { ...block, description: '<p>Clay bowls</p>' } : block,
  )
  await put('2026-12-07', { blocks: withText, version: monday.version })
  const before = await get(range)

  await openPage('/timetable', ann)
  await screen.findByText('From this day on')
  fireEvent.change(screen.getByLabelText('First day of the change'), { target: { value: '2026-12-01' } })
  await user.click(screen.getByLabelText('All times 5 minutes later'))
  await user.click(cell('Mon, row 2'))
  await user.keyboard('{Delete}')
  expect(cell('Mon, row 2').textContent).toBe('was Art')
  expect(screen.getByText('2 new times')).toBeTruthy()
  await screen.findByText('1 plan needs a new place')
  await screen.findByText('Clay bowls')
  await user.click(screen.getByText('Change from Dec 1'))
  await screen.findByText('Changed from December 1, 2026 on')
  await screen.findByRole('button', { name: '1 unplaced lesson' })
  const after = await get(range)
  const ofDay = (days: { date: string; blocks: object[] }[], date: string) => days.find((day) => day.date === date)?.blocks
  expect(ofDay(after, '2026-11-30')).toEqual(ofDay(before, '2026-11-30'))
  expect(ofDay(after, '2026-12-01')).toMatchObject([{ title: 'Math', startTime: '08:05', endTime: '08:50' }])
  expect(await get('/api/unplaced')).toMatchObject([{ title: 'Art', description: '<p>Clay bowls</p>' }])
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await screen.findByText('Change undone')
  const content = (days: { date: string; blocks: object[] }[]) => days.map(({ date, blocks }) => ({ date, blocks }))
  expect(content(await get(range))).toEqual(content(before))
  expect(await get('/api/unplaced')).toEqual([])
})

test('while the days of another range load, the button waits and adds nothing', async () => {
  await put('2027-06-17', { isBlocked: true, blockedText: 'Make-up day off' })
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}')
  await screen.findByText(/^Add \d+ lessons$/)
  const release = hold('GET /api/timetables/outline')
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2027-06-18' } })
  const button = await screen.findByText('Checking your days…', { selector: 'button' })
  await user.click(button)
  expect(sent.filter(({ name }) => name === 'POST /api/timetables')).toEqual([])
  release()
  const label = (await screen.findByText(/^Add \d+ lessons$/)).textContent
  await user.click(screen.getByText(label ?? ''))
  await screen.findByText(/lessons added$/)
  const days = await get('/api/calendar?from=2026-11-18&to=2027-06-30')
  expect(`Add ${days.flatMap(({ blocks }: { blocks: object[] }) => blocks).length} lessons`).toBe(label)
})

test('a class that only gets a color is named, changes all its lessons, and leaves a later change of the week alone', async () => {
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}')
  await user.click(await screen.findByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  const changeWeek = async (from: string) => {
    await openPage('/timetable', ann)
    await screen.findByText('From this day on')
    fireEvent.change(screen.getByLabelText('First day of the change'), { target: { value: from } })
  }
  await changeWeek('2026-12-14')
  await user.click(screen.getByLabelText('All times 5 minutes later'))
  await user.click(await screen.findByText('Change from Dec 14'))
  await screen.findByText('Changed from December 14, 2026 on')

  await changeWeek('2026-12-07')
  await user.click(screen.getByText('Math', { selector: 'button *' }))
  await user.click(screen.getByLabelText('Amber'))
  await screen.findByText('Math gets a new color')
  await user.click(screen.getByText('Change 1 class', { selector: 'button' }))
  await screen.findByText('One class changed. No lesson moved.')
  expect(await get('/api/classes')).toMatchObject([{ name: 'Math', color: 7 }])
  const [{ versions }] = await get('/api/timetables')
  expect(versions.map(({ from }: { from: string }) => from)).toEqual(['2026-11-19', '2026-12-14'])

  await changeWeek('2026-12-07')
  await user.click(screen.getByLabelText('All times 5 minutes earlier'))
  await screen.findByText('Your change of Dec 14 is replaced')
})

test('next year’s timetable, which ends more than 400 days from now, can be changed', async () => {
  const { id: classId } = (await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })).body
  const times = { rows: [{ startTime: '09:00', endTime: '10:00' }], cells: [{ day: 1, row: 0, classId }] }
  const dates = { firstDay: '2027-09-06', lastDay: '2028-06-16', from: '2027-09-06' }
  const body = { ...dates, ...times, rhythm: { kind: 'weekly' }, existing: 'keep' }
  expect((await call('POST', '/api/timetables', { token: ann.token, body })).status).toBe(201)
  const user = await openPage('/timetable', ann)
  await user.click(await screen.findByLabelText('All times 5 minutes later'))
  expect(await screen.findByText('They begin 5 minutes later. Alerts too.')).toBeTruthy()
})

test('if another tab changed the timetable meanwhile, the teacher sees its new week too', async () => {
  const user = await open()
  await user.click(cell('Mon, row 1'))
  await user.keyboard('Math{Control>}{Enter}{/Control}')
  await user.click(await screen.findByText(/^Add \d+ lessons$/))
  await screen.findByText(/lessons added$/)
  await openPage('/timetable', ann)
  await screen.findByText('From this day on')
  await user.click(screen.getByLabelText('All times 5 minutes later'))
  const [{ id, versions }] = await get('/api/timetables')
  const { rows, cells } = versions[0]
  const body = { rows: [{ ...rows[0], endTime: '08:30' }], cells }
  expect((await call('PUT', `/api/timetables/${id}/versions/2026-11-19`, { token: ann.token, body })).status).toBe(200)
  await user.click(await screen.findByText('Change from Nov 19'))
  await screen.findByText(/changed in another window/)
  await waitFor(() => expect(textOf('Times of row 1')).toContain('8:00 – 8:30'))
})

test('the empty first week and the command palette lead to the timetable', async () => {
  const user = await openPage('/dashboard', ann)
  await user.click(await screen.findByText('Set up my timetable'))
  await screen.findByText('What will happen')
  expect(window.location.pathname).toBe('/timetable')
  await user.click(screen.getByLabelText('Back to the planner'))
  await screen.findByText('Set up my timetable')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'my time')
  await user.click(await screen.findByText('My timetable', { selector: '[role=option] *' }))
  await screen.findByText('What will happen')
})

test('six classes, a six-day cycle and a term with three holidays take a new teacher under 60 actions', async () => {
  const user = await openPage('/dashboard', ann)
  let actions = 0
  const click = async (element: Element) => {
    actions++
    await user.click(element)
  }
  /** Each key and each word is an action. */
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) {
      actions++
      await user.keyboard(key)
    }
  }
  const type = (element: Element, value: string) => {
    actions++
    fireEvent.change(element, { target: { value } })
  }
  const FILL = '{Control>}{Enter}{/Control}'

  await click(await screen.findByText('Set up my timetable'))
  await screen.findByText('No days off yet')
  type(screen.getByLabelText('First day'), '2026-11-30')
  type(screen.getByLabelText('Last day'), '2027-02-26')
  await click(screen.getByLabelText('In a cycle of days'))
  await click(cell('Times of row 1'))
  const rows = ['8-8:45 Reading', '8:45-9:30 Writing', '9:45-10:30 Math', '10:30-11:15 Science', '12-12:45 Art', '12:45-1:30 Music']
  for (const row of rows) {
    const [times = '', name = ''] = row.split(' ')
    await keys(times, '{Tab}', name, FILL, '{ArrowLeft}')
  }
  await click(screen.getByText('Add days off'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage Blockouts and Notes' }))
  await dialog.findByText('Add New')
  for (const [date, reason] of [
    ['2026-12-24', 'Winter break'],
    ['2027-01-18', 'Dr. King Day'],
    ['2027-02-15', 'Presidents’ Day'],
  ] as const) {
    type(dialog.getByLabelText('Date'), date)
    type(dialog.getByRole('textbox'), reason)
    await click(dialog.getByText('Block Out', { selector: 'button' }))
    await waitFor(() => expect((dialog.getByRole('textbox') as HTMLTextAreaElement).value).toBe(''))
  }
  await keys('{Escape}')
  await screen.findByText('3 days off are skipped')
  await click(screen.getByText('Add 372 lessons'))
  await screen.findByText('372 lessons added')
  expect(await get('/api/classes')).toHaveLength(6)
  expect(actions).toBeLessThan(60)
})
