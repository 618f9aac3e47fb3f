/** Prints ranges of dates and single classes, in a real browser. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { textsOf } from '#test/golden-pages.ts'
import { block, openWeek, signUp, storeDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const MONDAY = '2026-11-16'

/** Stores Math and Art lessons in turn on every school day of some weeks. Friday of the first week is off. */
const storeWeeks = async (page: Page, teacher: Teacher, weeks: number, perDay: number): Promise<void> => {
  const headers = { authorization: `Bearer ${teacher.token}` }
  const classOf = async (name: string) => (await (await page.request.post('/api/classes', { headers, data: { name } })).json()).id
  const classes = [await classOf('Math'), await classOf('Art')]
  const days = Array.from({ length: weeks * 5 }, (_, at) => addDays(MONDAY, Math.floor(at / 5) * 7 + (at % 5)))
  for (const [at, date] of days.entries()) {
    const blocks = Array.from({ length: perDay }, (_, lesson) => ({
      ...block(lesson % 2 === 0 ? 'Math' : 'Art', `${String(8 + lesson).padStart(2, '0')}:00`, `${String(9 + lesson).padStart(2, '0')}:00`),
      id: `block_${at}_${lesson}`,
      classId: classes[lesson % 2],
      description: `<p>${lesson % 2 === 0 ? 'Sums' : 'Clay'} ${at + 1}.${lesson + 1}</p>`,
    }))
    await storeDay(page, teacher, { date, blocks, ...(at === 4 && { isBlocked: true, blockedText: 'Conferences' }) })
  }
}

/** Opens the dialog for the dates from Monday to `to`, and waits until all pages are drawn. */
const openDates = async (page: Page, to: string) => {
  await openWeek(page)
  await page.getByRole('button', { name: 'Print week…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print' })
  await dialog.getByRole('radio', { name: 'Dates' }).check()
  await dialog.getByLabel('To', { exact: true }).fill(to)
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()
  return dialog
}

const printed = async (page: Page): Promise<string[]> => textsOf(await page.pdf({ preferCSSPageSize: true }))

test('a teacher prints two weeks, and then one class in order, on paper and as a PDF', async ({ page, context }) => {
  const teacher = await signUp(context)
  await storeWeeks(page, teacher, 2, 2)
  const dialog = await openDates(page, '2026-11-26')
  await expect(dialog.getByRole('status')).toHaveText('About 2 pages · 16 lessons')
  const weeks = await printed(page)
  expect(weeks).toHaveLength(2)
  expect(weeks[0]).toMatch(/Week of November 16, 2026 .*Non-instructional Day Conferences/)
  expect(weeks[0]).toMatch(/Sums 1\.1.*Clay 1\.2.*Sums 2\.1/)
  expect(weeks[1]).toMatch(/Week of November 23, 2026 .*Sums 6\.1/)
  expect(weeks.join(' ')).not.toMatch(/Sums (5|10)\./)

  await dialog.getByRole('button', { name: 'None of the classes' }).click()
  await expect(dialog.getByText('Choose at least one class.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Math' }).check()
  await expect(dialog.getByRole('status')).toHaveText('1 page · 8 lessons')
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as PDF' }).click()])
  expect(file.suggestedFilename()).toBe('math-2026-11-16-to-2026-11-26.pdf')
  // Chromium draws headings before the lessons of their page.
  const inOrder =
    /Math, November 16 – November 26, 2026 Week of November 16 (Week of November 23 )?Mon, Nov 16 Math Sums 1\.1 Tue, Nov 17 .*Thu, Nov 19 Math Sums 4\.1 Fri, Nov 20 Conferences (Week of November 23 )?Mon, Nov 23 Math Sums 6\.1/
  for (const texts of [await printed(page), await textsOf(readFileSync(await file.path()))]) {
    expect(texts).toHaveLength(1)
    expect(texts[0]).toMatch(inOrder)
    expect(texts[0]).not.toContain('Clay')
  }

  // Without the dialog, Ctrl+P prints the week on screen again.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await printed(page)).join(' ')).toContain('Clay 1.2')
})

test('a school year of 1,701 lessons is printed and saved completely', { tag: '@full' }, async ({ page, context }) => {
  test.setTimeout(400_000)
  const teacher = await signUp(context)
  await storeWeeks(page, teacher, 38, 9)
  const dialog = await openDates(page, addDays(MONDAY, 7 * 38 - 1))
  await expect(dialog.getByRole('status')).toContainText(' · 1,701 lessons')
  const download = page.waitForEvent('download', { timeout: 200_000 })
  await dialog.getByRole('button', { name: 'Save as PDF' }).click()
  const all = Array.from({ length: 190 }, (_, at) => at).flatMap((at) =>
    at === 4 ? [] : Array.from({ length: 9 }, (_, one) => `${at + 1}.${one + 1}`),
  )
  const numbersIn = (texts: string[]) => [...texts.join(' ').matchAll(/(?:Sums|Clay) (\d+\.\d)/g)].map(([, number]) => number)
  expect(numbersIn(await printed(page))).toEqual(all)
  expect(numbersIn(await textsOf(readFileSync(await (await download).path())))).toEqual(all)
})
