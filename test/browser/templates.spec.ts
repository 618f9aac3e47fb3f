import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays } from '#shared/dates.ts'
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, dayOf, dialogOf, lessonsOf, openWeek, signUp, storeDay, storedDay, type Teacher, toastOf } from './planner-teacher.ts'
import { expect, expectToast, test } from './test.ts'

const MONDAY = '2026-11-16'
const NEXT_MONDAY = '2026-11-23'
let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  await page.clock.setSystemTime('2026-11-18T12:00:00Z')
  teacher = await signUp(context)
})

const storeTemplate = async (page: Page, kind: 'time-block' | 'daily' | 'weekly', data: object) => {
  const reply = await page.request.post(`/api/${kind}-templates`, { headers: { authorization: `Bearer ${teacher.token}` }, data })
  expect(reply.status()).toBe(201)
  return (await reply.json()) as { id: string }
}
/** Opens the Templates menu in the toolbar. */
const openMenu = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Templates' }).click()
const openManager = async (page: Page, tab: string) => {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Manage templates…' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

test('a teacher saves a week as a template, applies it to the next one after a warning about replaced lessons, and undoes that', async ({
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
  await expect(dialogOf(page).getByLabel('Include lesson descriptions')).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Weekly template created successfully')

  const mine = [block('Assembly')]
  await storeDay(page, teacher, { date: NEXT_MONDAY, blocks: mine })
  await storeDay(page, teacher, { date: addDays(NEXT_MONDAY, 2), isBlocked: true, blockedText: 'Snow day' })
  await openWeek(page, NEXT_MONDAY)
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'A week' }).click()
  const warning = page.getByRole('dialog', { name: 'Overwrite Warning' })
  await expect(warning.getByText('1 lesson on Mon will be replaced. 1 of them loses its text.')).toBeVisible()
  await expect(warning.getByRole('region', { name: 'Monday' })).toContainText('1 replaced, 1 loses text')
  await expect(warning.getByRole('region', { name: 'Tuesday' })).toContainText('Art')
  await expect(warning.getByRole('region', { name: 'Wednesday' })).toContainText('Day off, left out')
  await expect(warning.getByLabel('Also fill Wed (Snow day), hidden until you unblock it')).not.toBeChecked()
  await warning.getByRole('button', { name: 'Yes, Overwrite' }).click()
  await expectToast(page, 'Template applied successfully', 'Mon replaced. Tue filled. Wed skipped (day off).')
  await expect(lessonsOf(page, NEXT_MONDAY)).toContainText(['Math'])
  // The template includes the description but not the alert.
  await expect(lessonsOf(page, NEXT_MONDAY).first().locator('.lesson-card-text')).toHaveText('Math')
  await expect(lessonsOf(page, NEXT_MONDAY).first()).not.toContainText('Has an alert')
  await expect(dayOf(page, addDays(NEXT_MONDAY, 2))).toContainText('Snow day')

  await toastOf(page, 'Template applied successfully').getByRole('button', { name: 'Undo' }).click()
  await expect(lessonsOf(page, NEXT_MONDAY)).toContainText(['Assembly'])
  await expect(lessonsOf(page, addDays(NEXT_MONDAY, 1))).toHaveCount(0)
  await expect.poll(async () => (await storedDay(page, teacher, NEXT_MONDAY))?.blocks).toMatchObject(mine)
})

test("templates are shared as a file. One with a script imports only text, and a file that isn't ours imports nothing", {
  tag: '@full',
}, async ({ page }) => {
  await storeTemplate(page, 'daily', { name: 'Normal day', blocks: [block('Math')] })
  await openWeek(page)
  await openManager(page, 'Daily')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(text).daily).toMatchObject([{ name: 'Normal day', blocks: [{ title: 'Math' }] }])
  expect(text).not.toContain(teacher.id)

  const choose = async (content: string) =>
    page.getByLabel('Template file').setInputFiles({ name: 'templates.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose('{"recipes": []}')
  await expect(page.getByText('This isn’t a Firstbell template file.', { exact: true })).toBeVisible()
  await choose(' '.repeat(10_000_000))
  await expect(page.getByText('This file is too large. Choose one of up to 2 MB.', { exact: true })).toBeVisible()
  await choose(text.replace('<p>Math</p>', '<p>Math</p><img src=x onerror=document.title=1><script>document.title=1</script>'))
  const preview = page.getByRole('dialog', { name: 'Import 1 template' })
  await preview.getByText('Normal day').click()
  await expect(preview.getByText('Math', { exact: true }).first()).toBeVisible()
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('1 template added to your templates.', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Templates' }).getByRole('listitem')).toHaveCount(2)
  const lists = await page.request.get('/api/daily-templates', { headers: { authorization: `Bearer ${teacher.token}` } })
  expect((await lists.json()).map(({ blocks }: { blocks: { description: string }[] }) => blocks[0]?.description)).toEqual([
    '<p>Math</p>',
    '<p>Math</p>',
  ])
  expect(await page.title()).not.toBe('1')
})

test('every template dialog is accessible', { tag: '@full' }, async ({ page }) => {
  await storeDay(page, teacher, { blocks: [block('Art')] })
  await storeDay(page, teacher, { date: '2025-11-19', blocks: [block('Math'), block('Art')] })
  await storeTemplate(page, 'weekly', {
    name: 'A week',
    wednesdayBlocks: [{ ...block('Math'), hasAlert: true, alertMessage: 'Blue tray' }],
  })
  await openWeek(page)
  await openMenu(page)
  await expect(page.getByRole('menuitem', { name: 'A week' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('menuitem', { name: 'A week' }).click()
  await expect(page.getByRole('dialog', { name: 'Overwrite Warning' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Fill from last year…' }).click()
  await expect(page.getByRole('button', { name: 'Fill in 1 lesson' })).toBeVisible()
  await expectAccessibleInBoth(page)
  // By keyboard alone.
  await page.getByRole('checkbox', { name: /Math/ }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Left out', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await openManager(page, 'Weekly')
  await page.getByRole('button', { name: /^A week/ }).click()
  await expectAccessibleInBoth(page)
  for (const [tab, heading] of [
    ['Weekly', 'Create Weekly Template'],
    ['Daily', 'Create Daily Template'],
    ['Time Blocks', 'Create Time Block Template'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: 'New template' }).click()
    await expect(page.getByRole('dialog', { name: heading })).toBeVisible()
    await expectAccessibleInBoth(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: heading })).toBeHidden()
  }
})
