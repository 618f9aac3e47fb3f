import type { Page } from '@playwright/test'
import { signUpAsNew, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

/** The tour's steps and the element that each one highlights, for a week on a wide screen. */
const STEPS = [
  ['Welcome to Firstbell', null],
  ['Calendar and Navigation', /November 2026/],
  ['Blockouts and Notes', /Wed, Nov 18/],
  ['Manage Blockouts', /^Manage Blockouts and Notes$/],
  ['Time Blocks', /^Add a lesson on Monday/],
  ['Templates', /^Templates$/],
  ['User Settings', /^Account: /],
  ['Substitute Plans', /^Generate Sub Plans$/],
  ['You’re All Set', null],
] as const

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUpAsNew(context)
})

const isWanted = async (page: Page): Promise<boolean> => {
  const reply = await page.request.get('/api/user', { headers: { authorization: `Bearer ${teacher.token}` } })
  return (await reply.json()).showTutorial
}
/** `openWeek` would wait for the planner, which is inert behind the tour. */
const openTour = async (page: Page) => {
  await page.goto(`/dashboard?view=week&date=${WEDNESDAY}`)
  await expect(step(page, 'Welcome to Firstbell')).toBeVisible()
}
const step = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })

/** Returns the text or name of the highlighted element, or null if nothing is highlighted. */
const lit = (page: Page) =>
  page.evaluate(() => {
    const light = document.querySelector('[data-highlight]')?.getBoundingClientRect()
    if (!light) return null
    const inside = [...document.querySelectorAll('#root button, #root [data-tutorial="calendar"], #root .month-selected')].filter(
      (element) => {
        const box = element.getBoundingClientRect()
        return (
          Math.abs(box.x + box.width / 2 - light.x - light.width / 2) < 8 &&
          Math.abs(box.y + box.height / 2 - light.y - light.height / 2) < 8
        )
      },
    )
    return inside[0]?.getAttribute('aria-label') ?? (inside[0] as HTMLElement | undefined)?.innerText.trim() ?? ''
  })

test("a new teacher takes the tour with the keyboard alone, and doesn't see it again on the next visit", async ({ page }) => {
  await openTour(page)
  for (const [index, [title, target]] of STEPS.entries()) {
    await expect(step(page, title)).toContainText(`Step ${index + 1} of 9`)
    if (target) await expect.poll(() => lit(page), title).toMatch(target)
    else expect(await lit(page)).toBeNull()
    if (index === 1) {
      const [box, steps] = await Promise.all([step(page, title).boundingBox(), page.getByLabel('Next Week').boundingBox()])
      expect(box?.y, 'the arrows that the text explains are in sight').toBeGreaterThan((steps?.y ?? 0) + (steps?.height ?? 0))
    }
    if (index === 3) await expectAccessible(page)
    await expect(page.getByRole('button', { name: index === 8 ? 'Done' : 'Next', exact: true })).toBeFocused()
    // The page behind the tour is inert: shortcuts do nothing, and Tab stays within the step.
    await page.keyboard.press('d')
    for (let press = 0; press < 6; press++) await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
    await page.getByRole('button', { name: index === 8 ? 'Done' : 'Next', exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/view=week/)
  await expect.poll(() => isWanted(page)).toBe(false)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a teacher goes back, skips the tour, and starts it again from Preferences', { tag: '@full' }, async ({ page }) => {
  await openTour(page)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(step(page, 'Calendar and Navigation')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(step(page, 'Welcome to Firstbell')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => isWanted(page)).toBe(false)

  const chip = page.getByRole('button', { name: /^Account: / })
  await chip.click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await page.getByRole('tab', { name: 'Planner' }).click()
  await page.getByRole('button', { name: 'Start tour' }).click()
  await expect(step(page, 'Welcome to Firstbell')).toBeVisible()
  await expect.poll(() => isWanted(page)).toBe(true)
  // A click outside doesn't end the tour, but Escape does.
  await page.mouse.click(5, 5)
  await expect(step(page, 'Welcome to Firstbell')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(chip).toBeFocused()
  await expect.poll(() => isWanted(page)).toBe(false)
})

for (const { width, height, theme } of [
  { width: 390, height: 700, theme: 'dark' },
  { width: 820, height: 1180, theme: 'light' },
] as const)
  test(`a teacher sees all nine steps at ${width} px too, where sheets hold what a wide window shows next to the week`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    await openTour(page)
    const seen: string[] = []
    for (const [index, [title]] of STEPS.entries()) {
      const dialog = step(page, title)
      await expect(dialog).toContainText(`Step ${index + 1} of 9`)
      // A step moves into position after it opens.
      await expect(dialog, `${title} is in sight`).toBeInViewport({ ratio: 1 })
      const [, leader] = /\bTap (Month|Tools)\./.exec(await dialog.innerText()) ?? []
      // The step names its target before the highlight reaches it.
      if (leader) {
        await expect.poll(() => lit(page), title).toBe(leader)
        seen.push(`${title}: ${leader}`)
      }
      await dialog.getByRole('button', { name: index === 8 ? 'Done' : 'Next', exact: true }).click()
    }
    expect(seen).toEqual([
      'Calendar and Navigation: Month',
      'Blockouts and Notes: Month',
      'Manage Blockouts: Month',
      'Templates: Tools',
      'Substitute Plans: Month',
    ])
  })

test('the tour adapts to a window that grows and shrinks', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await openTour(page)
  for (const [title] of STEPS.slice(0, 7)) await step(page, title).getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(() => lit(page)).toBe('Month')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => lit(page)).toBe('Generate Sub Plans')
  await expectAccessible(page)
  await page.setViewportSize({ width: 820, height: 900 })
  await expect.poll(() => lit(page)).toBe('Month')
  await expect(step(page, 'Substitute Plans')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isWanted(page)).toBe(false)
})

test('an offline teacher can end the tour, and is told when it cannot be started', { tag: '@full' }, async ({ page, problems }) => {
  problems.expect(/ERR_FAILED/)
  await openTour(page)
  await page.route('**/api/user', (route) => route.abort())
  await page.getByRole('button', { name: 'Skip Tour' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await page.getByRole('tab', { name: 'Planner' }).click()
  await page.getByRole('button', { name: 'Start tour' }).click()
  await expectToast(page, 'Failed to enable tutorial. Please try again.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
