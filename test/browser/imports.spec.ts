/** Brings in what a teacher has from a spreadsheet, a calendar, Word and another account, and takes lessons out as a file. */
import type { BrowserContext, Page } from '@playwright/test'
import { Document, HeadingLevel, Packer, Paragraph } from 'docx'
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, dayOf, dialogOf, lessonsOf, openWeek, runFromPalette, signUp, storeDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T15:00:00Z')
})

const ROWS = [
  ['Date', 'Start', 'End', 'Subject', 'Plan'],
  ['11/18', '8:00', '8:20', 'Morning Meeting', 'Weather share'],
  ['11/31', '9:00', '10:00', 'Art', 'Clay'],
  ['11/18', '10:30', '11:30', 'Math', 'Decimals as tenths'],
  ['11/18', '1:15', '2:00', 'Music', 'Mr. Hale'],
]
  .map((row) => row.join('\t'))
  .join('\n')

const event = (lines: readonly string[]) => ['BEGIN:VEVENT', 'DTSTAMP:20260801T000000Z', ...lines, 'END:VEVENT']
const ICS = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//District//EN'],
  ...event(['UID:1', 'SUMMARY:No School: Conferences', 'DTSTART;VALUE=DATE:20261119', 'DTEND;VALUE=DATE:20261121']),
  ...event(['UID:2', 'SUMMARY:Book club', 'DTSTART:20261118T130000', 'DTEND:20261118T140000']),
  'END:VCALENDAR',
].join('\r\n')

const openImport = async (page: Page) => {
  await openWeek(page)
  await runFromPalette(page, 'Bring in what you have')
  await expect(dialogOf(page)).toBeVisible()
}
/** Pastes into the element that has the focus, as the browser does. */
const paste = async (page: Page, text: string) => {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('File to bring in').setInputFiles({ name, mimeType: '', buffer })
const bring = (page: Page, words: string) => page.getByRole('button', { name: `Bring in ${words}` })

test('rows are pasted, corrected, brought in and undone', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openImport(page)
  await page.getByRole('textbox', { name: 'Your rows' }).focus()
  await paste(page, ROWS)
  await expect(page.getByText('3 lessons on Wednesday, November 18')).toBeVisible()
  await expect(page.getByText('1:15 PM', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Column Plan' }).selectOption('Leave out')
  await expect(page.getByRole('listitem').filter({ hasText: 'Decimals as tenths' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Column Plan' }).selectOption('Lesson text')
  await expect(page.getByRole('listitem').filter({ hasText: 'Decimals as tenths' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Copy these lines' }).click()
  await expectToast(page, 'Lines copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Date\tStart\tEnd\tSubject\tPlan\n11/31\t9:00\t10:00\tArt\tClay')
  await expectAccessibleInBoth(page)
  await bring(page, '3 lessons').click()
  await expectToast(page, '3 lessons brought in')
  await expect(lessonsOf(page)).toHaveCount(3)
  await toastOf(page, '3 lessons brought in').getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  await expect(lessonsOf(page)).toHaveCount(0)
})

test('a district’s calendar brings days off and lessons', async ({ page }) => {
  await openImport(page)
  await choose(page, 'district.ics', Buffer.from(ICS))
  await expect(page.getByRole('radio', { name: /^Calendar file/ })).toBeChecked()
  await expect(bring(page, '1 lesson and 2 days off')).toBeEnabled()
  await expectAccessibleInBoth(page)
  await bring(page, '1 lesson and 2 days off').click()
  await expectToast(page, '1 lesson and 2 days off brought in')
  await expect(lessonsOf(page)).toContainText(['Book club'])
  await expect(dayOf(page, '2026-11-20')).toContainText('Conferences')
})

test('a Word document with a heading per day comes in on a phone', async ({ page }) => {
  const heading = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_1 })
  const children = [
    ...[heading('Wednesday, November 18'), new Paragraph('8:00–8:20 Morning Meeting'), new Paragraph('Weather share')],
    ...[heading('Thursday, November 19'), new Paragraph('10:30–11:30 Math'), new Paragraph('Decimals as tenths')],
  ]
  const file = await Packer.toBuffer(new Document({ sections: [{ children }] }))
  await openImport(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(page, 'plans.docx', file)
  await expect(page.getByRole('radio', { name: /^Word or Docs text/ })).toBeChecked()
  await expect(page.getByText('2 lessons on 2 days, November 18 to November 19')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await bring(page, '2 lessons').click()
  await expectToast(page, '2 lessons brought in')
  await expect(lessonsOf(page)).toContainText(['Morning Meeting'])
})

/** Signs up another teacher with a week of lessons and a class, and returns the archive of their account. */
const archiveOfAnother = async (context: BrowserContext): Promise<{ archive: Buffer; days: unknown }> => {
  const email = `lee-${crypto.randomUUID()}@school.example`
  const { request } = context
  const reply = await request.post('/api/auth/register', { data: { email, passwordHash: 'correct horse', timezone: 'UTC' } })
  const headers = { authorization: `Bearer ${(await reply.json()).token}` }
  const { id: classId } = await (await request.post('/api/classes', { headers, data: { name: 'Math' } })).json()
  const block = { id: 'block_math', title: 'Math', description: '<p>Decimals as tenths</p>', startTime: '10:30', endTime: '11:30', classId }
  await request.post('/api/calendar', { headers, data: { date: '2026-11-18', blocks: [block] } })
  await request.post('/api/calendar', { headers, data: { date: '2026-11-20', isBlocked: true, blockedText: 'Conferences' } })
  const archive = await (await request.post('/api/user/export', { headers })).body()
  return { archive, days: await (await request.get('/api/calendar?from=2026-11-16&to=2026-11-20', { headers })).json() }
}

test('the archive of one account fills another', async ({ context, page }) => {
  const { archive } = await archiveOfAnother(context)
  await openImport(page)
  await choose(page, 'firstbell.zip', archive)
  await expect(page.getByText('Also 1 class.')).toBeVisible()
  await bring(page, '1 lesson and 1 day off').click()
  await expectToast(page, '1 lesson and 1 day off brought in')
  await expect(lessonsOf(page)).toContainText(['Math'])
  const reply = await page.request.get('/api/classes', { headers: { authorization: `Bearer ${teacher.token}` } })
  expect((await reply.json()).map(({ name }: { name: string }) => name)).toEqual(['Math'])
})

test('long lines and a long name of a file stay within their column', async ({ page }) => {
  await openImport(page)
  const rows = `Date,Title,Plan\n11/18,Math,${'decimals'.repeat(40)}`
  await choose(page, `${'lessons-of-november'.repeat(10)}.csv`, Buffer.from(rows))
  await expect(bring(page, '1 lesson')).toBeEnabled()
  const fits = (element: HTMLElement) => element.scrollWidth <= element.clientWidth
  const column = page.getByRole('radio', { name: /^Spreadsheet/ }).locator('xpath=ancestor::fieldset/..')
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 768 })
    expect(await column.evaluate(fits)).toBe(true)
    expect(await page.getByRole('button', { name: /^Remove lessons/ }).evaluate(fits)).toBe(true)
  }
})

test('everything works by keyboard alone', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openImport(page)
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const { activeElement: element } = document
        const label =
          element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0]?.textContent : null
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
      })
      if (name.test(focused)) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await tabTo(/^Spreadsheet/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Word or Docs text/ })).toBeChecked()
  await tabTo(/^Your text/)
  await paste(page, 'Wednesday, November 18\n8:00–8:20 Morning Meeting\nWeather share')
  await expect(page.getByText('1 lesson on Wednesday, November 18')).toBeVisible()
  await tabTo(/^Bring in 1 lesson/)
  await page.keyboard.press('Enter')
  await expectToast(page, '1 lesson brought in')
  await expect(lessonsOf(page)).toContainText(['Morning Meeting'])
})

test('at 400% zoom, the whole dialog scrolls and nothing is cut off', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openImport(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByRole('textbox', { name: 'Your rows' }).focus()
  await paste(page, ROWS)
  await expect(page.getByText('3 lessons on Wednesday, November 18')).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await bring(page, '3 lessons').click()
  await expectToast(page, '3 lessons brought in')
})

test('a week is downloaded as a Word document', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math')] })
  await openWeek(page)
  await runFromPalette(page, 'Take it with you')
  await expect(dialogOf(page)).toContainText('November 16 – November 20, 2026')
  await expectAccessibleInBoth(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.docx$/)
})
