/** Tests the search over the planner: lessons, commands, and old addresses. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '#server/features/people/tables.ts'
import { call, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { answer, fill, openWeek, storeDay, theDialog, untilClosed } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
})

const lesson = (id: string, title: string, text: string) => ({
  id,
  title,
  description: `<p>${text}</p>`,
  startTime: '09:00',
  endTime: '09:45',
})

/** Stores four matches for "pizza" from three school years. One of them is hidden. */
const planYear = async () => {
  await storeDay(ann, { date: '2026-10-14', blocks: [lesson('a', 'Math', 'Fractions of a <b>pizza</b> &lt; 1')] })
  await storeDay(ann, { date: '2025-03-05', hasNote: true, noteText: 'Pizza money' })
  await storeDay(ann, { date: '2026-05-06', isBlocked: true, blockedText: 'Snow', blocks: [lesson('b', 'Pizza lab', 'Dough')] })
  await storeDay(ann, { date: '2026-11-16', blocks: [lesson('c', 'Reading', 'The pizza of the bears')] })
}

/** Opens the palette and types the search text. */
const find = async (user: Awaited<ReturnType<typeof openPage>>, words: string) => {
  await user.keyboard('{Control>}k{/Control}')
  fill(await screen.findByLabelText('Search lessons, commands, or dates'), words)
}

/** Returns the texts of the list, without the offer to add a lesson. */
const options = () =>
  screen
    .getAllByRole('option')
    .map((option) => option.textContent)
    .filter((text) => !text.startsWith('Add a lesson called'))
const heading = () => document.querySelector('h1')?.textContent
const closed = () => waitFor(() => expect(screen.queryByLabelText('Search lessons, commands, or dates')).toBeNull())

test('what is coming up is listed first, then what was taught, each from today outward, and Enter opens the nearest', async () => {
  await planYear()
  await storeDay(ann, { date: '2026-12-31', blocks: [lesson('e', 'Math', 'Pizza on New Year’s Eve')] })
  await storeDay(ann, { date: '2026-11-30', blocks: [lesson('d', 'Math', 'Pizza fractions')] })
  const user = await openWeek(ann)
  await find(user, 'pizza')
  await waitFor(() => {
    const expected = [
      /November 30, 2026.*in 12 days.*Math/,
      /December 31, 2026.*in 43 days.*Math/,
      /November 16, 2026.*2 days ago.*Reading/,
      /October 14, 2026.*Math/,
      /May 6, 2026.*Pizza lab.*Day off/,
      /March 5, 2025.*Note.*Pizza money/,
    ]
    expect(options()).toEqual(expected.map((words) => expect.stringMatching(words)))
  })
  const groups = [...document.querySelectorAll('[role=listbox] [role=group]')]
  expect(groups.slice(0, 2).map((group) => group.firstElementChild?.textContent)).toEqual([
    'Coming upNext Nov 30',
    'Already taughtLast taught Nov 16',
  ])
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math')
  await user.keyboard('{Escape}')
  await untilClosed()
  expect(heading()).toBe('Week of November 30, 2026')
})

test('Enter opens the nearest lesson that no day off hides', async () => {
  await storeDay(ann, { date: '2026-11-19', isBlocked: true, blockedText: 'Snow', blocks: [lesson('a', 'Art', 'Pizza boxes')] })
  await storeDay(ann, { date: '2026-11-30', blocks: [lesson('b', 'Math', 'Pizza fractions')] })
  const user = await openWeek(ann)
  await find(user, 'pizza')
  await waitFor(() => expect(options()).toHaveLength(2))
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math')
  await user.keyboard('{Escape}')
  await untilClosed()
})

test('a typed date says what is on that day', async () => {
  await storeDay(ann, { blocks: [lesson('a', 'Math', 'Fractions')] })
  const user = await openWeek(ann)
  await find(user, 'Nov 18')
  await waitFor(() => expect(options()[0]).toMatch(/^Wednesday, November 18, 2026.* · 1 lesson$/))
  fill(screen.getByLabelText('Search lessons, commands, or dates'), 'Nov 19')
  await waitFor(() => expect(options()[0]).toMatch(/^Thursday, November 19, 2026.* · nothing planned$/))
})

test('words that nothing matches become the title of a new lesson, which Enter doesn’t offer', async () => {
  const user = await openWeek(ann)
  await find(user, 'Quince day')
  await screen.findByText(/^Nothing matches “Quince day”/)
  expect(screen.queryByText('Open')).toBeNull()
  await user.click(screen.getByRole('option', { name: 'Add a lesson called “Quince day”' }))
  const dialog = await theDialog('Create Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Quince day')
  await user.keyboard('{Escape}')
})

test('Enter before the lessons have arrived waits for them, and opens the nearest', async () => {
  await storeDay(ann, { date: '2026-11-20', blocks: [lesson('a', 'History', 'The Erie Canal')] })
  const user = await openWeek(ann)
  await find(user, 'history')
  expect(options()).toEqual([expect.stringMatching(/^Day history/), 'Changes'])
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('History')
  await user.keyboard('{Escape}')
  await untilClosed()
})

test('a note leads to its day', async () => {
  await planYear()
  const user = await openWeek(ann)
  await find(user, 'pizza')
  await user.click(await screen.findByRole('option', { name: /March 5, 2025/ }))
  await waitFor(() => expect(heading()).toBe('Week of March 3, 2025'))
  await closed()
})

test('chips with counts limit the results to a subject, and the period to a school year', async () => {
  await planYear()
  await storeDay(ann, { date: '2026-12-01', blocks: [lesson('d', 'Math', 'Pizza fractions')] })
  const user = await openWeek(ann)
  await find(user, 'pizza')
  await screen.findByRole('option', { name: /March 5, 2025/ })
  const chips = within(screen.getByLabelText('Show only'))
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['All5', 'Math2', 'Reading1', 'Pizza lab1', 'Notes1'])
  await user.click(chips.getByText('Math'))
  expect(options()).toEqual([expect.stringMatching(/December 1, 2026/), expect.stringMatching(/October 14, 2026/)])
  await user.click(chips.getByText('All'))
  await user.click(screen.getByText('All years'))
  await user.click(await screen.findByText('Last school year'))
  await waitFor(() => expect(options()).toEqual([expect.stringMatching(/May 6, 2026/)]))
  fill(screen.getByLabelText('Search lessons, commands, or dates'), 'pizza bears')
  await screen.findByText('No lessons match in this period.')
})

test('more results are listed in place on request, and only exact numbers are named', async () => {
  const day = (date: string, title = 'Spelling') => ({ date, blocks: [lesson('a', title, 'Spelling words')] })
  const september = Array.from({ length: 25 }, (_, count) => day(`2026-09-${String(count + 1).padStart(2, '0')}`))
  const days = [...september, ...['01', '02', '03', '04', '07', '08'].map((date) => day(`2026-12-${date}`, 'Phonics'))]
  await call('POST', '/api/calendar/days', { token: ann.token, body: { days } })
  const user = await openWeek(ann)
  await find(user, 'spelling')
  const first = await screen.findByText('2 more…')
  expect(within(screen.getByLabelText('Show only')).getByText('All').textContent).toBe('All26+')
  await user.click(first)
  expect(options().filter((option) => option?.includes('December'))).toHaveLength(6)
  await user.click(screen.getByText('More…'))
  expect(options().filter((option) => option?.includes('September'))).toHaveLength(20)
  await user.click(screen.getByText('More…'))
  await waitFor(() => expect(options().filter((option) => option?.includes('September'))).toHaveLength(25))
  expect(screen.queryByText('More…')).toBeNull()
  expect(within(screen.getByLabelText('Show only')).getByText('All').textContent).toBe('All31')
})

test('an old address with words opens the planner with the search and the words in it', async () => {
  await planYear()
  const user = await openPage('/search?q=pizza&title=Math', ann)
  await screen.findByRole('option', { name: /October 14, 2026/ })
  expect((screen.getByLabelText('Search lessons, commands, or dates') as HTMLInputElement).value).toBe('pizza Math')
  expect(window.location.pathname).toBe('/dashboard')
  await user.keyboard('{Escape}')
  await closed()
})

test('after a plan has ended, an old address waits behind the gate and finds lessons to view', async () => {
  await planYear()
  await db
    .update(subscriptions)
    .set({ status: 'PROTEACHEREXPIRED', freeTrialStarted: new Date('2026-10-01T08:00:00Z') })
    .where(eq(subscriptions.userId, ann.userId))
  const user = await openPage('/search?q=bears', ann)
  const view = await screen.findByText('View my lessons')
  expect(screen.queryByLabelText('Search lessons, commands, or dates')).toBeNull()
  await user.click(view)
  await screen.findByRole('option', { name: /November 16, 2026/ })
  await user.keyboard('{Enter}')
  await theDialog('View Time Block')
})

test('a teacher applies a template by its name', async () => {
  const blocks = [{ title: 'Math', description: '', startTime: '09:00', endTime: '10:00' }]
  const body = { name: 'Normal Week', mondayBlocks: blocks, tuesdayBlocks: [], wednesdayBlocks: [], thursdayBlocks: [], fridayBlocks: [] }
  expect((await call('POST', '/api/weekly-templates', { token: ann.token, body })).status).toBeLessThan(300)
  const user = await openWeek(ann)
  await find(user, 'normal week')
  await screen.findByRole('option', { name: /^Apply Normal Week…/ })
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Apply Template')
  await dialog.findByText(/Normal Week/)
})

test.each([
  ['export', /^Export my data/],
  ['help', /^Take the tour/],
  ['undo', /^Undo/],
  ['print', /^Print/],
])('“%s” finds %s first', async (words, first) => {
  const user = await openWeek(ann)
  await find(user, words)
  await waitFor(() => expect(options()[0]).toMatch(first))
})

test('“bump” and “color” find the lessons of the day, and Move opens for the chosen one', async () => {
  await storeDay(ann, {
    blocks: [lesson('a', 'Math', 'Fractions'), { ...lesson('b', 'Art', 'Clay'), startTime: '10:00', endTime: '11:00' }],
  })
  const user = await openWeek(ann)
  await find(user, 'color')
  await waitFor(() => expect(options().slice(0, 2)).toEqual(['Color of Math…', 'Color of Art…']))
  fill(screen.getByLabelText('Search lessons, commands, or dates'), 'bump')
  await waitFor(() => expect(options()).toEqual(['Move Math…', 'Move Art…']))
  await user.keyboard('{ArrowDown}{Enter}')
  const dialog = await theDialog('Move lesson')
  await dialog.findByText(/Art/)
})

test('a teacher reads in the palette that nothing was found, or that the server cannot be reached', async () => {
  const user = await openWeek(ann)
  await find(user, 'quince')
  await screen.findByText(/^Nothing matches “quince”/)
  answer({ path: /search/ })
  fill(screen.getByLabelText('Search lessons, commands, or dates'), 'quinces')
  await screen.findByText('Can’t reach Firstbell. Searching the weeks on this device. No lessons match there.')
})

test('a lesson that another device has just planned opens as well, and a deleted one is reported', async () => {
  const user = await openWeek(ann)
  await storeDay(ann, { blocks: [lesson('a', 'Math', 'Fractions')] })
  await find(user, 'fractions')
  await screen.findByRole('option', { name: /November 18, 2026.*Math/ })
  await user.keyboard('{Enter}')
  const dialog = await theDialog('Edit Time Block')
  expect((dialog.getByLabelText('Title') as HTMLInputElement).value).toBe('Math')
  await user.keyboard('{Escape}')
  await untilClosed()

  await storeDay(ann, { date: '2026-11-20', blocks: [lesson('b', 'Pizza lab', 'Dough')] })
  await find(user, 'dough')
  await screen.findByRole('option', { name: /Pizza lab/ })
  await storeDay(ann, { date: '2026-11-20', blocks: [] })
  await user.keyboard('{Enter}')
  await screen.findByText('We can’t find that lesson')
  await untilClosed()
})
