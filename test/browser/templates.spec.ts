import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import {
  block,
  dayOf,
  dialogOf,
  lessonsOf,
  openWeek,
  signUp,
  storeDay,
  storedDay,
  storeInPages,
  type Teacher,
  toastOf,
  WEDNESDAY,
} from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const MONDAY = '2026-11-16'
const NEXT_MONDAY = '2026-11-23'
let teacher: Teacher
test.beforeEach(async ({ context }) => {
  teacher = await signUp(context)
})

const storeTemplate = async (page: Page, kind: 'time-block' | 'daily' | 'weekly', data: object) => {
  const reply = await page.request.post(`/api/${kind}-templates`, { headers: { authorization: `Bearer ${teacher.token}` }, data })
  expect(reply.status()).toBe(201)
  return (await reply.json()) as { id: string }
}
/** The menu of the bar; a phone has it in its sheet of tools, which stays open. */
const openMenu = async (page: Page) => {
  const isPhone = (page.viewportSize()?.width ?? 0) < 700
  const sheet = page.getByRole('dialog', { name: 'Tools' })
  if (isPhone && !(await sheet.isVisible())) await page.getByRole('button', { name: 'Tools' }).click()
  await (isPhone ? sheet : page.getByRole('main')).getByRole('button', { name: 'Templates' }).click()
}
const openManager = async (page: Page, tab: string) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Manage templates…' }).click()
  await page.getByRole('tab', { name: tab }).click()
}
const titles = async (page: Page, date: string) => (await storedDay(page, teacher, date))?.blocks.map(({ title }) => title)

test('a teacher keeps a week as a template and puts it on the next one, warned of what it replaces, and takes that back', async ({
  page,
}) => {
  await storeDay(page, teacher, { date: MONDAY, blocks: [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }] })
  await storeDay(page, teacher, { date: '2026-11-17', blocks: [block('Art')] })
  await storeDay(page, teacher, { date: '2026-11-18', blocks: [block('Science')] })
  await openWeek(page)
  await openMenu(page)
  await expect(page.getByText('No templates found - create one first!')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Save this week as a template…' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialogOf(page).getByText('Please enter a template name')).toBeVisible()
  await dialogOf(page).getByLabel('Template name').fill('A week')
  await dialogOf(page).getByLabel('Include lesson descriptions').check()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Weekly template created successfully')

  const mine = [block('Assembly')]
  await storeDay(page, teacher, { date: NEXT_MONDAY, blocks: mine })
  await storeDay(page, teacher, { date: addDays(NEXT_MONDAY, 2), isBlocked: true, blockedText: 'Snow day' })
  await openWeek(page, NEXT_MONDAY)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'A week' }).click()
  const warning = page.getByRole('dialog', { name: 'Overwrite Warning' })
  await expect(warning.getByText('Monday, November 23, 2026: 1 lesson')).toBeVisible()
  await expect(warning.getByRole('region', { name: 'Tuesday' })).toContainText('Art')
  await expect(warning.getByLabel(/^Fill non-instructional days too \(Wed: Snow day\)/)).not.toBeChecked()
  await warning.getByRole('button', { name: 'Yes, Overwrite' }).click()
  await expectToast(page, 'Template applied successfully', 'Mon replaced. Tue filled. Wed left non-instructional.')
  await expect(lessonsOf(page, NEXT_MONDAY)).toContainText(['Math'])
  // The description was included, the alert was not.
  await expect(lessonsOf(page, NEXT_MONDAY).first().locator('.lesson-card-text')).toHaveText('Math')
  await expect(lessonsOf(page, NEXT_MONDAY).first()).not.toContainText('Has an alert')
  await expect(dayOf(page, addDays(NEXT_MONDAY, 2))).toContainText('Snow day')

  await toastOf(page, 'Template applied successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page, NEXT_MONDAY)).toContainText(['Assembly'])
  await expect(lessonsOf(page, addDays(NEXT_MONDAY, 1))).toHaveCount(0)
  await expect.poll(async () => (await storedDay(page, teacher, NEXT_MONDAY))?.blocks).toMatchObject(mine)
})

test('a teacher types a bell schedule, puts it on a day beside what is there, copies it, and brings back the one she deleted', async ({
  page,
}) => {
  await storeDay(page, teacher, { blocks: [block('Duty', '07:30', '08:00')] })
  await page.goto(`/dashboard?view=day&date=${WEDNESDAY}`)
  await openManager(page, 'Daily')
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog', { name: 'Create Daily Template' })
  await expect(form.getByLabel('Template name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Please enter a template name')).toBeVisible()
  await expect(form.getByText('Please add at least one valid time block')).toBeVisible()
  await form.getByLabel('Template name').fill('Normal day')
  const row = (number: number) => form.getByRole('group', { name: `Time block ${number}`, exact: true })
  await expect(row(1).getByLabel('Start')).toHaveValue('8:00 AM')
  await expect(row(1).getByLabel('End')).toHaveValue('8:45 AM')
  await expect(row(1).getByRole('button', { name: 'Remove this time block' })).toBeDisabled()
  await row(1).getByLabel('Title').fill('Math')
  for (const [index, title] of ['Art', ''].entries()) {
    await form.getByRole('button', { name: 'Add Time Block' }).click()
    await row(index + 2)
      .getByLabel('Title')
      .fill(title)
  }
  await expect(row(2).getByLabel('Start')).toHaveValue('8:45 AM')
  await expect(row(2).getByLabel('End')).toHaveValue('9:30 AM')
  await row(2).getByLabel('End').fill('09:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Daily template created successfully', { exact: true })).toBeVisible()

  const rows = page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
  await expect(rows).toContainText(['2 time blocks, 8:00 AM – 9:00 AM'])
  await page.getByRole('button', { name: 'Duplicate Normal day', exact: true }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('copy')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Delete Normal day (copy)' }).click()
  await expect(page.getByText('No template has “copy” in it.')).toBeVisible()
  // By its text: behind an open dialog nothing but the dialog has a role.
  await page.getByText('Undo', { exact: true }).click()
  await expect(page.getByText('Daily template brought back', { exact: true })).toBeVisible()
  await expect(rows).toContainText(['Normal day (copy)'])

  await page.getByRole('button', { name: 'Apply Normal day (copy)' }).click()
  await page.getByRole('button', { name: 'Add beside what is there' }).click()
  await expect(page.getByText('Template applied successfully', { exact: true })).toBeVisible()
  await expect.poll(async () => (await titles(page, WEDNESDAY))?.sort()).toEqual(['Art', 'Duty', 'Math'])
  await dialogOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('list', { name: 'Lessons' })).toContainText('Art')
})

test('a teacher keeps a lesson as a template, fills another from it, and changes the template', async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Math', '10:30', '11:30')] })
  await openWeek(page)
  await lessonsOf(page).first().click()
  await page.getByRole('button', { name: 'Save as template' }).click()
  const keep = page.getByRole('dialog', { name: 'Create Time Block Template' })
  await expect(keep.getByLabel('Template name')).toHaveValue('Math Template')
  await keep.getByLabel('Include lesson descriptions').check()
  await keep.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Time block template created successfully', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const THURSDAY = '2026-11-19'
  await dayOf(page, THURSDAY).getByRole('button', { name: 'Add Time Block', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Time Block' })
  await dialog.getByRole('button', { name: 'Save as template' }).click()
  await expect(page.getByText('Please enter a title first', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /^Math Template/ }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Math')
  await expect(dialog.getByLabel('Start')).toHaveValue('10:30 AM')
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveText('Math')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Time block created successfully')
  await expect
    .poll(async () => (await storedDay(page, teacher, THURSDAY))?.blocks)
    .toMatchObject([{ title: 'Math', description: '<p>Math</p>' }])

  await openManager(page, 'Time Blocks')
  await page.getByRole('button', { name: 'Edit Math Template' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Time Block Template' })
  await form.getByLabel('Start').fill('10:00')
  await expect(form.getByLabel('End')).toHaveValue('11:00 AM')
  await form.getByLabel('End').fill('11:30')
  await form.getByLabel('Title').fill('Algebra')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Templates' })).toContainText('Algebra, 10:00 AM – 11:30 AM')
})

test('templates are handed on as a file; a file with script brings text only, and one that is not ours brings nothing', async ({
  page,
}) => {
  await storeTemplate(page, 'daily', { name: 'Normal day', blocks: [block('Math')] })
  await openWeek(page)
  await openManager(page, 'Daily')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(text).daily).toMatchObject([{ name: 'Normal day', blocks: [{ title: 'Math' }] }])
  expect(text).not.toContain(teacher.id)

  const choose = async (content: string) =>
    page
      .getByLabel('File of templates')
      .setInputFiles({ name: 'templates.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose('{"recipes": []}')
  await expect(page.getByText('This is not a file of templates from Firstbell.', { exact: true })).toBeVisible()
  await choose(' '.repeat(10_000_000))
  await expect(page.getByText('This file is larger than 2 MB, too large to be imported.', { exact: true })).toBeVisible()
  await choose(text.replace('<p>Math</p>', '<p>Math</p><img src=x onerror=document.title=1><script>document.title=1</script>'))
  const preview = page.getByRole('dialog', { name: 'Import 1 template' })
  await preview.getByText('Normal day').click()
  await expect(preview.getByText('Math', { exact: true }).first()).toBeVisible()
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('1 template added beside those you had.', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Templates' }).getByRole('listitem')).toHaveCount(2)
  const lists = await page.request.get('/api/daily-templates', { headers: { authorization: `Bearer ${teacher.token}` } })
  expect((await lists.json()).map(({ blocks }: { blocks: { description: string }[] }) => blocks[0]?.description)).toEqual([
    '<p>Math</p>',
    '<p>Math</p>',
  ])
  expect(await page.title()).not.toBe('1')
})

test('a template that was deleted in another tab says so, and leaves the list', async ({ page, problems }) => {
  problems.expect(/404/)
  const { id } = await storeTemplate(page, 'daily', { name: 'Normal day', blocks: [block('Math')] })
  await openWeek(page)
  await openManager(page, 'Daily')
  await expect(page.getByRole('button', { name: 'Apply Normal day' })).toBeVisible()
  await page.request.delete(`/api/daily-templates/${id}`, { headers: { authorization: `Bearer ${teacher.token}` } })
  await page.getByRole('button', { name: 'Apply Normal day' }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText('Template not found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No templates found - create one first!')).toBeVisible()
  await expect.poll(() => storedDay(page, teacher)).toBeUndefined()
})

for (const { theme, width, height } of [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
] as const)
  test(`every dialog of templates is accessible, ${theme} at ${width}`, async ({ page, context }) => {
    await page.request.patch('/api/user', { headers: { authorization: `Bearer ${teacher.token}` }, data: { preferences: { theme } } })
    await storeInPages(context, 'theme', theme)
    await page.setViewportSize({ width, height })
    await storeDay(page, teacher, { blocks: [block('Art')] })
    await storeTemplate(page, 'weekly', {
      name: 'A week',
      wednesdayBlocks: [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }],
    })
    await openWeek(page)
    await openMenu(page)
    await expect(page.getByRole('menuitem', { name: 'A week' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'A week' }).click()
    await expect(page.getByRole('dialog', { name: 'Overwrite Warning' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await openManager(page, 'Weekly')
    await page.getByRole('button', { name: /^A week/ }).click()
    await expectAccessible(page)
    for (const [tab, heading] of [
      ['Weekly', 'Create Weekly Template'],
      ['Daily', 'Create Daily Template'],
      ['Time Blocks', 'Create Time Block Template'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('button', { name: 'New template' }).click()
      await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: heading })).toBeHidden()
    }
  })
