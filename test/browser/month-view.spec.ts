/** Drags plans in the month, and looks at the month and the class as a teacher on a phone does. */
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, signUp, storeDay, storedDay, type Teacher } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

const [WEDNESDAY, THURSDAY, FRIDAY] = ['2026-11-18', '2026-11-19', '2026-11-20']
const MONTH = `/dashboard?view=month&date=${WEDNESDAY}`

let teacher: Teacher
let classId: string
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  const reply = await page.request.post('/api/classes', { headers: { authorization: `Bearer ${teacher.token}` }, data: { name: 'Math' } })
  classId = (await reply.json()).id
  const math = (text: string, id: string, start: string, end: string) => ({
    ...block('Math', start, end),
    id,
    description: text && `<p>${text}</p>`,
    classId,
  })
  await storeDay(page, teacher, { blocks: [math('Quiz 4A', 'wed', '10:30', '11:30')] })
  await storeDay(page, teacher, { date: THURSDAY, blocks: [math('Adding fractions', 'thu', '13:00', '14:00')] })
  await storeDay(page, teacher, { date: FRIDAY, blocks: [block('Music', '08:30', '09:15')] })
})

const textsOn = async (page: Parameters<typeof storedDay>[0], date: string) =>
  (await storedDay(page, teacher, date))?.blocks.map((each) => (each as unknown as { description: string }).description)

test('a dragged plan says what else moves, swaps with the plan of its class, and is undone', async ({ page }) => {
  await page.goto(MONTH)
  await expect(page.locator('[data-draggable]')).toBeAttached()
  const cell = (date: string) => page.locator(`.month-cell[data-date="${date}"]`)
  const [from, thursday, friday] = [
    await cell(WEDNESDAY).getByText('Quiz 4A').boundingBox(),
    await cell(THURSDAY).boundingBox(),
    await cell(FRIDAY).boundingBox(),
  ]
  if (!(from && thursday && friday)) throw new Error('Nothing to drag, or nowhere to drag it')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 34, from.y + 20)
  await page.mouse.move(friday.x + 60, friday.y + 60, { steps: 4 })
  await expect(page.getByText('Move to Fri 20, 10:30 AM – 11:30 AM')).toBeVisible()
  await page.mouse.move(thursday.x + 60, thursday.y + 60, { steps: 4 })
  await expect(page.getByText('Into Math on Thu, Nov 19. “Adding fractions” moves to Wed, Nov 18.')).toBeVisible()
  await page.mouse.up()
  await expectToast(page, 'Plan moved')
  await expect(cell(THURSDAY)).toContainText('Quiz 4A')
  expect([await textsOn(page, WEDNESDAY), await textsOn(page, THURSDAY)]).toEqual([['<p>Adding fractions</p>'], ['<p>Quiz 4A</p>']])
  await page.keyboard.press('Control+z')
  await expect(cell(WEDNESDAY)).toContainText('Quiz 4A')
})

for (const width of [1366, 320]) {
  test(`the month and a class fit on a screen of ${width} px, and are accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 })
    for (const address of [MONTH, `/dashboard?view=class&class=${classId}&date=${WEDNESDAY}`]) {
      await page.goto(address)
      await expect(page.locator('[data-date="2026-11-19"][data-block-id], .month-plan').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
      await expectAccessibleInBoth(page)
    }
  })
}
