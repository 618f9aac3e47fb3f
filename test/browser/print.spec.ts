import type { Page } from '@playwright/test'
import { textsOf } from '#test/golden-pages.ts'
import { block, dayOf, openWeek, signUp, storeDay, storeInPages, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test, untilQuiet } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

/** Returns the text of each printed page. */
const printed = async (page: Page): Promise<string[]> => {
  await expect(page.locator('body > div.print-pages')).toBeAttached()
  return textsOf(await page.pdf({ preferCSSPageSize: true }))
}

// Wide enough for the toolbar to show its print button.
test.use({ viewport: { width: 1440, height: 900 } })

const openPrint = async (page: Page) => {
  await page.getByRole('button', { name: 'Print week…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('the browser prints the week on one page, without the app around it', async ({ page }) => {
  await storeDay(page, teacher, {
    blocks: [block('Math'), { ...block('Science', '08:30', '09:30'), hasAlert: true, alertMessage: 'Goggles' }],
    hasNote: true,
    noteText: 'Picture day',
  })
  await storeDay(page, teacher, { date: '2026-11-20', isBlocked: true, blockedText: 'Conferences' })
  await openWeek(page)
  const [text, ...more] = await printed(page)
  expect(more).toEqual([])
  for (const words of [
    'Week of November 16, 2026',
    'Monday 16',
    'Note: Picture day',
    '8:00 – 9:00 AM · overlaps Math',
    'Science ! Goggles Science',
    'Non-instructional Day Conferences',
    'No lessons planned',
    'page 1 of 1',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/Templates|Today|Generate Sub Plans/)
})

test('paper is white in the dark theme too', { tag: '@full' }, async ({ page, context }) => {
  await storeInPages(context, 'theme', 'dark')
  await page.request.patch('/api/user', { headers: { authorization: `Bearer ${teacher.token}` }, data: { preferences: { theme: 'dark' } } })
  await openWeek(page)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expect(page.locator('body > div.print-pages')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Week of November 16, 2026' })).toHaveCSS('color', 'rgb(17, 17, 17)')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('#root')).toBeVisible()
  await expect(page.locator('body > div.print-pages')).toBeEmpty()
})

test('over an open lesson, and offline, it prints the week behind it', { tag: '@full' }, async ({ page, context }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await expect(page.locator('body > div.print-pages')).toBeAttached()
  await untilQuiet(page)
  await context.setOffline(true)
  await dayOf(page).getByText('Math').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const [text] = await printed(page)
  expect(text).toMatch(/Week of November 16, 2026.*Math/)
  expect(text).not.toMatch(/Save|Title/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a teacher sets print options, which stay on the device', { tag: '@full' }, async ({ page, context }) => {
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'yes'
    }
  })
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), description: `<p>${'Fractions. '.repeat(30)}the very end</p>` }] })
  await openWeek(page)
  expect((await printed(page))[0]).not.toContain('the very end')
  const dialog = await openPrint(page)
  await expectAccessible(page)
  await expect(dialog.getByText('the very end')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Full text' }).check()
  await expect(dialog.getByText('the very end')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Portrait' }).check()
  await dialog.getByRole('radio', { name: 'A4' }).check()
  await dialog.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as PDF' }).click()])
  expect(file.suggestedFilename()).toBe('week-2026-11-16.pdf')

  await openWeek(page)
  const [text] = await printed(page)
  expect(text).toMatch(/Wednesday, November 18 .*8:00 – 9:00 AM Math .*the very end/)
  await page.keyboard.press('Control+p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
})

test('an empty week and twelve simultaneous lessons can be printed', { tag: '@full' }, async ({ page }) => {
  await storeDay(page, teacher, {
    blocks: Array.from({ length: 12 }, (_, at) => ({ ...block(`Group ${at + 1}`), description: '<p>Read, and write questions.</p>' })),
  })
  await openWeek(page)
  const crowded = await printed(page)
  expect(crowded.join(' ').match(/overlaps Group \d+ Read, and write questions\./g)).toHaveLength(12)
  expect(crowded.length).toBeLessThan(3)
  await openWeek(page, '2026-10-07')
  const empty = await printed(page)
  expect(empty).toHaveLength(1)
  expect(empty[0]?.match(/No lessons planned/g)).toHaveLength(5)
})

test('a lesson of 100 KB spans several pages without losses, each with a header and a number', { tag: '@full' }, async ({ page }) => {
  const lines = Array.from(
    { length: 600 },
    (_, at) => `<p>Line ${at + 1}. ${'The quick brown fox jumps over the lazy dog. '.repeat(3)}</p>`,
  )
  await storeDay(page, teacher, { blocks: [block('Before', '07:00', '07:30'), { ...block('Novel'), description: lines.join('') }] })
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  await expect(page.getByText('Line 600.')).toBeAttached()
  const texts = await printed(page)
  const numbers = [...texts.join(' ').matchAll(/Line (\d+)\./g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(lines.map((_, at) => at + 1))
  expect(texts[0]).toMatch(/Novel Line 1\./)
  for (const [at, text] of texts.entries()) {
    expect(text).toContain('Wednesday, November 18, 2026 · ')
    expect(text).toContain(`page ${at + 1} of ${texts.length}`)
  }
})
