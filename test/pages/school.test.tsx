/** Tests a school administrator's pages: the school's year, and Our Teachers with its invitations. */
import { expect, test, vi } from 'vitest'
import { aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { call, clock, db, pool } from '../app.ts'
import { inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { network } from '../tab.ts'
import { answer, fill, theDialog, theQuestion } from './week.tsx'

inPage()

const WEDNESDAY = '2026-11-18'
const HOME = `/dashboard?view=week&date=${WEDNESDAY}`

/** Creates a school with an administrator who has finished the tutorial, Grace Kim, and Ben Lindqvist. */
const lincoln = async () => {
  const school = await aSchoolWith(db, { name: 'Lincoln Elementary', now: clock() })
  const { token } = school.administrator
  await call('PATCH', '/api/user', { token, body: { showTutorial: false } })
  const grace = await aMember(db, school, { displayName: 'Grace Kim', now: clock() })
  const ben = await aMember(db, school, { displayName: 'Ben Lindqvist', now: clock() })
  const close = (from: string, to: string, blockedText: string) =>
    call('POST', '/api/calendar/bulk', { token, body: { schoolId: school.id, from, to, isBlocked: true, blockedText } })
  const marks = async (date: string) =>
    (await call('GET', `/api/calendar?date=${date}&schoolWideView=true`, { token })).body[0]?.blockedText ?? null
  return { school, administrator: school.administrator, grace, ben, close, marks }
}
type User = Awaited<ReturnType<typeof openPage>>
const day = (label: RegExp | string) => screen.findByRole('gridcell', { name: label })
const pressUndo = async (user: User, toast: string) => {
  const shown = await screen.findByText(toast)
  await user.click(within(shown.closest('li') as HTMLElement).getByText('Undo'))
}

test('an administrator starts on the school year, closes a day for all teachers in one step, and undoes it', async () => {
  const { administrator, grace, close, marks } = await lincoln()
  await close('2026-09-07', '2026-09-07', 'Labor Day')
  network.requests = []
  const user = await openPage('/dashboard', administrator)
  await screen.findByRole('heading', { level: 1, name: 'Lincoln Elementary' })
  await day('Monday, September 7, closed: Labor Day')
  expect([...new Set(network.requests.filter((sent) => sent.includes('/marks?from=2026-07')))]).toEqual([
    'GET /api/calendar/marks?from=2026-07-01&to=2027-06-30&schoolWideView=true',
  ])
  await screen.findByText('All 3 teachers, right away.')
  expect(screen.getByText('closed', { exact: false, selector: '.school-figures span' }).textContent).toBe('1day closed')

  await user.click(await day('Thursday, November 19'))
  await user.click(await screen.findByText('Power out'))
  await user.click(await screen.findByText('School closed on Thu, Nov 19'))
  await screen.findByText('Date blocked out successfully')
  await day('Thursday, November 19, closed: Power out')
  expect(document.activeElement?.textContent).toBe('School is closed')
  const seen = (await call('GET', '/api/calendar?date=2026-11-19', { token: grace.token })).body[0]
  expect(seen).toMatchObject({ isBlocked: true, blockedText: 'Power out', userBlocked: false })

  await pressUndo(user, 'Date blocked out successfully')
  await day('Thursday, November 19')
  expect(await marks('2026-11-19')).toBeNull()
})

test('several days are closed at once, and a day of the break opens alone or with the others', async () => {
  const { administrator, marks } = await lincoln()
  const user = await openPage('/dashboard?view=week&date=2026-11-25', administrator)
  await user.click(await screen.findByText('Several days…'))
  await user.click(await screen.findByText('Other…'))
  expect((screen.getByText('School closed Nov 25 – 26') as HTMLButtonElement).disabled).toBe(true)
  fill(await screen.findByLabelText('Other reason'), 'Thanksgiving')
  await user.click(await screen.findByLabelText(/^Last day: /))
  await user.click(await screen.findByLabelText('Friday, November 27, 2026'))
  await screen.findByText('School closed Nov 25 – 27')
  const outlined = () => [...document.querySelectorAll<HTMLElement>('[data-in-range]')].map((cell) => cell.dataset['day'])
  expect(outlined()).toEqual(['2026-11-25', '2026-11-26', '2026-11-27'])
  await user.click(screen.getByText('School closed Nov 25 – 27'))
  await screen.findByText('Dates blocked out successfully')
  await screen.findByText('Nov 25 – 27, 3 days')
  expect(outlined()).toEqual(['2026-11-25', '2026-11-26', '2026-11-27'])
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) await waitFor(async () => expect(await marks(date)).toBe('Thanksgiving'))

  await user.click(await day(/^Thursday, November 26/))
  await user.click(await screen.findByText('Open again…'))
  await user.click(await screen.findByText('Only Thu, Nov 26'))
  await screen.findByText('Day unblocked')
  await waitFor(async () => expect(await marks('2026-11-26')).toBeNull())
  expect(await marks('2026-11-27')).toBe('Thanksgiving')

  await pressUndo(user, 'Day unblocked')
  await day('Thursday, November 26, closed: Thanksgiving')
  await user.click(await screen.findByText('Edit…'))
  const edit = await theDialog('Block Out Date')
  fill(edit.getByLabelText('Reason'), 'Thanksgiving break')
  await user.click(edit.getByText('Block Out'))
  await day('Friday, November 27, closed: Thanksgiving break')
  await user.click(await screen.findByText('Open again…'))
  await user.click(await screen.findByText('All 3 days, Nov 25 – 27'))
  for (const date of ['2026-11-25', '2026-11-26', '2026-11-27']) await waitFor(async () => expect(await marks(date)).toBeNull())
})

test('the year is one tab stop that the arrow keys move through, and Enter chooses a day', async () => {
  const { administrator } = await lincoln()
  const user = await openPage(HOME, administrator)
  const today = await day(/^Wednesday, November 18, today/)
  expect(screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toEqual([today])
  today.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  const monday = await day('Monday, November 23')
  expect(document.activeElement).toBe(monday)
  expect(today.getAttribute('aria-selected')).toBe('true')
  await user.keyboard('{Enter}')
  await screen.findByText('School closed on Mon, Nov 23')
  expect(screen.getAllByRole('gridcell').filter((cell) => cell.tabIndex === 0)).toEqual([monday])
})

test('a note for everyone is added from the chosen day, and the week of that day opens', async () => {
  const { administrator } = await lincoln()
  const user = await openPage(HOME, administrator)
  await user.click(await day('Friday, November 20'))
  await user.click(await screen.findByText('Note for everyone…'))
  const dialog = await theDialog('Add Note to Date')
  fill(dialog.getByLabelText('Note'), 'Picture day')
  await user.click(dialog.getByText('Add Note'))
  await day('Friday, November 20, note: Picture day')
  await screen.findByText('Nov 20 has a note: Picture day. It stays.')
  const coming = within(await screen.findByRole('region', { name: 'Coming up' }))
  await coming.findByText('Note, Fri')
  await user.click(screen.getByText('Open the week'))
  await screen.findByRole('heading', { level: 1, name: /^Week of/ })
  expect(window.location.search).toBe('?view=week&date=2026-11-20&calendar=school')
  await screen.findByText('Every teacher sees the days off and notes you add.', { exact: false })
  // Each day offers its menu in words.
  await user.click(await screen.findByLabelText('Day off or note for Thursday, November 19, 2026'))
  await screen.findByText('Block out…')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('School year'))
  await screen.findByRole('heading', { level: 1, name: 'Lincoln Elementary' })
})

test('a school year that cannot be loaded says so, and loads on retry', async () => {
  const { administrator } = await lincoln()
  const recover = answer({ path: /\/api\/calendar\/marks/, status: 503 })
  const user = await openPage(HOME, administrator)
  await screen.findByText('Couldn’t load the school year')
  recover()
  await user.click(within(screen.getByRole('main')).getByText('Try again'))
  await day(/^Wednesday, November 18, today/)
})

test('pasted addresses become chips: who is here is left out, a bad one says why, and the button counts the rest', async () => {
  const { administrator, grace } = await lincoln()
  const user = await openPage('/dashboard?calendar=teachers', administrator)
  await user.click(await screen.findByLabelText('Email addresses'))
  await screen.findByText('Grace Kim')
  await user.paste(`Pat Sanders <p.sanders@school.example>, k.boyd@school.example; ${grace.email} s.wood@lincoln`)
  const chips = within(await screen.findByRole('list', { name: 'Addresses' }))
  expect(chips.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'p.sanders@school.example',
    'k.boyd@school.example',
    grace.email,
    's.wood@lincoln',
  ])
  await screen.findByText(`${grace.email.split('@')[0]} is already here and is left out.`)
  await screen.findByText('s.wood@lincoln has no ending like .org. Fix it or remove it.')
  await user.click(screen.getByText('Send 2 invitations'))
  await screen.findByText('2 invitations sent')
  const pending = within(await screen.findByRole('list', { name: 'Invitations' }))
  await pending.findByText('p.sanders@school.example')
  await pending.findByText('k.boyd@school.example')
  // The bad one waits for a correction.
  await user.click(chips.getByLabelText('Edit s.wood@lincoln'))
  await user.keyboard('.example{Enter}')
  await user.click(await screen.findByText('Send invitation'))
  await screen.findByText('1 invitation sent')
  await pending.findByText('s.wood@lincoln.example')
  expect(screen.queryByRole('list', { name: 'Addresses' })).toBeNull()

  await user.click(pending.getByLabelText('More for k.boyd@school.example'))
  await user.click(await screen.findByText('Withdraw invitation'))
  await screen.findByText('Invitation withdrawn')
  await waitFor(() => expect(pending.queryByText('k.boyd@school.example')).toBeNull())
})

test("a teacher's row has one action in words, and making an administrator or removing someone asks first", async () => {
  const { administrator, ben } = await lincoln()
  const user = await openPage('/dashboard?calendar=teachers', administrator)
  const list = within(await screen.findByRole('list', { name: 'Our Teachers' }))
  const rowOf = async (name: string) => within((await list.findByText(name)).closest('li') as HTMLElement)
  const grace = await rowOf('Grace Kim')
  expect(grace.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'View Grace Kim’s schedule',
    'More for Grace Kim',
  ])
  await user.click(grace.getByLabelText('More for Grace Kim'))
  await user.click(await screen.findByText('Make school administrator…'))
  await user.click((await theQuestion('Make Grace Kim an administrator?')).getByText('Make administrator'))
  await grace.findByText('School administrator')

  const other = await rowOf('Ben Lindqvist')
  await user.click(other.getByLabelText('More for Ben Lindqvist'))
  await user.click(await screen.findByText('Remove from school…'))
  const question = await theQuestion('Remove Ben Lindqvist from the school?')
  await user.click(question.getByText('Cancel'))
  const { rows } = await pool.query('select 1 from user_roles where user_id = $1 and school_id is not null', [ben.userId])
  expect(rows).toHaveLength(1)
  await user.click(other.getByLabelText('More for Ben Lindqvist'))
  await user.click(await screen.findByText('Remove from school…'))
  await user.click((await theQuestion('Remove Ben Lindqvist from the school?')).getByText('Remove'))
  await waitFor(() => expect(list.queryByText('Ben Lindqvist')).toBeNull())

  await user.click(screen.getByText('Administrators', { exact: false, selector: 'label' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
  await user.click(grace.getByText('View schedule'))
  await screen.findByText('You are viewing Grace Kim’s schedule')
})

test("an administrator makes a sub plan from a teacher's row", async () => {
  const { administrator, grace } = await lincoln()
  const opened = { document: document.implementation.createHTMLDocument(), close: () => undefined }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  const path = new RegExp(`/api/admin/sub-plans/generate/${grace.userId}$`)
  answer({ method: 'POST', path, status: 503 })
  const user = await openPage('/dashboard?calendar=teachers', administrator)
  await user.click(await screen.findByLabelText('More for Grace Kim'))
  await user.click(await screen.findByText('Print a sub plan…'))
  const dialog = await theDialog('Generate Sub Plans')
  await dialog.findByText('A ready-to-teach plan, built from Grace Kim’s planner.')
  await user.click(dialog.getByText('Generate and print'))
  await screen.findByText('Failed to generate substitute plans')
})

test('in their own week, an administrator finds the way back above it, and the list of schedules starts at their own', async () => {
  const { administrator } = await lincoln()
  const user = await openPage(`${HOME}&calendar=mine`, administrator)
  const places = within(await screen.findByRole('navigation', { name: 'Whose schedule' }))
  expect(places.getByText('My Schedule').closest('a')?.getAttribute('aria-current')).toBe('page')

  await user.click(await screen.findByLabelText('Whose schedule: My Schedule'))
  const options = await waitFor(() => {
    const found = screen.getAllByRole('option')
    expect(found).toHaveLength(5)
    return found
  })
  expect(options.map((option) => option.textContent).slice(0, 3)).toEqual([
    'SCHOOL WIDEDays everyone sees',
    'Our Teachers3 joined',
    'My ScheduleYour own lessons',
  ])
  expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(options[2]?.id)
  await user.keyboard('{Escape}')

  await user.click(places.getByText('SCHOOL WIDE'))
  await screen.findByRole('heading', { level: 1, name: 'Lincoln Elementary' })
})
