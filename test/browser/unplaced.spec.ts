/** Drags unplaced lessons out of their panel onto the week. */
import type { Page } from '@playwright/test'
import { dayOf, openWeek, signUp, storedDay, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

const [WEDNESDAY, THURSDAY] = ['2026-11-18', '2026-11-19']

test.use({ viewport: { width: 1440, height: 900 } })

/** A teacher with an empty Math lesson on Wednesday, a written one on Thursday, and one plan that lost its day. */
const loseALesson = async (page: Page, { token }: Teacher): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: object) => (await page.request.post(path, { headers, data })).json()
  const { id: math } = await post('/api/classes', { name: 'Math' })
  const { id: art } = await post('/api/classes', { name: 'Art' })
  const lesson = (id: string, text: string) => ({
    id,
    title: 'Math',
    description: `<p>${text}</p>`,
    startTime: '10:30',
    endTime: '11:30',
    classId: math,
  })
  await post('/api/calendar', { date: THURSDAY, blocks: [lesson('block_thu', 'Quiz 4A')] })
  await post('/api/calendar', { date: '2026-11-20', blocks: [lesson('block_fri', 'Pack up the kits')] })
  await post('/api/timetables', {
    ...{ firstDay: '2026-11-16', lastDay: '2026-11-20', from: '2026-11-16', rhythm: { kind: 'weekly' }, existing: 'replace' },
    rows: [{ startTime: '10:30', endTime: '11:30' }],
    cells: [
      { day: 3, row: 0, classId: math },
      { day: 4, row: 0, classId: math },
      { day: 5, row: 0, classId: art },
    ],
  })
}

test('a dragged lesson says what the drop does, goes into the free lesson of its class, and is undone', async ({ page, context }) => {
  const teacher = await signUp(context)
  await loseALesson(page, teacher)
  await openWeek(page)
  await page.getByRole('button', { name: /^Unplaced lessons/ }).click()
  const panel = page.getByRole('dialog', { name: 'Unplaced lessons' })
  const title = panel.getByRole('heading', { name: 'Math' })
  const middleOf = async (locator: ReturnType<typeof dayOf>) => {
    const box = await locator.boundingBox()
    if (!box) throw new Error('Nothing to drag, or nowhere to drag it')
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  const lessonOn = (date: string) => dayOf(page, date).locator('[data-block-id]').first()
  const [wednesday, thursday, monday] = [
    await middleOf(lessonOn(WEDNESDAY)),
    await middleOf(lessonOn(THURSDAY)),
    await middleOf(dayOf(page, '2026-11-16')),
  ]
  const drag = async () => {
    // Waits until the panel has stopped sliding in.
    await title.hover()
    const [x, y] = await middleOf(title)
    await page.mouse.down()
    await page.mouse.move(x - 30, y + 10)
  }
  await drag()
  await page.mouse.move(...thursday, { steps: 3 })
  await expect(page.getByText('Math already has a plan')).toBeVisible()
  await page.mouse.move(...monday, { steps: 3 })
  await expect(page.getByText('As a new lesson on Mon, Nov 16')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(panel.getByText('Pack up the kits')).toBeVisible()

  await drag()
  await page.mouse.move(...wednesday, { steps: 3 })
  await expect(page.getByText('Into Math on Wed, Nov 18')).toBeVisible()
  await page.mouse.up()
  await expectToast(page, 'Math is on Wed, Nov 18 now')
  await expect(panel.getByText('No unplaced lessons')).toBeVisible()
  expect((await storedDay(page, teacher, WEDNESDAY))?.blocks).toMatchObject([{ description: '<p>Pack up the kits</p>' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByText('Pack up the kits')).toBeVisible()
})
