import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openOtherDevice,
  openWeek,
  signUp,
  storeDay,
  storedDay,
  type Teacher,
  toastOf,
  WEDNESDAY,
} from './planner-teacher.ts'
import { cutStream, expect, expectAccessible, expectToast, test } from './test.ts'

const THURSDAY = '2026-11-19'
const FRIDAY = '2026-11-20'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await storeDay(page, teacher, { blocks: [block('Math', '08:00', '08:45'), block('Art', '09:00', '10:00')] })
  await storeDay(page, teacher, { date: THURSDAY, blocks: [block('Music', '08:30', '09:15')] })
})

const lesson = (page: Page, title: string, date = WEDNESDAY): Locator => lessonsOf(page, date).filter({ hasText: title })
const more = (page: Page, title: string): Locator => page.getByRole('button', { name: `More for ${title}` })
const choose = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()
const kept = async (page: Page, date: string) =>
  (await storedDay(page, teacher, date))?.blocks.map((each) => {
    const { title, startTime, endTime } = each as unknown as Record<string, string>
    return `${title} ${startTime}-${endTime}`
  })

/** Cards become draggable only after code that loads while the browser is idle. */
const openDraggableWeek = async (page: Page) => {
  await openWeek(page)
  await expect(page.locator('[data-draggable]')).toBeAttached()
}

/** Drags a card over another element, to a fraction of that element's height, without dropping the card. */
async function drag(page: Page, card: Locator, target: Locator, share: number): Promise<void> {
  // Playwright scrolls the page when it presses something that moves, such as a toast's button.
  await card.scrollIntoViewIfNeeded()
  const [from, to] = [await card.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('Nothing to drag, or nowhere to drag it')
  await page.mouse.move(from.x + 30, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + from.height / 2 + 10)
  await page.mouse.move(to.x + Math.min(50, to.width / 2), to.y + to.height * share, { steps: 4 })
}

test('a teacher drags a lesson to another day, where it keeps its time unless dropped at another, and undoes it', async ({ page }) => {
  await openDraggableWeek(page)
  await drag(page, lesson(page, 'Art'), lesson(page, 'Music', THURSDAY), 0.1)
  await expect(page.getByText('Move to Thu 19, 8:30 AM – 9:30 AM')).toBeVisible()
  const music = await lesson(page, 'Music', THURSDAY).boundingBox()
  await page.mouse.move((music?.x ?? 0) + 40, (music?.y ?? 0) + (music?.height ?? 0) * 0.9)
  await expect(page.getByText('Move to Thu 19, 9:00 AM – 10:00 AM')).toBeVisible()
  await page.mouse.up()
  await expect(lessonsOf(page, THURSDAY)).toContainText(['Music', /9:00 – 10:00\sAM.*Art/])
  await expect(lessonsOf(page)).toContainText(['Math'])
  const toast = toastOf(page, 'Time block moved successfully')
  await expect(toast).toContainText('Thursday, November 19, 2026, 9:00 AM')
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, THURSDAY)])
    .toEqual([['Math 08:00-08:45'], ['Music 08:30-09:15', 'Art 09:00-10:00']])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  await expect(lessonsOf(page)).toContainText(['Math', '9:00 – 10:00 AMArt'])
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, THURSDAY)])
    .toEqual([['Math 08:00-08:45', 'Art 09:00-10:00'], ['Music 08:30-09:15']])
  await page.keyboard.press('Control+Shift+z')
  await expect(lessonsOf(page, THURSDAY)).toContainText(['Music', 'Art'])
  await page.keyboard.press('Control+z')
  await expect(lessonsOf(page)).toContainText(['Math', 'Art'])
  await expect.poll(() => kept(page, THURSDAY)).toEqual(['Music 08:30-09:15'])
})

test('holding Control makes a copy. After Escape it stays in place, and no dialog opens', { tag: '@full' }, async ({ page }) => {
  await openDraggableWeek(page)
  await drag(page, lesson(page, 'Math'), dayOf(page, THURSDAY), 0.9)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Drop it on a day')).toBeHidden()
  await page.mouse.up()
  await drag(page, lesson(page, 'Math'), dayOf(page, FRIDAY), 0.5)
  await page.keyboard.down('Control')
  await expect(page.getByText('Copy to Fri 20, 8:00 AM – 8:45 AM')).toBeVisible()
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expectToast(page, 'Time block copied successfully')
  await expect(dialogOf(page)).toBeHidden()
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, FRIDAY)])
    .toEqual([['Math 08:00-08:45', 'Art 09:00-10:00'], ['Math 08:00-08:45']])
})

test('a lesson dragged within its day changes its time, and one that would pass midnight is refused with a message', {
  tag: '@full',
}, async ({ page }) => {
  await storeDay(page, teacher, { date: FRIDAY, blocks: [block('Concert', '20:00', '23:30'), block('Gym', '08:00', '09:00')] })
  await openDraggableWeek(page)
  await drag(page, lesson(page, 'Math'), lesson(page, 'Art'), 0.9)
  await page.mouse.up()
  await expect(lessonsOf(page)).toContainText(['Art', '10:00 – 10:45 AMMath'])
  await expectToast(page, 'Time block moved successfully')
  await drag(page, lesson(page, 'Gym', FRIDAY), lesson(page, 'Concert', FRIDAY), 0.9)
  await page.mouse.up()
  await expectToast(page, 'Failed to move time block', 'This lesson is 60 minutes long and would run past midnight')
  await expect.poll(() => kept(page, FRIDAY)).toEqual(['Concert 20:00-23:30', 'Gym 08:00-09:00'])
})

test('a lesson can be dragged onto a day of the month, and the page scrolls near its edge', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 640 })
  const blocks = Array.from({ length: 12 }, (_, at) => ({
    ...block(`Lesson ${at}`, `${at + 8}:00`.padStart(5, '0'), `${at + 8}:45`.padStart(5, '0')),
    id: `block_${at}`,
  }))
  await storeDay(page, teacher, { date: FRIDAY, blocks })
  await openDraggableWeek(page)
  await drag(page, lesson(page, 'Math'), page.getByRole('gridcell', { name: /December 2, 2026/ }), 0.5)
  await expect(page.getByText('Move to Wed, Dec 2, 8:00 AM – 8:45 AM')).toBeVisible()
  await page.mouse.up()
  await expectToast(page, 'Time block moved successfully', 'Wednesday, December 2, 2026')
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, '2026-12-02')])
    .toEqual([['Art 09:00-10:00'], ['Math 08:00-08:45']])
  await toastOf(page, 'Time block moved successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page)).toContainText(['Math', 'Art'])
  await expect.poll(() => kept(page, '2026-12-02')).toBeUndefined()

  await drag(page, lesson(page, 'Math'), page.getByRole('gridcell', { name: /November 28, 2026/ }), 0.5)
  await expect(page.getByText(/isn’t a school day/)).toBeVisible()
  const last = await lesson(page, 'Lesson 11', FRIDAY).boundingBox()
  expect(last?.y).toBeGreaterThan(640)
  await page.mouse.move((last?.x ?? 0) + 40, 630)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - window.scrollY - window.innerHeight)).toBeLessThan(1)
  const shown = await lesson(page, 'Lesson 11', FRIDAY).boundingBox()
  await page.mouse.move((shown?.x ?? 0) + 40, (shown?.y ?? 0) + (shown?.height ?? 0) * 0.9)
  await expect(page.getByText('Move to Fri 20, 8:00 AM – 8:45 AM')).toBeVisible()
  await page.mouse.up()
  await expectToast(page, 'Time block moved successfully')
  await expect.poll(() => kept(page, FRIDAY)).toContain('Math 08:00-08:45')
})

test('with the keyboard alone a lesson moves to another week, is copied, and is deleted', async ({ page }) => {
  const first = page.getByRole('menuitem', { name: /^Move to / })
  await page.clock.setSystemTime('2026-11-18T12:00:00Z')
  await openWeek(page)
  await lesson(page, 'Math').focus()
  await page.keyboard.press('Shift+Enter')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Move to…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move lesson' })
  const days = dialog.getByRole('group', { name: 'Day', exact: true }).getByRole('button')
  await expect(days.first()).toBeFocused()
  await days.last().focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Date')).toHaveValue('2026-11-25')
  await dialog.getByLabel('Start').focus()
  await page.keyboard.type('1130AM')
  await expect(dialog.getByText('Ends at 12:15 PM')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Time block moved successfully', 'Wednesday, November 25, 2026, 11:30 AM')
  await expect.poll(() => kept(page, '2026-11-25')).toEqual(['Math 11:30-12:15'])

  await lesson(page, 'Art').focus()
  await page.keyboard.press('Shift+F10')
  await expect(first).toBeFocused()
  await page.keyboard.type('c')
  await expect(page.getByRole('menuitem', { name: 'Copy to…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Copy lesson' })
    .getByRole('group', { name: 'Day', exact: true })
    .getByRole('button')
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy to Thu, Nov 19' }).focus()
  await page.keyboard.press('Enter')
  await expect(lessonsOf(page, THURSDAY)).toContainText(['Music', 'Art'])
  await expect(lesson(page, 'Art')).toBeFocused()

  await page.keyboard.press('Shift+F10')
  await expect(first).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Time block deleted successfully')
  await expect(lessonsOf(page)).toHaveCount(0)
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, THURSDAY)])
    .toEqual([[], ['Music 08:30-09:15', 'Art 09:00-10:00']])
})

test('a day with 60 lessons stays usable, and accepts no more', { tag: '@full' }, async ({ page }) => {
  const blocks = Array.from({ length: 60 }, (_, at) => ({ ...block(`Lesson ${at}`), id: `block_${at}` }))
  await storeDay(page, teacher, { date: THURSDAY, blocks })
  await openDraggableWeek(page)
  await expect(lessonsOf(page, THURSDAY)).toHaveCount(60)
  await drag(page, lesson(page, 'Math'), dayOf(page, THURSDAY), 0.02)
  await expect(page.getByText(/is full\. A day can hold up to 60 lessons/)).toBeVisible()
  await page.mouse.up()
  await expectToast(page, 'Failed to move time block', 'is full. A day can hold up to 60 lessons')
  await expect.poll(() => kept(page, WEDNESDAY)).toHaveLength(2)
  await lessonsOf(page, THURSDAY).last().click()
  await expect(dialogOf(page).getByLabel('Title')).toHaveValue('Lesson 59')
})

test("two devices: a lesson's changes on the other device move with it, and moving it on both asks", { tag: '@full' }, async ({
  browser,
  page,
  context,
  problems,
}) => {
  problems.expect(/409/)
  const other = await openOtherDevice(browser, problems, teacher)
  for (const each of [context, other.context()]) await cutStream(each)
  await openDraggableWeek(page)
  await openWeek(other)
  await lesson(page, 'Art').click()
  await dialogOf(page).getByLabel('Title').fill('Clay')
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Time block updated successfully')
  await drag(other, lesson(other, 'Art'), lesson(other, 'Music', THURSDAY), 0.9)
  await other.mouse.up()
  await expectToast(other, 'Time block moved successfully')
  await expect(lessonsOf(other, THURSDAY)).toContainText(['Music', 'Clay'])
  await expect
    .poll(async () => [await kept(page, WEDNESDAY), await kept(page, THURSDAY)])
    .toEqual([['Math 08:00-08:45'], ['Music 08:30-09:15', 'Clay 09:00-10:00']])

  await drag(page, lesson(page, 'Math'), dayOf(page, FRIDAY), 0.5)
  await page.mouse.up()
  await expectToast(page, 'Time block moved successfully')
  await drag(other, lesson(other, 'Math'), dayOf(other, THURSDAY), 0.9)
  await other.mouse.up()
  const question = other.getByRole('dialog', { name: 'The lesson you changed was deleted' })
  await question.getByRole('button', { name: 'Leave it deleted' }).click()
  await expectToast(other, 'No changes made')
  await expect
    .poll(async () => [await kept(page, THURSDAY), await kept(page, FRIDAY)])
    .toEqual([['Music 08:30-09:15', 'Clay 09:00-10:00'], ['Math 08:00-08:45']])
  await other.context().close()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test("resting a finger on a lesson lifts it onto another day of the strip, and opens its menu if the finger doesn't move", {
    tag: '@full',
  }, async ({ page }) => {
    await openDraggableWeek(page)
    const session = await page.context().newCDPSession(page)
    const centre = async (target: Locator) => {
      const box = await target.boundingBox()
      if (!box) throw new Error('Not on the screen')
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    const card = await centre(lesson(page, 'Math'))
    await touch('touchStart', card)
    await expect(page.getByText('Back where it was')).toBeVisible()
    const chip = await centre(page.getByRole('button', { name: 'Thursday, November 19, 2026' }))
    await touch('touchMove', { x: card.x, y: card.y - 40 })
    await touch('touchMove', chip)
    await expect(page.getByText('Move to Thu 19, 8:00 AM – 8:45 AM')).toBeVisible()
    await touch('touchEnd')
    await expectToast(page, 'Time block moved successfully')
    await expect.poll(() => kept(page, THURSDAY)).toEqual(['Math 08:00-08:45', 'Music 08:30-09:15'])

    await touch('touchStart', await centre(lesson(page, 'Art')))
    await expect(page.getByText('Back where it was')).toBeVisible()
    await touch('touchEnd')
    await choose(page, 'Copy to…')
    await expect(page.getByRole('dialog', { name: 'Copy lesson' })).toBeVisible()
  })
})

test("a lesson's menu and its dialog are accessible in both themes, wide and on a phone", { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openWeek(page)
  await lesson(page, 'Math').focus()
  await more(page, 'Math').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Move to…')
  const dialog = page.getByRole('dialog', { name: 'Move lesson' })
  await dialog.getByLabel('Date').fill('2026-11-21')
  await dialog.getByRole('button', { name: 'Move to Sat, Nov 21' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(lesson(page, 'Math')).toBeFocused()
})
