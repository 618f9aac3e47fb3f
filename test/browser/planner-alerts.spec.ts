import type { BrowserContext, Page } from '@playwright/test'
import { block, dayOf, dialogOf, openWeek, signUp, storeDay, storeInPages, type Teacher, toastOf, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test, untilQuiet } from './test.ts'

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
/** Installs a fake clock in the page, starting at this time on Wednesday. */
const itIs = (context: BrowserContext, time: string) => context.clock.install({ time: `${WEDNESDAY}T${time}Z` })

/** Records browser notifications and grants the notification permission. */
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

test('a teacher is alerted at the start of a lesson by a toast and, once allowed, by the browser', async ({ page, context }) => {
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
  // The page asks for permission only when the teacher turns notifications on.
  expect(await seenNotifications(page)).toEqual([])
  await context.clock.runFor('01:05')
  await expect(toastOf(page, 'Math, 8:30 AM')).toContainText('Blue tray')
  await expectAccessible(page)
  expect(await seenNotifications(page)).toEqual([])

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await page.getByRole('tab', { name: 'Mail and alerts' }).click()
  const allow = page.getByRole('switch', { name: 'Browser notifications' })
  await allow.click()
  await expect(allow).toBeChecked()
  expect(await seenNotifications(page)).toEqual(['asked'])
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await context.clock.runFor('30:10')
  await expect.poll(() => seenNotifications(page)).toEqual(['asked', 'Art, 9:00 AM: Aprons'])

  // After a reload within the same few minutes, the alert isn't repeated.
  await page.reload()
  await expect(dayOf(page)).toBeVisible()
  await context.clock.runFor('01:00')
  await expect(page.getByText('Aprons')).toHaveCount(0)
})

test("only one of two tabs shows an alert, with the lesson's current text", { tag: '@full' }, async ({ page, context }) => {
  await watchNotifications(context, 'granted')
  await storeInPages(context, 'notifications', 'on')
  await itIs(context, '08:28:30')
  await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Blue tray'), ringing('Art', '08:30', '09:00', 'Aprons')] })
  const other = await context.newPage()
  await openWeek(page)
  await openWeek(other)
  // Another device has since moved Art to a later time.
  await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Green tray'), ringing('Art', '11:00', '12:00', 'Aprons')] })
  // Moving the clock would time out any request still in flight. Once the clock is paused, requests can't time out.
  for (const tab of [page, other]) await untilQuiet(tab)
  await context.clock.pauseAt(`${WEDNESDAY}T08:30:00Z`)
  const seen = async () => [...(await seenNotifications(page)), ...(await seenNotifications(other))]
  await expect.poll(seen).toEqual(['Math, 8:30 AM: Green tray'])
  // The other tab may still be loading its lessons, and moving the clock would time out those requests.
  for (const tab of [page, other]) await untilQuiet(tab)
  await context.clock.runFor('02:00')
  expect(await seen()).toEqual(['Math, 8:30 AM: Green tray'])
})

test('a laptop that slept through alerts shows the one that is due now, but not those of hours ago', { tag: '@full' }, async ({
  page,
  context,
}) => {
  await itIs(context, '08:29:30')
  await storeDay(page, teacher, {
    blocks: [ringing('Math', '08:30', '09:00', 'Blue tray'), ringing('Art', '11:28', '12:00', 'Aprons'), ringing('Gym', '11:30', '12:00')],
  })
  await openWeek(page)
  await context.clock.fastForward('03:01:00')
  await expect(toastOf(page, 'Art, 11:28 AM')).toContainText('Aprons')
  await expect(toastOf(page, 'Gym, 11:30 AM')).toBeVisible()
  await expect(page.getByText('Blue tray')).toHaveCount(0)
})

test('alerts stay until they are closed, and all of them can be read', { tag: '@full' }, async ({ page, context }) => {
  await itIs(context, '08:29:30')
  await storeDay(page, teacher, {
    blocks: [
      ringing('Math', '08:30', '09:00', 'Blue tray'),
      ringing('Gym', '08:30', '09:00', 'Shoes'),
      ringing('Art', '08:31', '09:00', 'Aprons'),
    ],
  })
  await openWeek(page)
  await context.clock.runFor('10:00')
  for (const words of ['Blue tray', 'Shoes', 'Aprons']) await expect(toastOf(page, words)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+z')
  await expect(toastOf(page, 'Nothing to undo')).toBeVisible()
  await context.clock.runFor('00:06')
  await expect(toasts(page)).toHaveCount(3)
  await toastOf(page, 'Shoes').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(page)).toHaveCount(2)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toastOf(page, 'Blue tray')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveText([/Aprons/])
})

test.describe('a toast', () => {
  const nothing = (page: Page) => toastOf(page, 'Nothing to undo')
  const begin = async (page: Page, context: BrowserContext) => {
    await itIs(context, '08:00:00')
    await openWeek(page)
    // The code of the keys and of toasts waits for the browser to be idle, which doesn't happen while the clock is paused.
    await page.keyboard.press('Control+z')
    // Its timer may not have started yet, so the clock doesn't close it.
    await nothing(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts(page)).toHaveCount(0)
    await page.clock.pauseAt(`${WEDNESDAY}T08:05:00Z`)
    await page.keyboard.press('Control+z')
    await expect(nothing(page)).toBeVisible()
  }

  test('is replaced by the next one, stays for 5 seconds, and gets focus on F8', async ({ page, context }) => {
    await begin(page, context)
    await page.keyboard.press('Control+Shift+Z')
    await expect(toastOf(page, 'Nothing to redo')).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await expect(toasts(page)).toBeFocused()
    await page.clock.runFor(9000)
    await expect(toasts(page)).toHaveCount(1)
    await page.getByRole('heading', { level: 1 }).click()
    await page.clock.runFor(4500)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1000)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('disappears when swiped 50 px to the right, and not before', { tag: '@full' }, async ({ page, context }) => {
    await begin(page, context)
    const swipe = async (distance: number) => {
      const box = await nothing(page).boundingBox()
      if (!box) throw new Error('The toast is not there')
      const [x, y] = [box.x + 60, box.y + 12]
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 4; step++) await page.mouse.move(x + (distance * step) / 4, y)
      await page.mouse.up()
    }
    await swipe(40)
    await expect(nothing(page)).toBeVisible()
    await swipe(70)
    await expect(toasts(page)).toHaveCount(0)
  })

  for (const [where, width] of [
    ['a laptop', 1366],
    ['a phone', 390],
  ] as const)
    test(`takes neither the Escape key nor the place of a dialog, on ${where}`, { tag: '@full' }, async ({ page, context }) => {
      await page.setViewportSize({ width, height: 768 })
      await storeDay(page, teacher, { blocks: [ringing('Math', '08:30', '09:00', 'Blue tray')] })
      await itIs(context, '08:29:30')
      await openWeek(page)
      await context.clock.runFor('01:00')
      await dayOf(page).locator('[data-block-id]').click()
      const dialog = dialogOf(page)
      await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Expand' }).click()
      const alert = toastOf(page, 'Blue tray')
      await expect(alert).toBeVisible()
      const below = await alert.boundingBox()
      for (const name of ['Collapse', 'Save & Close', 'Close']) {
        const box = await dialog.getByRole('button', { name, exact: true }).first().boundingBox()
        const isApart = box && below && (box.y >= below.y + below.height || box.y + box.height <= below.y || box.x + box.width <= below.x)
        expect(isApart, `${name} is covered`).toBe(true)
      }
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(alert).toBeVisible()
      // Clicking the alert doesn't count as a click outside the dialog.
      await dayOf(page).locator('[data-block-id]').click()
      await alert.getByRole('button', { name: 'Dismiss' }).click()
      await expect(alert).toBeHidden()
      await expect(dialog).toBeVisible()
    })
})
