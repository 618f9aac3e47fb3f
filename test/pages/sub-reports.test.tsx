/** Tests how a teacher reads a substitute's report in the planner, and what it leads to. */
import { expect, test } from 'vitest'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { aReportingLink, aSubReport } from '#server/features/sub-reports/samples.ts'
import type { ReportInput } from '#shared/sub-reports/contract.ts'
import { call, clock, db, keys } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, screen, waitFor, within } from '../page.tsx'
import { cut, unanswer, withAnswers } from '../page-answers.ts'
import { dayOf, openWeek } from './week.tsx'

inPage()
withAnswers()

const TODAY = '2026-11-18'
const LESSONS: Record<string, [title: string, start: string, end: string][]> = {
  [TODAY]: [
    ['Reading', '08:20', '09:30'],
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
  ],
  '2026-11-19': [
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
  ],
  '2026-11-20': [
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
  ],
  '2026-11-23': [
    ['Math', '10:30', '11:30'],
    ['Science', '12:15', '13:00'],
  ],
}
const REPORT: Omit<ReportInput, 'name'> = {
  lessons: [
    { date: TODAY, blockId: `Reading-${TODAY}`, outcome: 'done' },
    { date: TODAY, blockId: `Math-${TODAY}`, outcome: 'partly', note: 'exit slip is left' },
    { date: TODAY, blockId: `Science-${TODAY}`, outcome: 'not', note: 'fire drill' },
  ],
  absent: ['Amina K.', 'Leo'],
  incidents: '12:20 fire drill.',
  note: 'A kind class.',
}

const aWorld = async (reports: readonly Partial<ReportInput>[] = [{}]) => {
  const maya = await aTeacherWhoKnowsIt()
  const [owner, now] = [maya.userId, clock()]
  const classes = new Map<string, string>()
  for (const name of ['Reading', 'Math', 'Science']) classes.set(name, (await aClass(db, { owner, name, now })).id)
  for (const [date, lessons] of Object.entries(LESSONS)) {
    const blocks = lessons.map(([title, startTime, endTime], order) =>
      aBlock({
        ...{ id: `${title}-${date}`, title, startTime, endTime, order, classId: classes.get(title) ?? null },
        // The last lessons of the classes are free.
        description: date === '2026-11-23' ? '' : `<p>${title} of ${date.slice(8)}</p>`,
      }),
    )
    await aDay(db, { owner, date, now, blocks })
  }
  const { token } = await aReportingLink(db, { owner, now })
  for (const [minute, report] of reports.entries())
    await aSubReport(db, keys, { owner, now: new Date(now.getTime() + minute * 60_000), token, ...REPORT, ...report })
  const plans = async (title: string): Promise<string[]> => {
    const days = (await call('GET', '/api/calendar?from=2026-11-18&to=2026-11-23', { token: maya.token })).body
    return days.map(({ blocks }: { blocks: { title: string; description: string }[] }) =>
      blocks.find((block) => block.title === title)?.description.replaceAll(/<.*?>/g, ''),
    )
  }
  const stored = async () => (await call('GET', '/api/sub-reports', { token: maya.token })).body
  return { maya, plans, stored, user: await openWeek(maya) }
}

const rowsOn = (date = TODAY) => [...dayOf(date).querySelectorAll<HTMLElement>('[data-report]')]
const openRow = async (position = 0) => {
  const row = await waitFor(() => rowsOn()[position] ?? expect.fail('No report is shown'))
  fireEvent.click(row)
  return thePanel()
}
const thePanel = async () => within(await screen.findByLabelText(/^Substitute.* reports?$/, { selector: 'aside' }))
const told = (words: string) => waitFor(() => expect(document.querySelector('[data-toasts]')?.textContent).toContain(words))

test('the day has a new report at its head, and each lesson a line that isn’t in its text', async () => {
  await aWorld()
  await waitFor(() => expect(rowsOn().map(({ textContent }) => textContent)).toEqual(['Substitute’s reportNew']))
  const lines = () => [...dayOf(TODAY).querySelectorAll('.lesson-report-words')].map(({ textContent }) => textContent)
  await waitFor(() => expect(lines()).toEqual(['Done', 'Partly: exit slip is left', 'Not done: fire drill']))
  for (const card of dayOf(TODAY).querySelectorAll('[data-block-id]')) expect(card.textContent).not.toContain('fire drill')
  await told('Your substitute’s report came in')
})

test('opening it shows what wasn’t done first, and marks it as read', async () => {
  const { stored } = await aWorld()
  const panel = await openRow()
  expect(panel.getByText('Wed, Nov 18 · came in 9:00 AM')).toBeTruthy()
  const lessons = within(panel.getByLabelText('Lessons')).getAllByRole('listitem')
  expect(lessons.map((one) => one.querySelector('.report-lesson')?.textContent)).toEqual([
    'ScienceNot done',
    'MathPartly',
    'One more lessonDone',
  ])
  for (const text of ['12:20 fire drill.', 'A kind class.', 'Carla Jennings', 'Only you can read this.', 'Deleted on Dec 18.'])
    expect(panel.getByText(text)).toBeTruthy()
  expect(panel.getByText(/^Amina K\.\s+Leo$/)).toBeTruthy()
  await waitFor(async () => expect(await stored()).toMatchObject([{ isRead: true }]))
  await waitFor(() => expect(rowsOn()[0]?.textContent).toBe('Substitute’s report'))
})

test('nothing moves by itself, Bump moves the plan to the date it names, and Undo brings it back', async () => {
  const { plans, user } = await aWorld()
  const panel = await openRow()
  const bump = await panel.findByRole('button', { name: 'Bump to Thu, Nov 19' })
  expect(panel.getAllByText('2 later lessons of this class move on.')).toHaveLength(2)
  expect(await plans('Science')).toEqual(['Science of 18', 'Science of 19', 'Science of 20', ''])
  await user.click(bump)
  await told('Science bumped to Thursday, November 19')
  expect(await plans('Science')).toEqual(['', 'Science of 18', 'Science of 19', 'Science of 20'])
  expect(await panel.findByText('Its plan is on Thu, Nov 19.')).toBeTruthy()
  await user.click(screen.getByText('Undo', { selector: '[data-toasts] button' }))
  await waitFor(async () => expect(await plans('Science')).toEqual(['Science of 18', 'Science of 19', 'Science of 20', '']))
  expect(await panel.findByRole('button', { name: 'Bump to Thu, Nov 19' })).toBeTruthy()
})

test('Extend copies a plan that was partly done into the next lesson, once', async () => {
  const { plans, user } = await aWorld()
  const panel = await openRow()
  await user.click(await panel.findByRole('button', { name: 'Extend to Thu, Nov 19' }))
  await told('Math extended to Thursday, November 19')
  expect(await plans('Math')).toEqual(['Math of 18', 'Math of 18', 'Math of 19', 'Math of 20'])
  expect(await panel.findByText(/^The plan of that day already begins with the same words/)).toBeTruthy()
})

test('the dialog of a lesson begins with what the report says about it, and leads to the same move', async () => {
  const { user } = await aWorld()
  await waitFor(() => expect(rowsOn()).toHaveLength(1))
  fireEvent.click(dayOf(TODAY).querySelector(`[data-block-id="Science-${TODAY}"]`) as Element)
  const head = within(await screen.findByLabelText('Substitute’s report', { selector: 'section' }))
  expect(head.getByText('Substitute’s report: not done.')).toBeTruthy()
  expect(await head.findByRole('button', { name: 'Bump to Thu, Nov 19' })).toBeTruthy()
  await user.keyboard('{Escape}')
})

test('two substitutes’ reports of a day are told apart by name, and the list has both', async () => {
  const { user } = await aWorld([{}, { name: 'Dan Ortiz' }])
  await waitFor(() => expect(rowsOn()).toHaveLength(2))
  expect(rowsOn().map(({ textContent }) => textContent)).toEqual(['Report from Carla JenningsNew', 'Report from Dan OrtizNew'])
  await user.click(await screen.findByLabelText('Substitutes’ Reports, 2 waiting'))
  const list = await thePanel()
  await user.click(list.getByRole('button', { name: /Dan Ortiz/ }))
  expect(await list.findByText('Signed')).toBeTruthy()
  expect(list.getByText('Dan Ortiz')).toBeTruthy()
})

test('a teacher keeps a report', async () => {
  const { stored, user } = await aWorld()
  const panel = await openRow()
  await user.click(panel.getByRole('button', { name: 'Keep this report' }))
  expect(await panel.findByText('Kept until you delete your account.')).toBeTruthy()
  expect(await stored()).toMatchObject([{ isKept: true, deletedOn: null }])
})

test('Escape closes the panel, and the sidebar comes back', async () => {
  const { user } = await aWorld()
  await openRow()
  expect(document.querySelector('[aria-label="Overview and templates"]')?.closest('[inert]')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.querySelector('.report-panel')).toBeNull())
  expect(document.querySelector('[aria-label="Overview and templates"]')?.closest('[inert]')).toBeNull()
})

test('from a colleague’s calendar, the reports open beside the teacher’s own days', async () => {
  const { maya } = await aWorld()
  const amara = await aTeacherWhoKnowsIt()
  const { body } = await call('POST', '/api/collaboration/invite', { token: amara.token, body: { collaboratorEmail: maya.email } })
  await call('POST', `/api/collaboration/accept/${body.id}`, { token: maya.token })
  const user = await openPage(`/dashboard?view=week&date=${TODAY}&calendar=colleague-${amara.userId}`, maya)
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByText('Substitutes’ Reports', { selector: '[role=option] *' }))
  const list = await thePanel()
  list.getByText(/Carla Jennings/)
  await waitFor(() => expect(window.location.search).not.toContain('colleague'))
})

test('a list that can’t be loaded says so, instead of that there are no reports, and stays once it is loaded', async () => {
  cut('GET /api/sub-reports')
  const { user } = await aWorld()
  const { runCommand } = await import('#web/lib/input/commands.ts')
  runCommand('sub-reports')
  const panel = await thePanel()
  await panel.findByText('Couldn’t load the reports')
  expect(panel.queryByText(/^When a substitute sends/)).toBeNull()
  unanswer('GET /api/sub-reports')
  await user.click(panel.getByText('Try again'))
  await panel.findByText(/^Carla Jennings/)
  // What has been loaded stays when the next try fails.
  cut('GET /api/sub-reports')
  const { queryClient } = await import('#web/lib/net/query-client.ts')
  await queryClient.refetchQueries({ queryKey: ['sub-reports'] })
  expect(panel.queryByText('Couldn’t load the reports')).toBeNull()
  panel.getByText(/^Carla Jennings/)
})
