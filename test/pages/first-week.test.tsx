/** Tests a teacher's first minutes in a planner without lessons. */
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { answer, block, dayOf, fill, lesson, lessonsOf, openWeek, storeDay, storedDay, theDialog, untilKept, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const invitation = () => screen.queryByLabelText('Ways to start')

test('a usual day that could not be saved reopens as it was typed', async () => {
  const user = await openWeek(ann)
  answer({ method: 'POST', path: /\/api\/calendar\/days$/, status: 500, body: { code: 'broken', message: 'It broke.' } })
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog()
  fill(await dialog.findByLabelText('Lessons (one per line)'), '8:20 Reading Workshop')
  await user.click(dialog.getByText('This week only'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect((await screen.findByText('Failed to create/update time block')).closest('li')?.textContent).toContain('It broke.')
  const again = await theDialog()
  expect(((await again.findByLabelText('Lessons (one per line)')) as HTMLTextAreaElement).value).toBe('8:20 Reading Workshop')
})

test('a usual day repeats until a date, as a timetable with its classes, and one undo takes all of it back', async () => {
  await call('POST', '/api/calendar/bulk', {
    token: ann.token,
    body: { from: '2026-11-26', to: '2026-11-27', isBlocked: true, blockedText: 'Thanksgiving' },
  })
  // Days off count as planning, so the invitation is gone. An empty day offers the same dialog.
  const user = await openPage('/dashboard?view=day&date=2026-11-16', ann)
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog('Type my usual day')
  fill(dialog.getByLabelText('Lessons (one per line)'), '8:20 Reading\n9:30 Math\n11:30 Lunch')
  await dialog.findByText('Add 3 lessons')
  await user.click(dialog.getByText('4 weeks'))
  for (const day of ['Tuesday', 'Thursday', 'Friday']) await user.click(dialog.getByLabelText(day))
  await dialog.findByText('Skips 2 days off: Thanksgiving.')
  await dialog.findByText('Creates 2 classes for these lessons.')
  await user.click(await dialog.findByText('Add 42 lessons'))
  await screen.findByText('42 lessons added')
  await untilKept(ann, ['Reading', 'Math', 'Lunch'], '2026-12-11')
  expect(await storedDay(ann, '2026-11-18')).toBeUndefined()
  const [reading, , lunch] = (await storedDay(ann, '2026-12-08')).blocks
  const classes = (await call('GET', '/api/classes', { token: ann.token })).body
  expect(classes.map(({ name }: { name: string }) => name)).toEqual(['Reading', 'Math'])
  expect([reading.classId, lunch.classId]).toEqual([classes[0].id, undefined])
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Change undone')
  expect(await storedDay(ann, '2026-12-08')).toBeUndefined()
  expect((await call('GET', '/api/timetables', { token: ann.token })).body).toEqual([])
})

test('a first week that is typed repeats for four weeks, unless the teacher says otherwise', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog()
  fill(await dialog.findByLabelText('Lessons (one per line)'), '8:20 Reading')
  await dialog.findByText('Add 20 lessons')
  await user.click(dialog.getByText('End of year'))
  await dialog.findByText('Add 152 lessons')
  await user.click(dialog.getByText('This week only'))
  await user.click(await dialog.findByText('Add 5 lessons'))
  await untilKept(ann, ['Reading'], '2026-11-20')
  expect(await storedDay(ann, '2026-11-23')).toBeUndefined()
  expect((await call('GET', '/api/classes', { token: ann.token })).body).toEqual([])
})

test('each typed line is in the preview, and a gap is filled with one press or a title', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog()
  const field = (await dialog.findByLabelText('Lessons (one per line)')) as HTMLTextAreaElement
  fill(field, 'Monday\n8:00-9:00 Reading\n10:00-10:30 Math\n12:00 Lunch')
  const preview = within(dialog.getByLabelText('Preview'))
  await preview.findByText('Line 1: Start with a time, like 8:20 Math.')
  await preview.findByText('No class')
  await user.click(preview.getByLabelText(/^Recess, 9:00 – 10:00/))
  expect(field.value).toContain('9:00-10:00 Recess')
  await user.click(preview.getByLabelText(/^Other… Type a title for 10:30/))
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('Band')
  expect(field.value).toContain('10:30-12:00 Band\n12:00 Lunch')
})

test('a day does not repeat into the weeks of a timetable', async () => {
  const math = (await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math' } })).body
  const body = { firstDay: '2026-12-07', lastDay: '2027-06-15', from: '2026-12-07', rhythm: { kind: 'weekly' }, existing: 'keep' }
  const grid = { rows: [{ startTime: '08:00', endTime: '09:00' }], cells: [{ day: 1, row: 0, classId: math.id }] }
  expect((await call('POST', '/api/timetables', { token: ann.token, body: { ...body, ...grid } })).status).toBe(201)
  const user = await openPage('/dashboard?view=day&date=2026-11-16', ann)
  await user.click(await screen.findByText('Type my usual day'))
  const dialog = await theDialog('Type my usual day')
  fill(dialog.getByLabelText('Lessons (one per line)'), '8:20 Reading')
  await user.click(dialog.getByText('4 weeks'))
  await dialog.findByText('Your timetable starts on December 7, 2026. Choose an earlier date.')
  fill(dialog.getByLabelText('Repeat until'), '2026-12-04')
  await user.click(await dialog.findByText('Add 3 lessons'))
  await screen.findByText('3 lessons added')
})

test('a sample week with its classes takes one click, and no other week offers it, even after a reload', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Use a sample week'))
  await screen.findByText('Sample week added')
  for (const day of DAYS) expect(lessonsOf(day)).toHaveLength(6)
  expect((await lesson('Math')).className).toMatch(/\bh7\b/)
  const classes = async () => (await call('GET', '/api/classes', { token: ann.token })).body
  expect(await classes()).toHaveLength(10)
  await user.click(await screen.findByText('Undo'))
  await screen.findByText('Change undone')
  await waitFor(async () => expect(await classes()).toEqual([]))
  await user.click(await screen.findByText('Redo'))
  await screen.findByText('Change redone')
  await waitFor(async () => expect((await lesson('Math')).className).toMatch(/\bh7\b/))
  expect(await classes()).toHaveLength(10)
  await openWeek(ann, '2026-12-02')
  await within(dayOf('2026-12-02')).findByText('No lessons scheduled')
  expect(invitation()).toBeNull()
})

test('one lesson is added to the selected day, and then no week shows an invitation', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Add one lesson'))
  const dialog = await theDialog('Create Time Block')
  fill(dialog.getByLabelText('Title'), 'Math')
  await user.click(dialog.getByText('Save'))
  await untilShown(['Math'])
  await waitFor(() => expect(invitation()).toBeNull())
  await user.click(screen.getByLabelText('Next Week'))
  await waitFor(() => within(dayOf('2026-11-25')).getByText('No lessons scheduled'))
  expect(invitation()).toBeNull()
})

test('a teacher who has planned other weeks gets no invitation', async () => {
  await storeDay(ann, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  await openWeek(ann)
  await within(dayOf()).findByText('No lessons scheduled')
  expect(invitation()).toBeNull()
})

test('on a weekend, the invitation says that it’s about next week', async () => {
  vi.setSystemTime(new Date('2026-11-21T15:00:00Z'))
  await openWeek(ann, '2026-11-23')
  await screen.findByText(/^You’re looking at next week\./)
})

test('a later week without lessons shows the usual ones, and adds them without their text and with one Undo', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-18', blocks: [block('Art')] })
  await storeDay(ann, { date: '2026-11-25', isBlocked: true, blockedText: 'Thanksgiving' })
  const user = await openWeek(ann, '2026-11-23')
  await screen.findByText('Nothing planned this week. These are your usual lessons.')
  await user.click(await screen.findByText('Add my usual week'))
  await screen.findByText('Your usual week is in')
  await untilKept(ann, ['Math'], '2026-11-23')
  expect((await storedDay(ann, '2026-11-23')).blocks[0].description).toBe('')
  expect((await storedDay(ann, '2026-11-25')).blocks).toEqual([])
  await user.click(screen.getByText('Undo'))
  await screen.findByText('Add my usual week')
})

test('a later week without lessons can copy last week, except onto days off, with one Undo', async () => {
  await storeDay(ann, { date: '2026-11-16', blocks: [block('Math')] })
  await storeDay(ann, { date: '2026-11-18', blocks: [block('Art')] })
  await storeDay(ann, { date: '2026-11-25', isBlocked: true, blockedText: 'Thanksgiving' })
  const user = await openWeek(ann, '2026-11-23')
  await screen.findByText(/^Nothing planned this week\./)
  await user.click(await screen.findByText('Copy last week'))
  await untilShown(['Math'], '2026-11-23')
  await untilKept(ann, ['Math'], '2026-11-23')
  expect((await storedDay(ann, '2026-11-23')).blocks[0].description).toBe('<p>Math</p>')
  expect((await storedDay(ann, '2026-11-25')).blocks).toEqual([])
  expect(screen.queryByText(/^Nothing planned this week\./)).toBeNull()
  await screen.findByText('Week of Nov 16 copied to this week')
  await user.click(screen.getByText('Undo'))
  await screen.findByText(/^Nothing planned this week\./)
})

test('a week that follows an empty one offers a template, but nothing to copy', async () => {
  await storeDay(ann, { date: '2026-03-02', hasNote: true, noteText: 'Picture day' })
  const user = await openWeek(ann)
  await screen.findByText(/^Nothing planned this week\./)
  expect(screen.queryByText('Copy last week')).toBeNull()
  expect(screen.queryByText('Add my usual week')).toBeNull()
  await user.click(screen.getByText('Apply a template'))
  await theDialog('Template Manager')
})

test('a week that is all days off offers nothing', async () => {
  for (const date of DAYS) await storeDay(ann, { date, isBlocked: true, blockedText: 'Break' })
  await openWeek(ann)
  await within(dayOf()).findByText('Break')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(screen.queryByText(/^Nothing planned this week\./)).toBeNull()
})
