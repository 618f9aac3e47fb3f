/** Tests AI writing end to end in the browser, from purchase to insertion, with the AI and Stripe stand-ins. */
import type { Page } from '@playwright/test'
import { block, dayOf, dialogOf, openWeek, signUp, storeDay, storedDay, type Teacher } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Write with AI' })
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
/** The stand-in always responds with level-3 headings. */
const answerOf = (page: Page) => panelOf(page).getByRole('region', { name: 'AI draft' })
const button = (page: Page, name: string) => panelOf(page).getByRole('button', { name, exact: true })
const generate = async (page: Page, prompt: string) => {
  await panelOf(page).getByLabel('What should AI write?').fill(prompt)
  await panelOf(page).getByLabel('What should AI write?').press('Enter')
}

/** Buys the add-on and waits until the server grants access. */
const buyAi = async (page: Page, { token }: Teacher) => {
  await page.goto('/checkout?plan=ai_addon')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Pay with a good card' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const headers = { authorization: `Bearer ${token}` }
  const may = async () => (await (await page.request.get('/api/ai/status', { headers })).json()).hasAccess
  await expect.poll(may, { timeout: 20_000 }).toBe(true)
}

test('the add-on is bought, a lesson is written, stopped, interrupted and kept, and the usage is shown', { tag: '@full' }, async ({
  page,
  context,
}) => {
  test.slow()
  const teacher = await signUp(context)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '10:00', '11:00')] })
  await buyAi(page, teacher)
  await openWeek(page)
  await dayOf(page).locator('[data-block-id]').filter({ hasText: 'Math' }).first().click()
  await page.getByRole('button', { name: 'Write with AI' }).click()

  await test.step('the request contains exactly what the teacher sees', async () => {
    await panelOf(page).getByLabel('Other lessons that day').check()
    await panelOf(page).getByLabel('What should AI write?').fill('An outline')
    await panelOf(page).getByText('What we send', { exact: true }).click()
    await button(page, 'See what we send').click()
    await expect(panelOf(page).getByText('An outline').last()).toBeVisible()
    await expect(panelOf(page).getByText(/Art/).last()).toBeVisible()
    await panelOf(page).getByText('What we send', { exact: true }).click()
  })
  await test.step('an answer arrives and is inserted', async () => {
    await generate(page, 'Outline of fractions')
    await expect(panelOf(page).getByText('Ready to insert.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Insert at the cursor').click()
    await expect(textOf(page).getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(textOf(page)).toContainText('Math')
  })
  await test.step('a slow one is stopped', async () => {
    await generate(page, 'Outline [silent 12]')
    await expect(answerOf(page).getByRole('heading')).not.toHaveCount(0)
    await button(page, 'Stop').click()
    await expect(panelOf(page).getByText('Stopped.')).toBeVisible()
    await button(page, 'Discard').click()
  })
  await test.step("text that arrived before the provider failed is kept, and replaces the lesson's text", async () => {
    await generate(page, 'Outline [cut 12]')
    await expect(panelOf(page).getByRole('alert')).toContainText('Generation Failed: Could not generate AI content. Please try again.')
    await button(page, 'Replace the description').click()
    await expect(textOf(page)).not.toContainText('Math')
    await page.keyboard.press('Control+z')
    await expect(textOf(page)).toContainText('Math')
  })
  await test.step('scripts in an answer are plain text', async () => {
    await generate(page, 'Outline [scripts]')
    await expect(panelOf(page).getByText('Ready to insert.')).toBeVisible()
    expect(await panelOf(page).locator('img, iframe, script, [onclick]').count()).toBe(0)
    await button(page, 'Discard').click()
  })
  await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(async () => (await storedDay(page, teacher))?.blocks[0]?.description).toContain('<h3>')

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  await dialogOf(page).getByRole('tab', { name: 'AI Usage' }).click()
  await expect(dialogOf(page).getByTitle(/^[1-9][\d,]* of 1,000,000 tokens used$/)).toBeVisible()
})
