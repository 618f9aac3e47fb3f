/** Tests how a teacher closes a day and moves its plans on, in one press, and brings them back. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSchool } from '#server/features/admin/actions.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import { formatDay } from '#shared/dates.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import { dayOf, fill, openWeek, theDialog, theMenu, untilClosed, WEDNESDAY } from './week.tsx'

inPage()
afterEach(() => void Object.assign(network, { isDown: false, mishaps: [] }))

type Block = { title: string; description: string; startTime: string; classId?: string; isLocked?: boolean }
let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
const classes: Record<string, string> = {}
const asAnn = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
  const reply = await call(method, path, { token: ann.token, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const write = async (date: string, title: string, words: string, more: object = {}) => {
  const [{ id, blocks }] = await asAnn('GET', `/api/calendar?date=${date}`)
  const after = blocks.map((block: Block) => (block.title === title ? { ...block, description: `<p>${words}</p>`, ...more } : block))
  await asAnn('PUT', `/api/calendar/${id}`, { blocks: after })
}
const plans = async () =>
  (await asAnn('GET', '/api/calendar?from=2026-11-16&to=2026-12-11')).flatMap(({ date, blocks }: { date: string; blocks: Block[] }) =>
    blocks.flatMap(({ title, description }) => (description ? [`${date.slice(5)} ${title}: ${description.replace(/<.*?>/g, '')}`] : [])),
  )
const content = async () =>
  (await asAnn('GET', '/api/calendar?from=2026-11-16&to=2026-12-11')).map(
    ({ version: _, operationId: __, ...day }: { version: number; operationId: string }) => day,
  )

/** Math and Library every day, from Monday on. Library stays on its day. Tomorrow's Math is locked. */
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  classes['Math'] = (await asAnn('POST', '/api/classes', { name: 'Math' })).id
  classes['Library'] = (await asAnn('POST', '/api/classes', { name: 'Library', staysOnItsDay: true })).id
  await asAnn('POST', '/api/timetables', {
    ...{ firstDay: '2026-11-16', lastDay: '2026-12-11', from: '2026-11-16', existing: 'keep', rhythm: { kind: 'weekly' } },
    rows: [
      { startTime: '09:00', endTime: '09:45' },
      { startTime: '10:00', endTime: '10:45' },
    ],
    cells: [1, 2, 3, 4, 5].flatMap((day) => ['Math', 'Library'].map((name, row) => ({ day, row, classId: classes[name] }))),
  })
  await write(WEDNESDAY, 'Math', 'Fractions')
  await write(WEDNESDAY, 'Library', 'Return books')
  await write('2026-11-19', 'Math', 'Unit test', { isLocked: true })
  await write('2026-11-20', 'Math', 'Decimals')
})

type User = Awaited<ReturnType<typeof openWeek>>
const blockOut = async (user: User, date = WEDNESDAY) => {
  await user.click(within(dayOf(date)).getByLabelText(`More for ${formatDay(date, 'full')}`))
  await user.click(await (await theMenu()).findByText('Block out…'))
  return theDialog('Block Out Date')
}
const inToast = (text: string) => screen.getByText(text, { selector: '[data-toasts] button' })

test('one press closes the day and moves its plans on, over a locked lesson, and Undo restores everything', async () => {
  const before = await content()
  const user = await openWeek(ann)
  const dialog = await blockOut(user)
  expect((dialog.getByLabelText('Reason') as HTMLInputElement).value).toBe('Snow day')
  await dialog.findByText('To Friday; 2 lessons move')
  dialog.getByText('Stays under the day off')
  dialog.getByText('2 move on, 1 stays, 1 locked. The last move ends on Monday, Nov 23. Nothing falls off.', { selector: '[role=status]' })
  network.arrived = []
  await user.click(dialog.getByRole('button', { name: 'Block Out Wednesday, move 2 lessons' }))
  await screen.findByText('Wednesday is closed')
  screen.getByText('2 lessons moved on, 1 stays.')
  expect(network.arrived.filter((one) => one.startsWith('POST'))).toEqual(['POST /api/calendar/closures'])
  await within(dayOf('2026-11-20')).findByText('Fractions')
  expect(await plans()).toEqual(['11-18 Library: Return books', '11-19 Math: Unit test', '11-20 Math: Fractions', '11-23 Math: Decimals'])
  await user.click(inToast('Undo'))
  await screen.findByText('Change undone')
  expect(await content()).toEqual(before)
})

test('a teacher leaves a class here, and the next closing remembers it', async () => {
  const user = await openWeek(ann)
  let dialog = await blockOut(user)
  await dialog.findByText('To Friday; 2 lessons move')
  await user.click(dialog.getByText('Leave all'))
  await user.click(await dialog.findByRole('button', { name: 'Block Out' }))
  await screen.findByText('Date blocked out successfully')
  await untilClosed()
  expect((await asAnn('GET', '/api/classes'))[0].onClosure).toBe('leave')
  dialog = await blockOut(user, '2026-11-20')
  fill(dialog.getByLabelText('Reason'), 'Conferences')
  const math = within(await dialog.findByRole('radiogroup', { name: 'Math' }))
  expect((math.getByLabelText('Leave here') as HTMLInputElement).checked).toBe(true)
  await user.click(math.getByLabelText('Move on'))
  await dialog.findByText('To Monday; 1 lesson moves')
  fireEvent.submit(dialog.getByLabelText('Reason').closest('form') as HTMLFormElement)
  await screen.findByText('Friday is closed')
  await waitFor(async () => expect(await plans()).toContain('11-23 Math: Decimals'))
})

test('a closed day says where its plans went, and brings them back with what was written since', async () => {
  // A title of its own is a plan, also without a text.
  await write(WEDNESDAY, 'Library', '', { title: 'Last visit', description: '' })
  const before = await plans()
  const user = await openWeek(ann)
  const dialog = await blockOut(user)
  await user.click(await dialog.findByRole('button', { name: 'Block Out Wednesday, move 2 lessons' }))
  await screen.findByText('Wednesday is closed')
  const day = within(dayOf())
  await day.findByText('1 lesson stays here')
  day.getByText('Last visit')
  await day.findByText('1 moved on')
  day.getByText('Fri 20')
  await within(dayOf('2026-11-20')).findByText('from Wed')
  await write('2026-11-20', 'Math', 'Fractions, page 2')
  await user.click(day.getByText('Unblock…'))
  const question = await theDialog('Unblock Wednesday?')
  question.getByLabelText(/^Bring the 2 lessons back/)
  question.getByText('1 to Wednesday, 1 to another day, with what you wrote since.')
  await user.click(question.getByRole('button', { name: 'Unblock, bring 2 back' }))
  await screen.findByText('Day unblocked')
  await untilClosed()
  expect(await plans()).toEqual(before.map((plan: string) => plan.replace('Fractions', 'Fractions, page 2')))
  await waitFor(() => expect(screen.queryByText('from Wed')).toBeNull())
  await user.click(inToast('Undo'))
  await day.findByText('1 moved on')
})

test('the plans stay where they are if the teacher says so, and a day whose plans all stayed opens without a question', async () => {
  const user = await openWeek(ann)
  let dialog = await blockOut(user)
  await user.click(await dialog.findByRole('button', { name: 'Block Out Wednesday, move 2 lessons' }))
  await user.click(await within(dayOf()).findByText('Unblock…'))
  const question = await theDialog('Unblock Wednesday?')
  await user.click(question.getByLabelText(/^Leave them where they are/))
  await user.click(question.getByRole('button', { name: 'Unblock, leave them' }))
  await screen.findByText('The lessons stay where they are.')
  await untilClosed()
  expect(await plans()).toContain('11-20 Math: Fractions')
  dialog = await blockOut(user)
  await user.click(await dialog.findByRole('button', { name: 'Block Out' }))
  await user.click(await within(dayOf()).findByText('Unblock Day'))
  await screen.findByText('Wednesday, November 18, 2026', { selector: '[data-toasts] *' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a closed day stays closed while the lessons that moved can’t be loaded, because nothing would bring them back later', async () => {
  const user = await openWeek(ann)
  const dialog = await blockOut(user)
  await user.click(await dialog.findByRole('button', { name: 'Block Out Wednesday, move 2 lessons' }))
  const day = within(dayOf())
  await day.findByText('1 moved on')
  network.isDown = true
  await user.click(day.getByText('Unblock…'))
  await screen.findByText('The day is still blocked out')
  screen.getByText('We couldn’t load the lessons that moved. Try again in a moment.')
  network.isDown = false
  expect((await asAnn('GET', `/api/calendar?date=${WEDNESDAY}`))[0].isBlocked).toBe(true)
  await user.click(day.getByText('Unblock…'))
  await theDialog('Unblock Wednesday?')
})

test.each([
  ['closes a day', 'You’re offline, or Firstbell isn’t responding. Your text is still here. Look at the week before you try again.'],
  ['opens it', 'You’re offline, or Firstbell isn’t responding. Look at the week before you try again.'],
])('a teacher who %s, and gets no response, is told to look at the week first', async (act, words) => {
  const user = await openWeek(ann)
  const dialog = await blockOut(user)
  const close = await dialog.findByRole('button', { name: 'Block Out Wednesday, move 2 lessons' })
  if (act === 'closes a day') network.mishaps = ['lost']
  await user.click(close)
  if (act === 'opens it') {
    // The dialog is over the week until it has closed.
    await untilClosed()
    await within(dayOf()).findByText('1 moved on')
    await user.click(within(dayOf()).getByText('Unblock…'))
    const question = await theDialog('Unblock Wednesday?')
    network.mishaps = ['lost']
    await user.click(question.getByRole('button', { name: 'Unblock, bring 2 back' }))
  }
  await screen.findByText(words)
})

test('offline, the day is blocked out without moving anything', async () => {
  const user = await openWeek(ann)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const dialog = await blockOut(user)
  await dialog.findByText(/^You’re offline, so lessons can’t move now\./)
  online.mockRestore()
  network.arrived = []
  await user.click(dialog.getByRole('button', { name: 'Block Out' }))
  await screen.findByText('Date blocked out successfully')
  expect(network.arrived).not.toContain('POST /api/calendar/closures')
  expect(await plans()).toContain('11-18 Math: Fractions')
})

test('blocking out days in Manage asks the same question, and the typed reason stays until it is saved', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const manage = await theDialog('Manage Blockouts and Notes')
  await manage.findByText('No blocked dates')
  await user.click(manage.getByText('Date Range'))
  fill(manage.getByLabelText('Start date'), '2026-11-19')
  fill(manage.getByLabelText('End date'), '2026-11-20')
  fill(manage.getByLabelText('Reason'), 'Conferences')
  const ask = () => user.click(manage.getByRole('button', { name: 'Block Out' }))
  await ask()
  let question = await theDialog('Block Out Date')
  await user.click(question.getByText('Cancel'))
  expect((manage.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Conferences')
  expect(screen.queryByText('Kept as a draft')).toBeNull()
  await ask()
  question = await theDialog('Block Out Date')
  expect((question.getByLabelText('Reason') as HTMLInputElement).value).toBe('Conferences')
  await question.findByText('To Monday; 1 lesson moves')
  await user.click(question.getByRole('button', { name: 'Block Out 2 days, move 1 lesson' }))
  await screen.findByText('1 lesson moved on.')
  await waitFor(() => expect((manage.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe(''))
  expect(await plans()).toContain('11-23 Math: Decimals')
})

test('blocking out days in Manage says that lessons stay if they can’t be loaded', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const manage = await theDialog('Manage Blockouts and Notes')
  await manage.findByText('No blocked dates')
  fill(manage.getByLabelText('Date'), '2026-12-02')
  fill(manage.getByLabelText('Reason'), 'Conferences')
  network.isDown = true
  await user.click(manage.getByRole('button', { name: 'Block Out' }))
  const question = await theDialog('Block Out Date')
  await question.findByText(/^The lessons couldn’t be loaded, so lessons can’t move now\. Block the day out, and every lesson stays/)
  network.isDown = false
  await user.click(question.getByRole('button', { name: 'Block Out' }))
  await screen.findByText('Date blocked out successfully')
})

test('days without plans are blocked out in Manage without a question', async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const manage = await theDialog('Manage Blockouts and Notes')
  fill(manage.getByLabelText('Date'), '2026-11-25')
  fill(manage.getByLabelText('Reason'), 'Thanksgiving')
  await user.click(manage.getByRole('button', { name: 'Block Out' }))
  await screen.findByText('Date blocked out successfully')
})

test.each([
  ['half day', 'Half day'],
  ['Early release at noon', 'Early release'],
  ['2-hour delay', '2-hour delay'],
])('a teacher who blocks a day out for a %s is offered a short day', async (reason, words) => {
  const user = await openWeek(ann)
  const dialog = await blockOut(user)
  expect(dialog.queryByText(/Make it a short day/)).toBeNull()
  fill(dialog.getByLabelText('Reason'), reason)
  await user.click(dialog.getByText(`${words}? Make it a short day instead`))
  await theDialog('A short Wednesday, November 18')
  expect((await asAnn('GET', `/api/calendar?date=${WEDNESDAY}`))[0].isBlocked).toBe(false)
  expect(screen.queryByText('Kept as a draft')).toBeNull()
})

describe('when the school closes days', () => {
  let schoolCloses: (date: string, isBlocked?: boolean) => Promise<unknown>
  beforeEach(async () => {
    const priya = await aTeacherWhoKnowsIt()
    const schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: priya.email }, clock())
    await joinSchool(db, ann.userId, { schoolId, at: clock(), isAdministrator: false })
    schoolCloses = (date, isBlocked = true) =>
      call('POST', '/api/calendar', {
        token: priya.token,
        body: { date, schoolId, isBlocked, ...(isBlocked && { blockedText: 'Snow day' }) },
      })
    await schoolCloses(WEDNESDAY)
  })

  test('a teacher is asked once, moves the plans on, and Undo brings the question back', async () => {
    const user = await openWeek(ann)
    await screen.findByText('Your school closed Wednesday, November 18: Snow day.')
    screen.getByText('2 plans are on that day.')
    await user.click(screen.getByText('Move on…'))
    const dialog = await theDialog('Move lessons on')
    await user.click(await dialog.findByRole('button', { name: 'Move 2 lessons on' }))
    await screen.findByText('Plans moved on')
    await untilClosed()
    await waitFor(() => expect(screen.queryByText(/^Your school closed/)).toBeNull())
    expect(await plans()).toContain('11-20 Math: Fractions')
    await user.click(inToast('Undo'))
    await screen.findByText('Your school closed Wednesday, November 18: Snow day.')
  })

  test('a teacher who leaves the plans here isn’t asked again until another day closes', async () => {
    const user = await openWeek(ann)
    await user.click(await screen.findByText('Leave here'))
    await screen.findByText('Every lesson stays where it is')
    await waitFor(() => expect(screen.queryByText(/^Your school closed/)).toBeNull())
    expect(await plans()).toContain('11-18 Math: Fractions')
    // The answer is the preset for the next closing.
    expect((await asAnn('GET', '/api/classes')).find(({ name }: { name: string }) => name === 'Math').onClosure).toBe('leave')
    await schoolCloses('2026-11-20')
    await openWeek(ann)
    await screen.findByText('Your school closed Friday, November 20: Snow day.')
  })
  const answer = (choice: string) =>
    asAnn('POST', '/api/calendar/closures', {
      ...{ from: WEDNESDAY, to: WEDNESDAY, dates: [WEDNESDAY], choices: [{ classId: classes['Math'], choice }] },
    })
  const AGAIN = 'Your school opened Wednesday, November 18 again.'

  test('and opens one again, a teacher whose plans moved on is asked once, and brings them back', async () => {
    const before = await plans()
    await answer('move')
    await write(WEDNESDAY, 'Math', 'Snow story')
    await schoolCloses(WEDNESDAY, false)
    const user = await openWeek(ann)
    await screen.findByText(AGAIN)
    screen.getByText('Bring back 2 plans?')
    await user.click(screen.getByText('Bring back…'))
    const dialog = await theDialog('Bring plans back to Wednesday?')
    dialog.getByLabelText(/^Bring the 2 lessons back/)
    dialog.getByText('1 to Wednesday, 1 to another day, with what you wrote since. 1 other lesson makes room.')
    await user.click(dialog.getByRole('button', { name: 'Bring 2 back' }))
    await screen.findByText('2 lessons are back')
    await untilClosed()
    await waitFor(() => expect(screen.queryByText(AGAIN)).toBeNull())
    expect(await plans()).toEqual([...before, '11-23 Math: Snow story'])
    await within(dayOf()).findByText('Fractions')
    await user.click(inToast('Undo'))
    await screen.findByText(AGAIN)
  })

  test('and opens one again, a teacher whose plans can’t be loaded is told so', async () => {
    await answer('move')
    await schoolCloses(WEDNESDAY, false)
    const user = await openWeek(ann)
    await screen.findByText(AGAIN)
    network.isDown = true
    await user.click(screen.getByText('Bring back…'))
    await screen.findByText('Nothing moved yet')
    network.isDown = false
    screen.getByText('We couldn’t load the lessons that moved. Try again in a moment.')
    await user.click(screen.getByText('Bring back…'))
    const dialog = await theDialog('Bring plans back to Wednesday?')
    network.mishaps = ['lost']
    await user.click(dialog.getByRole('button', { name: 'Bring 2 back' }))
    await screen.findByText('The plans may have moved')
  })

  test('and opens one again, a teacher leaves the plans where they are, and isn’t asked again', async () => {
    await answer('move')
    const moved = await plans()
    await schoolCloses(WEDNESDAY, false)
    const user = await openWeek(ann)
    await screen.findByText(AGAIN)
    await user.click(screen.getByText('Leave them'))
    await screen.findByText('The lessons stay where they are')
    await waitFor(() => expect(screen.queryByText(AGAIN)).toBeNull())
    expect(await plans()).toEqual(moved)
  })

  test('and closes a day again, a teacher who had left the plans here is asked again', async () => {
    await answer('leave')
    for (const isBlocked of [false, true]) await schoolCloses(WEDNESDAY, isBlocked)
    await openWeek(ann)
    await screen.findByText('Your school closed Wednesday, November 18: Snow day.')
  })
})
