import type { BrowserContext, Page, Route } from '@playwright/test'
import { block, dayOf, dialogOf, openWeek, settled, signUp, storeDay, storedDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, test } from './test.ts'

const LEFT = { hasAccess: true, tokensRemaining: 612_480, tokensUsed: 387_520, tokensAllowance: 1_000_000 }
const HTML = '<h2>Exit ticket</h2><ol><li><p>Solve it.</p></li></ol>'

let teacher: Teacher
/** Overrides for the server's AI-related responses. */
let told: { ai: boolean; user: object; status: object }
/** The stubbed response handler, and the requests it received. */
let answer: (route: Route) => Promise<void>
let asked: { prompt: string; responseStyle: string; lesson: Record<string, unknown> }[]

const events = (...all: object[]) => ({
  contentType: 'text/event-stream',
  body: all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
})
const whole = (content = HTML) => events({ kind: 'text', text: '## Exit' }, { kind: 'text', text: ' ticket' }, { kind: 'done', content })

const mockAi = async (context: BrowserContext) => {
  const adding = (path: string, more: () => object) =>
    context.route(`**${path}`, async (route) => {
      const reply = await route.fetch()
      return route.fulfill({ response: reply, json: { ...(await reply.json()), ...more() } })
    })
  await adding('/api/settings', () => ({ ai: told.ai }))
  await adding('/api/user', () => told.user)
  await context.route('**/api/billing', (route) =>
    route.fulfill({ json: { state: 'on', prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: 'price_ai' } } }),
  )
  await context.route('**/api/ai/status', (route) => route.fulfill({ json: told.status }))
  await context.route('**/api/ai/preview', (route) =>
    route.fulfill({
      json: {
        to: 'ai.example',
        messages: [
          { role: 'system', text: 'Write a lesson.' },
          { role: 'user', text: `${route.request().postDataJSON().prompt}, please` },
        ],
      },
    }),
  )
  await context.route('**/api/ai/generate/stream', (route) => {
    asked.push(route.request().postDataJSON())
    return answer(route)
  })
}

test.beforeEach(async ({ context, page }) => {
  teacher = await signUp(context)
  told = { ai: true, user: { aiFeatureFlag: true }, status: LEFT }
  asked = []
  answer = (route) => route.fulfill(whole())
  await mockAi(context)
  await storeDay(page, teacher, { blocks: [block('Math'), block('Art', '10:00', '11:00')] })
})

// A change event may trigger one more account request as a test ends.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }))

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Write with AI' })
const promptOf = (page: Page) => panelOf(page).getByLabel('What should AI write?')
const button = (page: Page, name: string) => panelOf(page).getByRole('button', { name, exact: true })
const openLesson = async (page: Page) => {
  await openWeek(page)
  await dayOf(page).locator('[data-block-id]').filter({ hasText: 'Math' }).first().click()
  await expect(textOf(page)).toHaveText('Math')
}
const openPanel = async (page: Page) => {
  await openLesson(page)
  await page.getByRole('button', { name: 'Write with AI' }).click()
  await expect(promptOf(page)).toBeFocused()
}
const generate = async (page: Page, prompt = 'Write an exit ticket.') => {
  await promptOf(page).fill(prompt)
  await promptOf(page).press('Enter')
}

test.describe('an answer', () => {
  test('is generated with the keyboard alone, inserted at the cursor, removed by one Undo, and saved', async ({ page }) => {
    await openLesson(page)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and more')
    await expect(page.getByRole('button', { name: 'Write with AI' })).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Write with AI' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(promptOf(page)).toBeFocused()
    await page.keyboard.type('Write an exit ticket.')
    await page.keyboard.press('Enter')
    await expect(panelOf(page).getByRole('heading', { name: 'Exit ticket' })).toBeVisible()
    await expect(panelOf(page).getByText('Ready to insert.')).toBeVisible()
    await expectAccessible(page)
    await expect(textOf(page)).toHaveText('Math and more')
    await button(page, 'Insert at the cursor').focus()
    await page.keyboard.press('Enter')
    await expect(textOf(page)).toBeFocused()
    await expect(textOf(page).getByRole('listitem')).toHaveText('Solve it.')
    await expect(panelOf(page).getByText('Inserted. Undo removes it.')).toBeVisible()
    await settled(page)
    await page.keyboard.type('!')
    await page.keyboard.press('Control+z')
    await expect(textOf(page).getByRole('listitem')).toHaveText('Solve it.')
    await page.keyboard.press('Control+z')
    await expect(textOf(page)).toHaveText('Math and more')
    await page.keyboard.press('Control+Shift+z')
    await page.keyboard.press('Control+Enter')
    await expect(dialogOf(page)).toBeHidden()
    await expect.poll(async () => (await storedDay(page, teacher))?.blocks[0]?.description).toBe(`<p>Math and more</p>${HTML}`)
    expect(asked).toEqual([
      {
        prompt: 'Write an exit ticket.',
        responseStyle: 'DETAILED',
        lesson: {
          title: 'Math',
          date: WEDNESDAY,
          startTime: '08:00',
          endTime: '09:00',
          html: '<p>Math and more</p>',
          withLastLesson: false,
          withDay: false,
        },
      },
    ])
  })

  test('is added at the end of a text that never had focus, between its paragraphs, or in its place', { tag: '@full' }, async ({
    page,
  }) => {
    await storeDay(page, teacher, {
      date: '2026-11-19',
      blocks: [{ ...block('Math'), description: '<p>One</p><ul><li><p>Two</p></li></ul><p>Three</p>' }],
    })
    await openWeek(page)
    await dayOf(page, '2026-11-19').locator('[data-block-id]').first().click()
    await page.getByRole('button', { name: 'Write with AI' }).click()
    answer = (route) => route.fulfill(whole('<p>New</p>'))
    const lines = textOf(page).locator('p')
    await generate(page)
    await button(page, 'Insert at the cursor').click()
    await expect(lines).toHaveText(['One', 'Two', 'Three', 'New'])
    // The editor ignores clicks right after it changes its own content, but no user clicks that fast.
    await expect(async () => {
      await textOf(page).getByText('Two').click()
      expect(await page.evaluate(() => getSelection()?.anchorNode?.textContent)).toBe('Two')
    }).toPass()
    await page.keyboard.press('End')
    await generate(page)
    await button(page, 'Insert at the cursor').click()
    await expect(lines).toHaveText(['One', 'Two', 'New', 'Three', 'New'])
    await expect(textOf(page).getByRole('listitem')).toHaveText('Two')
    await generate(page)
    await button(page, 'Replace the description').click()
    await expect(lines).toHaveText(['New'])
    await page.keyboard.press('Control+z')
    await expect(lines).toHaveText(['One', 'Two', 'New', 'Three', 'New'])
  })

  test('in progress stops on Escape, and closing the dialog asks first', { tag: '@full' }, async ({ page }) => {
    answer = () => new Promise(() => undefined)
    await openPanel(page)
    await generate(page)
    await expect(panelOf(page).getByText('Writing…')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Save and close?' })
    await expect(question).toContainText('Your AI draft isn’t in your lesson')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(panelOf(page).getByText('Writing…')).toBeVisible()
    const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/stream'))
    await promptOf(page).focus()
    await page.keyboard.press('Escape')
    await gone
    await expect(panelOf(page).getByText('Stopped.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  })

  test('shows next to the expanded text too, and over it on a phone', { tag: '@full' }, async ({ page }) => {
    await openPanel(page)
    await button(page, 'Close Write with AI').click()
    await expect(page.getByRole('button', { name: 'Write with AI' })).toBeFocused()
    await page.getByRole('button', { name: 'Expand' }).click()
    await page.getByRole('button', { name: 'Write with AI' }).click()
    await generate(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(textOf(page)).toBeHidden()
    await expectAccessible(page)
    await button(page, 'Insert at the cursor').click()
    await expect(panelOf(page)).toHaveCount(0)
    await expect(textOf(page)).toBeFocused()
    await expect(textOf(page).getByRole('listitem')).toHaveText('Solve it.')
  })
})

test('all AI texts are accessible', { tag: '@full' }, async ({ page }) => {
  const openUsage = async () => {
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account Management' }).click()
    await dialogOf(page).getByRole('tab', { name: 'AI Usage' }).click()
  }
  await openPanel(page)
  await promptOf(page).fill('An exit ticket')
  await panelOf(page).getByText('What we send', { exact: true }).click()
  await button(page, 'See what we send').click()
  await expect(panelOf(page).getByText('An exit ticket, please')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Edit prompts').click()
  await expectAccessible(page)
  await openWeek(page)
  await page.getByRole('button', { name: 'AI Custom Instructions' }).click()
  await expect(dialogOf(page).getByLabel('Instructions')).toBeVisible()
  await expectAccessible(page)
  told.user = { aiFeatureFlag: true, isAdmin: true }
  await openWeek(page)
  await openUsage()
  await expect(dialogOf(page).getByText('61% of this month’s AI writing left')).toBeVisible()
  await expect(dialogOf(page).getByText('Debug Tools')).toBeVisible()
  await expectAccessible(page)
  told.user = { aiFeatureFlag: false }
  await openLesson(page)
  await page.getByRole('button', { name: 'Write with AI' }).press('Enter')
  const why = page.getByRole('dialog', { name: 'Why AI isn’t available right now' })
  await expect(why).toBeVisible()
  await expectAccessible(page)
})
