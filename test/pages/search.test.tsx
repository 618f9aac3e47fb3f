/** Tests lesson search in the command palette and on the results page. */
import { beforeEach, expect, test } from 'vitest'
import { call } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor } from '../page.tsx'
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

test('notes and hidden lessons are found too, by date, latest first, and a note leads to its day', async () => {
  await planYear()
  const user = await openWeek(ann)
  await find(user, 'pizza')
  await waitFor(() => {
    const found = screen.getAllByRole('option').map((option) => option.textContent)
    const expected = [
      /November 16, 2026.*Reading/,
      /October 14, 2026.*Math/,
      /May 6, 2026.*Pizza lab.*Hidden: this day is blocked out/,
      /March 5, 2025.*Note.*Pizza money/,
      /^More results/,
    ]
    expect(found).toEqual(expected.map((words) => expect.stringMatching(words)))
  })
  await user.click(screen.getByRole('option', { name: /March 5, 2025/ }))
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Week of March 3, 2025'))
  expect(screen.queryByLabelText('Search lessons, commands, or dates')).toBeNull()
})

test('the results page keeps its query in the URL, filters, and says if nothing is found', async () => {
  await planYear()
  await openPage('/search?q=pizza', ann)
  await screen.findByText('4 results')
  fill(screen.getByLabelText('From'), '2026-01-01')
  await screen.findByText('3 results')
  fill(screen.getByLabelText('Class or title'), 'math')
  await screen.findByText('1 result')
  expect(window.location.search).toBe('?q=pizza&title=math&from=2026-01-01')
  await openPage(window.location.pathname + window.location.search, ann)
  await screen.findByText('1 result')
  expect((screen.getByLabelText('Search for') as HTMLInputElement).value).toBe('pizza')
  fill(screen.getByLabelText('Search for'), 'quince')
  await screen.findByText('No lessons match')
})

test('more results than one page are shown on request', async () => {
  const days = Array.from({ length: 25 }, (_, count) => ({
    date: `2026-09-${String(count + 1).padStart(2, '0')}`,
    blocks: [lesson('a', 'Spelling', 'Words')],
  }))
  await call('POST', '/api/calendar/days', { token: ann.token, body: { days } })
  const user = await openPage('/search?q=spelling', ann)
  await screen.findByText('Latest 20 results')
  await user.click(screen.getByText('Show more'))
  await screen.findByText('25 results')
  expect(screen.queryByText('Show more')).toBeNull()
})

test('a teacher reads in the palette that nothing was found, or that the server cannot be reached', async () => {
  const user = await openWeek(ann)
  await find(user, 'quince')
  await screen.findByText(/^No matches/)
  answer({ path: /search/ })
  fill(screen.getByLabelText('Search lessons, commands, or dates'), 'quinces')
  await screen.findByText(/^Couldn’t search your lessons. You’re offline/)
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
