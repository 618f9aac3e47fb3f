import type { BrowserContext, Page } from '@playwright/test'
import { block, dayOf, dialogOf, openWeek, signUp, storeDay, storeInPages, type Teacher, toastOf, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

const ringing = (title: string, startTime: string, endTime: string, alertMessage = '') => ({
  ...block(title, startTime, endTime),
  hasAlert: true,
  alertMessage,
})
/** The page's clock shows this time of the Wednesday, and goes on. */
const itIs = (context: BrowserContext, time: string) => context.clock.install({ time: `${WEDNESDAY}T${time}Z` })

/** Notes what the browser would show outside of the page, and answers its question with yes. */
const watchNotifications = (context: BrowserContext, before: 'default' | 'granted') =>
  context.addInitScript((before) => {
    const seen: string[] = []
    class Seen {
      static permission = before
      static requestPermission() {
        Seen.permission = 'granted'
        seen.push('asked')
        return Promise.resolve('granted')
      }
      constructor(title: string, { body }: { body: string }) {
        seen.push(`${title}: ${body}`)
      }
    }
    Object.assign(window, { Notification: Seen, seenNotifications: seen })
  }, before)
const seenNotifications = (page: Page) => page.evaluate(() => (window as unknown as { seenNotifications: string[] }).seenNotifications)

test('a teacher is told at the start of a lesson, by a toast and, once allowed, by the browser', async ({ page, context }) => {
  await watchNotifications(context, 'default')
  await itIs(context, '08:28:30')
  await storeDay(page, teacher, {
    blocks: [
      ringing('Duty', '06:00', '06:30', 'Gate'),
      ringing('Math', '08:30', '09:00', 'Blue tray'),
      ringing('Art', '09:00', '10:00', 'Aprons'),
      block('Gym', '08:30', '09:00'),
    ],
  })
  await openWeek(page)
  await expect(dayOf(page).getByText('Has an alert')).toHaveCount(3)
  await context.clock.runFor('00:30')
  expect(await toasts(page).count()).toBe(0)
  // The browser is asked for nothing before the teacher says so.
  expect(await seenNotifications(page)).toEqual([])
  await context.clock.runFor('01:05')
  await expect(toastOf(page, 'Math, 8:30 AM')).toContainText('Blue tray')
  await expectAccessible(page)
  expect(await seenNotifications(page)).toEqual([])

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  const allow = page.getByRole('switch', { name: 'Browser notifications' })
  await allow.click()
  await expect(allow).toBeChecked()
  expect(await seenNotifications(page)).toEqual(['asked'])
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await context.clock.runFor('30:10')
  await expect.poll(() => seenNotifications(page)).toEqual(['asked', 'Art, 9:00 AM: Aprons'])

  // Reloaded within the same minutes, it has been told already.
  await page.reload()
  await expect(dayOf(page)).toBeVisible()
  await context.clock.runFor('01:00')
  await expect(page.getByText('Aprons')).toHaveCount(0)
})

test('of two tabs one tells an alert, and it says what the lesson says now', async ({ page, context }) => {
  await watchNotifications(context, 'granted')
  await storeInPages(context, 'notifications', 'on')
  await itIs(context, '08:28:30')
  await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Blue tray'), ringing('Art', '08:30', '09:00', 'Aprons')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  // Changed on the phone since: Art comes later.
  await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Green tray'), ringing('Art', '11:00', '12:00', 'Aprons')] })
  // The clock stands still then, so that the server is not slower than the page's patience.
  await context.clock.pauseAt(`${WEDNESDAY}T08:30:00Z`)
  const seen = async () => [...(await seenNotifications(page)), ...(await seenNotifications(other))]
  await expect.poll(seen).toEqual(['Math, 8:30 AM: Green tray'])
  await context.clock.runFor('02:00')
  expect(await seen()).toEqual(['Math, 8:30 AM: Green tray'])
})

test('a laptop that slept through alerts tells the one that is due now and not those of hours ago', async ({ page, context }) => {
  await itIs(context, '08:29:30')
  await storeDay(page, teacher, {
    blocks: [ringing('Math', '08:30', '09:00', 'Blue tray'), ringing('Art', '11:28', '12:00', 'Aprons'), ringing('Gym', '11:30', '12:00')],
  })
  await openWeek(page)
  await context.clock.fastForward('03:01:00')
  await expect(toastOf(page, '2 alerts')).toContainText('Art, 11:28 AM: Aprons; Gym, 11:30 AM')
  await expect(page.getByText('Blue tray')).toHaveCount(0)
})

test.describe('a toast', () => {
  const twoToasts = async (page: Page) => {
    await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Blue tray'), ringing('Art', '08:31', '09:00', 'Aprons')] })
    await openWeek(page)
    await page.clock.runFor('00:31')
    await expect(toastOf(page, 'Blue tray')).toBeVisible()
  }

  test('gives way to the next one, stays 5 seconds, and takes the focus at F8', async ({ page, context }) => {
    await itIs(context, '08:29:30')
    await twoToasts(page)
    await page.clock.pauseAt(`${WEDNESDAY}T08:31:01Z`)
    await expect(toastOf(page, 'Aprons')).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await expect(toastOf(page, 'Aprons')).toBeFocused()
    await page.getByRole('heading', { level: 1 }).click()
    await page.clock.runFor(4500)
    await expect(toastOf(page, 'Aprons')).toBeVisible()
    await page.clock.runFor(1000)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('leaves when it is swiped 50 px to the right, and not before', async ({ page, context }) => {
    await itIs(context, '08:29:30')
    await twoToasts(page)
    const swipe = async (distance: number) => {
      const box = await toastOf(page, 'Blue tray').boundingBox()
      if (!box) throw new Error('The toast is not there')
      const [x, y] = [box.x + 60, box.y + 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 4; step++) await page.mouse.move(x + (distance * step) / 4, y)
      await page.mouse.up()
    }
    await swipe(40)
    await expect(toastOf(page, 'Blue tray')).toBeVisible()
    await swipe(70)
    await page.clock.runFor(500)
    await expect(toasts(page)).toHaveCount(0)
  })
})
