/** Tests a class in order, with its lessons to write in. */
import { expect, test } from 'vitest'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { call, clock, db } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { refuse, withAnswers } from '../page-answers.ts'

inPage()
withAnswers()

const plan = (text: string) => `<p>${text}</p>`

/** Maya teaches Math on Monday, Tuesday and Thursday of this week, and on Monday of the next one. Wednesday is a day off. */
const mayaInClass = async () => {
  const maya = await aTeacherWhoKnowsIt()
  const [owner, now] = [maya.userId, clock()]
  const math = await aClass(db, { owner, name: 'Math', room: 'Room 12', now })
  await aClass(db, { owner, name: 'Art', now })
  const of = (date: string, description: string) =>
    aDay(db, { owner, date, now, blocks: [aBlock({ id: `math-${date}`, description, classId: math.id }), aBlock({ title: 'Lunch' })] })
  await of('2026-11-16', plan('Area models'))
  await of('2026-11-17', '<ul><li>Quiz</li><li>Fraction war</li></ul>')
  await aDay(db, { owner, date: '2026-11-18', now, isBlocked: true, blockedText: 'Conferences' })
  await of('2026-11-19', '')
  await of('2026-11-23', '')
  const user = await openPage(`/dashboard?view=class&class=${math.id}&date=2026-11-18`, maya)
  await screen.findByText('Area models')
  const textOn = async (date: string) =>
    (await call('GET', `/api/calendar?date=${date}`, { token: maya.token })).body[0].blocks.find(
      ({ id }: { id: string }) => id === `math-${date}`,
    )
  return { maya, math, user, textOn }
}
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const THURSDAY = 'Math on Thursday, November 19, 2026'
const NEXT_MONDAY = 'Math on Monday, November 23, 2026'

test('a teacher reads one class in order, with the days off, and goes on to another class', async () => {
  const { user } = await mayaInClass()
  screen.getByRole('heading', { level: 1, name: 'Math Room 12' })
  expect(document.title).toBe('Math · Firstbell')
  const week = within(screen.getByRole('region', { name: 'Week of November 16, 2026' }))
  expect(week.getAllByRole('listitem').map(({ dataset }) => dataset['date'])).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
  ])
  week.getByText('Conferences')
  await user.click(screen.getByRole('link', { name: 'Art' }))
  await screen.findByText('No lessons of this class this year')
  await user.click(screen.getByRole('radio', { name: 'Week' }))
  await screen.findByRole('group', { name: 'Week of November 16, 2026' })
  expect(window.location.search).not.toContain('class')
})

test('a teacher writes in free lessons, and Enter saves and goes on to the next one', async () => {
  const { user, textOn } = await mayaInClass()
  await user.click(field(THURSDAY))
  await user.keyboard('Mixed numbers < 2{Enter}')
  expect(document.activeElement).toBe(field(NEXT_MONDAY))
  await user.keyboard('Trail mix{Enter}')
  await waitFor(async () => expect(await textOn('2026-11-19')).toMatchObject({ description: '<p>Mixed numbers &lt; 2</p>' }))
  await waitFor(async () => expect(await textOn('2026-11-23')).toMatchObject({ description: plan('Trail mix') }))
  expect(field(THURSDAY).value).toBe('Mixed numbers < 2')
  // Undo works as for any other change.
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(field(NEXT_MONDAY).value).toBe(''))
})

test('Escape takes back what was typed, and a text that can’t be saved stays in its field', async () => {
  const { user, textOn } = await mayaInClass()
  await user.click(field(THURSDAY))
  await user.keyboard('Mixed{Escape}')
  expect(field(THURSDAY).value).toBe('')
  refuse('POST /api/calendar', 422, 'refused_by_rule')
  await user.keyboard('Mixed numbers{Enter}')
  await screen.findByText(/Your text is still here/)
  expect(field(THURSDAY).value).toBe('Mixed numbers')
  expect(await textOn('2026-11-19')).toMatchObject({ description: '' })
})

test('a text of several lines opens in the lesson’s dialog, because one line of it would lose the rest', async () => {
  const { user } = await mayaInClass()
  await user.click(screen.getByRole('button', { name: '• Quiz' }))
  await screen.findByRole('dialog', { name: 'Edit Time Block' })
})

test('a teacher marks a lesson as taught or not finished with one press, and takes it back with another', async () => {
  const { user, textOn } = await mayaInClass()
  const mark = (name: string) => screen.getByRole('button', { name })
  await user.click(mark('Not finished, Mon, Nov 16'))
  await waitFor(async () => expect(await textOn('2026-11-16')).toMatchObject({ taught: 'unfinished' }))
  expect(mark('Not finished, Mon, Nov 16').getAttribute('aria-pressed')).toBe('true')
  await user.click(mark('Taught, Mon, Nov 16'))
  await waitFor(async () => expect(await textOn('2026-11-16')).toMatchObject({ taught: 'done' }))
  await user.click(mark('Taught, Mon, Nov 16'))
  await waitFor(async () => expect(await textOn('2026-11-16')).not.toHaveProperty('taught'))
  // Nothing asks about lessons that are still to come.
  expect(screen.queryByRole('button', { name: 'Taught, Thu, Nov 19' })).toBeNull()
})

test('a lesson in a week that isn’t loaded has its menu, too', async () => {
  const { user } = await mayaInClass()
  await user.click(screen.getByRole('button', { name: 'More for Math on Mon, Nov 23' }))
  await screen.findByRole('menuitem', { name: 'Edit' })
})

const openClass = async (user: Awaited<ReturnType<typeof mayaInClass>>['user']) => {
  await user.click(screen.getByRole('button', { name: 'Edit class' }))
  return within(await screen.findByRole('dialog', { name: 'Edit class' }))
}
const classesOf = async ({ token }: { token: string }) => (await call('GET', '/api/classes', { token })).body
const undo = (user: Awaited<ReturnType<typeof mayaInClass>>['user']) =>
  user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))

test('a teacher edits the class, and renames its coming lessons with it in one change', async () => {
  const { maya, user, textOn } = await mayaInClass()
  let dialog = await openClass(user)
  await user.type(dialog.getByLabelText('Name'), 's')
  // The lessons before today stay.
  await user.click(await dialog.findByLabelText('Also rename 2 lessons named Math from today on'))
  fireEvent.change(dialog.getByLabelText('Room (optional)'), { target: { value: 'Gym' } })
  await user.click(dialog.getByText('Save'))
  await screen.findByText('2 lessons renamed to Maths.')
  await screen.findByRole('heading', { level: 1, name: 'Maths Gym' })
  expect([(await textOn('2026-11-17')).title, (await textOn('2026-11-23')).title]).toEqual(['Math', 'Maths'])
  await screen.findByRole('textbox', { name: THURSDAY.replace('Math', 'Maths') })
  await undo(user)
  await screen.findByRole('heading', { level: 1, name: 'Math Room 12' })
  expect((await textOn('2026-11-23')).title).toBe('Math')

  dialog = await openClass(user)
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'art' } })
  await dialog.findByText('You already have a class named Art.')
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Algebra' } })
  await user.click(dialog.getByLabelText('Pink'))
  await user.click(dialog.getByLabelText(/^Stays on its day/))
  await user.click(dialog.getByText('Save'))
  await screen.findByText('Class changed')
  expect(await classesOf(maya)).toMatchObject([{ name: 'Algebra', color: 5, staysOnItsDay: true }, { name: 'Art' }])
  expect((await textOn('2026-11-23')).title).toBe('Math')
})

test('a teacher deletes the class: its lessons stay, the week appears, and one Undo brings it back', async () => {
  const { maya, user, textOn, math } = await mayaInClass()
  const dialog = await openClass(user)
  await dialog.findByText('Its lessons and their text stay. Undo brings the class back.')
  await user.click(dialog.getByText('Delete class'))
  await screen.findByText('Class deleted')
  await screen.findByRole('group', { name: 'Week of November 16, 2026' })
  expect(window.location.search).not.toContain('class')
  expect(await classesOf(maya)).toMatchObject([{ name: 'Art' }])
  expect(await textOn('2026-11-16')).toMatchObject({ description: plan('Area models') })
  await undo(user)
  await screen.findByText('Class created')
  expect(await classesOf(maya)).toMatchObject([{ id: math.id, name: 'Math', room: 'Room 12' }, { name: 'Art' }])
})
