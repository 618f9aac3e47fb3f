/** Tests the panel of unplaced lessons: how teachers find it, and the ways out of it. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { subscriptions } from '#server/features/people/tables.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { call, db } from '../app.ts'
import { aTeacherWhoKnowsIt, inPage, openPage, screen, waitFor } from '../page.tsx'
import { block, fill, openWeek, storeDay, storedDay, theDialog, untilClosed, untilShown } from './week.tsx'

inPage()

let ann: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
let math: SchoolClass
beforeEach(async () => {
  ann = await aTeacherWhoKnowsIt()
  math = (await call('POST', '/api/classes', { token: ann.token, body: { name: 'Math', color: 7 } })).body
})

const LAST = '2026-11-20'
const unplaced = async (): Promise<{ title: string }[]> => (await call('GET', '/api/unplaced', { token: ann.token })).body
const untilUnplaced = (count: number): Promise<void> => waitFor(async () => expect(await unplaced()).toHaveLength(count))

/** Lays down a timetable that leaves the Math plan of Friday, November 20 without a place. Wednesday has an empty Math lesson, and Friday only Art. */
const loseALesson = async (): Promise<void> => {
  await storeDay(ann, { date: LAST, blocks: [{ ...block('Math'), classId: math.id, description: '<p>Pack up the kits</p>' }] })
  const { body: art } = await call('POST', '/api/classes', { token: ann.token, body: { name: 'Art', color: 2 } })
  const body = {
    firstDay: '2026-11-16',
    lastDay: LAST,
    rhythm: { kind: 'weekly' },
    rows: [{ startTime: '10:30', endTime: '11:30' }],
    cells: [
      { day: 3, row: 0, classId: math.id },
      { day: 5, row: 0, classId: art.id },
    ],
    from: '2026-11-16',
    existing: 'replace',
  }
  const { status } = await call('POST', '/api/timetables', { token: ann.token, body })
  expect(status).toBe(201)
  await untilUnplaced(1)
}

const openPanel = async () => {
  const user = await openWeek(ann)
  await user.click(await screen.findByRole('button', { name: /^Unplaced lessons/ }))
  return { user, panel: await theDialog('Unplaced lessons') }
}

test('a teacher puts an unplaced lesson into the next free lesson of its class, and Undo takes it out again', async () => {
  await loseALesson()
  const { user, panel } = await openPanel()
  panel.getByText('was on Fri, Nov 20')
  panel.getByText('Pack up the kits')
  await user.click(await panel.findByRole('button', { name: /^Next free/ }))
  await panel.findByText('No unplaced lessons')
  await waitFor(async () =>
    expect((await storedDay(ann))?.blocks).toMatchObject([{ title: 'Math', description: '<p>Pack up the kits</p>' }]),
  )
  await user.click(await screen.findByText('Undo'))
  await panel.findByText('was on Fri, Nov 20')
  expect((await storedDay(ann))?.blocks).toMatchObject([{ description: '' }])
})

test('a teacher puts an unplaced lesson on a day by keyboard, which shows it without a reload', async () => {
  await loseALesson()
  const { user, panel } = await openPanel()
  panel.getByRole('button', { name: 'Put on a day…' }).focus()
  await user.keyboard('{Enter}')
  const day = await panel.findByLabelText('Day')
  fill(day, '2026-11-17')
  panel.getByRole('button', { name: 'Put on this day' }).focus()
  await user.keyboard('{Enter}')
  await panel.findByText('No unplaced lessons')
  await user.keyboard('{Escape}')
  await untilShown(['Math'], '2026-11-17')
  expect(screen.queryByRole('button', { name: /^Unplaced lessons/ })).toBeNull()
})

test('a teacher deletes an unplaced lesson, and Undo brings it back', async () => {
  await loseALesson()
  const { user, panel } = await openPanel()
  await user.click(panel.getByRole('button', { name: 'Delete' }))
  await panel.findByText('No unplaced lessons')
  await untilUnplaced(0)
  await user.click(await screen.findByText('Undo'))
  await panel.findByText('Pack up the kits')
  await untilUnplaced(1)
})

test('the head of the panel says how many lessons wait', async () => {
  await loseALesson()
  const { panel } = await openPanel()
  await waitFor(() => expect(panel.getByRole('heading', { name: 'Unplaced lessons' }).nextSibling?.textContent).toBe('1'))
})

test('a teacher whose plan has ended reads an unplaced lesson, without the buttons that move or delete it', async () => {
  await loseALesson()
  await db.update(subscriptions).set({ status: 'PROTEACHEREXPIRED' }).where(eq(subscriptions.userId, ann.userId))
  const user = await openPage('/dashboard?view=week&date=2026-11-18', ann)
  await user.click(await screen.findByText('View my lessons'))
  await untilClosed()
  await user.click(await screen.findByRole('button', { name: /^Unplaced lessons/ }))
  const panel = await theDialog('Unplaced lessons')
  await panel.findByText('Pack up the kits')
  expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
})

test('a day off that leaves a plan without a day says so in its toast, which opens the panel', async () => {
  const body = {
    firstDay: '2026-11-16',
    lastDay: LAST,
    rhythm: { kind: 'cycle', days: 2, onDayOff: 'wait' },
    rows: [{ startTime: '10:30', endTime: '11:30' }],
    cells: [1, 2].map((day) => ({ day, row: 0, classId: math.id })),
    from: '2026-11-16',
    existing: 'replace',
  }
  expect((await call('POST', '/api/timetables', { token: ann.token, body })).status).toBe(201)
  for (const date of ['2026-11-18', '2026-11-19', LAST]) {
    const day = await storedDay(ann, date)
    const blocks = day?.blocks.map((lesson: object) => ({ ...lesson, description: `<p>Plan of ${date}</p>` }))
    await storeDay(ann, { date, blocks, version: day?.version })
  }
  const user = await openWeek(ann)
  await user.click(await screen.findByText('Manage Blockouts and Notes'))
  const dialog = await theDialog('Manage Blockouts and Notes')
  await dialog.findByText('No blocked dates')
  fill(dialog.getByLabelText('Date'), '2026-11-18')
  fill(dialog.getByLabelText('Reason'), 'Snow day')
  await user.click(dialog.getByRole('button', { name: 'Block Out' }))
  const question = await theDialog('Block Out Date')
  await user.click(await question.findByRole('button', { name: /^Block Out/ }))
  await user.click(await screen.findByRole('button', { name: '1 unplaced lesson' }))
  const panel = await theDialog('Unplaced lessons')
  await panel.findByText(`Plan of ${LAST}`)
})
