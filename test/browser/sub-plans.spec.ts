import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInBoth } from './both-themes.ts'
import { block, openWeek, signUp, storeDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const SCRIPT = '<script>window.ran = true</script><img src="x" onerror="window.ran = true">'

let teacher: Teacher
test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  await page.clock.setSystemTime('2026-11-18T07:00:00Z')
  await storeDay(page, teacher, { blocks: [block('Math'), { ...block('Science', '09:00', '10:00'), description: '' }] })
})

const openNotes = async (page: Page) => {
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Special Notes' }).click()
  return shownDialog(page, 'Special Notes')
}
const openPlans = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 1200) await page.getByRole('button', { name: 'Month', exact: true }).click()
  await page.getByRole('button', { name: 'Generate Sub Plans' }).click()
  return shownDialog(page, 'Generate Sub Plans')
}
const shownDialog = async (page: Page, name: string) => {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Counts calls to `print` instead of printing. */
const countPrints = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['prints'] = String(Number(document.documentElement.dataset['prints'] ?? 0) + 1)
    }
  })

test('a sick teacher adds what is missing and prints the plan in a new window', async ({ page, context }) => {
  await countPrints(context)
  await openWeek(page)
  const dialog = await openPlans(page)
  await expect(dialog.getByRole('button', { name: 'Wednesday, November 18, 2026' })).toHaveAttribute('aria-pressed', 'true')
  for (const closed of ['Saturday, November 21, 2026', 'Tuesday, December 1, 2026'])
    await expect(dialog.getByRole('button', { name: closed })).toBeDisabled()
  await expect(dialog.getByText('Nov 18, 2026: Science has no instructions')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Add emergency procedures' }).click()
  const notes = page.getByRole('dialog', { name: 'Special Notes' })
  await expect(notes.getByRole('tab', { name: 'Emergency Procedures' })).toHaveAttribute('aria-selected', 'true')
  await notes.getByRole('textbox', { name: 'Emergency Procedures' }).click()
  await page.keyboard.type('Out by the east door')
  await notes.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notes.getByRole('status')).toContainText('Saved')
  await notes.getByRole('button', { name: 'Close' }).click()

  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Emergency procedures', { exact: true })).toBeChecked()
  await dialog.getByRole('button', { name: 'Thursday, November 19, 2026' }).click()
  await dialog.getByLabel('Message for the sub').fill('Thank you!')
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as PDF' }).click()])
  expect(file.suggestedFilename()).toBe('substitute-plan-2026-11-18-to-2026-11-19.pdf')
  const pdf = readFileSync(await file.path(), 'latin1')
  expect(pdf).toMatch(/^%PDF-/)
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(4)
  const [plan] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Generate and print' }).click()])
  await expect(plan.getByRole('heading', { name: 'Substitute Plan' })).toBeVisible()
  await expect(plan.getByText('Out by the east door')).toBeVisible()
  await expect(plan.getByText('No lessons scheduled').first()).toBeVisible()
  await expect(plan.locator('html')).toHaveAttribute('data-prints', '1')
  await expect(plan.locator('.box').first()).toHaveCSS('border-top-style', 'solid')
  await expectAccessible(plan)
  await expect(dialog).toBeHidden()
})

test('nothing in a lesson or a note runs in the print window, not even what a server let through', {
  tag: '@full',
}, async ({ page, context, problems }) => {
  await countPrints(context)
  await storeDay(page, teacher, { blocks: [{ ...block('Math'), title: SCRIPT, description: SCRIPT }], hasNote: true, noteText: SCRIPT })
  await page.request.patch('/api/user', {
    headers: { authorization: `Bearer ${teacher.token}` },
    data: { emergencyProcedures: SCRIPT, studentNotes: SCRIPT, substituteInstructions: SCRIPT },
  })
  await openWeek(page)
  const print = async () => {
    const dialog = await openPlans(page)
    const [plan] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Generate and print' }).click()])
    await expect(plan.locator('html')).toHaveAttribute('data-prints', '1')
    expect(await plan.evaluate(() => 'ran' in window)).toBe(false)
    return plan
  }
  await expect((await print()).locator('script, img')).toHaveCount(0)

  problems.expect(/violates the following Content Security Policy/)
  await page.route('**/api/sub-plans/generate', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace('</body>', `${SCRIPT}</body>`) })
  })
  await print()
})

test('if windows are blocked, the plan is a page of the app, black on white in both themes', async ({ page, context }) => {
  await countPrints(context)
  await context.addInitScript(() => {
    window.open = () => null
  })
  await openWeek(page)
  const dialog = await openPlans(page)
  await dialog.getByRole('button', { name: 'Generate and print' }).click()
  await expect(page.getByRole('heading', { name: 'Substitute Plan', level: 1 })).toBeVisible()
  await expect(page.locator('.box').first()).toHaveCSS('border-top-style', 'solid')
  await expectAccessibleInBoth(page)
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1')
  await page.getByRole('link', { name: 'Back to the planner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Week of/ })).toBeVisible()
  await page.goBack()
  await page.reload()
  await expect(page.getByText('No sub plan here')).toBeVisible()
})

test("a teacher writes notes under the guide's headings and is asked before losing them", { tag: '@full' }, async ({ page }) => {
  await openWeek(page)
  const dialog = await openNotes(page)
  await dialog.getByRole('button', { name: 'Add headings' }).click()
  await expect(dialog.getByRole('heading', { name: 'Dismissal and buses' })).toBeVisible()
  await expectAccessibleInBoth(page)
  await dialog.getByRole('tab', { name: 'Student Notes' }).click()
  await dialog.getByRole('textbox', { name: 'Student Notes' }).fill('Ana sits in front')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Saved')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const reply = await page.request.get('/api/user', { headers: { authorization: `Bearer ${teacher.token}` } })
  const { studentNotes, substituteInstructions } = await reply.json()
  expect(studentNotes).toBe('<p>Ana sits in front</p>')
  expect(substituteInstructions).toContain('<h3>Dismissal and buses</h3>')
  await openPlans(page)
  await expectAccessibleInBoth(page)
})

test('if another tab has saved a note in the meantime, both texts are kept', { tag: '@full' }, async ({ page, problems }) => {
  problems.expect(/status of 409/)
  const headers = { authorization: `Bearer ${teacher.token}` }
  await openWeek(page)
  const dialog = await openNotes(page)
  await dialog.getByRole('tab', { name: 'Student Notes' }).click()
  await dialog.getByRole('textbox', { name: 'Student Notes' }).fill('Ana sits in front')
  await page.request.patch('/api/user', { headers, data: { studentNotes: '<p>Ben leaves at ten</p>' } })
  await dialog.getByRole('tab', { name: 'Emergency Procedures' }).click()
  await dialog.getByRole('textbox', { name: 'Emergency Procedures' }).fill('East door')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('These notes were also changed in another window.')
  const editor = dialog.getByRole('textbox', { name: 'Student Notes' })
  await expect(editor).toContainText('Ana sits in front')
  await expect(editor).toContainText('Ben leaves at ten')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByRole('status')).toContainText('Saved')
  await expect(dialog.getByRole('alert')).toBeHidden()
  const { studentNotes, emergencyProcedures } = await (await page.request.get('/api/user', { headers })).json()
  expect(studentNotes).toMatch(/Ana sits in front.*Ben leaves at ten/)
  expect(emergencyProcedures).toBe('<p>East door</p>')
})

test('the plan of a day that was just deleted says that it has no lessons', { tag: '@full' }, async ({ page, context }) => {
  await countPrints(context)
  await openWeek(page)
  const dialog = await openPlans(page)
  const headers = { authorization: `Bearer ${teacher.token}` }
  const [day] = await (await page.request.get(`/api/calendar?date=${WEDNESDAY}`, { headers })).json()
  await page.request.delete(`/api/calendar/${day.id}`, { headers })
  const [plan] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Generate and print' }).click()])
  await expect(plan.getByText('No lessons scheduled')).toBeVisible()
})
