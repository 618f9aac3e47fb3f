import type { BrowserContext, Page, Route } from '@playwright/test'
import { block, dayOf, dialogOf, openWeek, settled, signUp, storeDay, storedDay, type Teacher, WEDNESDAY } from './planner-teacher.ts'
import { expect, expectAccessible, expectToast, test } from './test.ts'

const LEFT = { hasAccess: true, tokensRemaining: 612_480, tokensUsed: 387_520, tokensAllowance: 1_000_000 }
const NOT_INCLUDED = 'Your subscription does not include AI. Upgrade today in your account settings.'
const USED_UP = "You're out of monthly AI credits. Add more credits in your account settings."
const HTML = '<h2>Exit ticket</h2><ol><li><p>Solve it.</p></li></ol>'

let teacher: Teacher
/** What the server tells of AI, as a test has it. */
let told: { ai: boolean; user: object; status: object }
/** How it answers, and what it was asked. */
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

// What is told of changes may have the account asked for once more as a test ends.
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
  test('is written with the keyboard alone, inserted at the cursor, taken out by one Undo, and saved', async ({ page }) => {
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
    await expect(panelOf(page).getByText('Ready. Nothing is in your lesson yet.')).toBeVisible()
    await expectAccessible(page)
    await expect(textOf(page)).toHaveText('Math and more')
    await button(page, 'Insert at the cursor').focus()
    await page.keyboard.press('Enter')
    await expect(textOf(page)).toBeFocused()
    await expect(textOf(page).getByRole('listitem')).toHaveText('Solve it.')
    await expect(panelOf(page).getByText('Inserted. Undo takes it out again.')).toBeVisible()
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

  test('goes to the end of a text in which nobody has been, or between its paragraphs, or in place of it', async ({ page }) => {
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
    // The editor takes no click in the moment after a change of its own; nobody is so quick.
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

  test('is dropped, and the lesson stays as it was', async ({ page }) => {
    await openPanel(page)
    await generate(page)
    await button(page, 'Discard').click()
    await expect(panelOf(page).getByRole('heading', { name: 'Exit ticket' })).toHaveCount(0)
    await expect(promptOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
  })

  test('that is being written stops by Escape, and closing the dialog asks first', async ({ page }) => {
    answer = () => new Promise(() => undefined)
    await openPanel(page)
    await generate(page)
    await expect(panelOf(page).getByText('Writing…')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(question).toContainText('What AI wrote is not in your lesson')
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

  test('that waits is asked about before the lesson is saved without it', async ({ page }) => {
    await openPanel(page)
    await generate(page)
    await expect(button(page, 'Insert at the cursor')).toBeEnabled()
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
    await save()
    const question = page.getByRole('alertdialog', { name: 'Save and close?' })
    await expect(question).toContainText('What AI wrote is not in your lesson yet.')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(panelOf(page).getByRole('heading', { name: 'Exit ticket' })).toBeVisible()
    await save()
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await expect(dialogOf(page)).toBeHidden()
  })

  test('that breaks off keeps what has come; scripts in it do nothing', async ({ page, problems }) => {
    problems.expect(/429/)
    answer = (route) => route.fulfill(events({ kind: 'text', text: '**Warm-up** <img src=x onerror="alert(1)">\n\n- [ ] glue' }))
    await openPanel(page)
    await generate(page)
    await expect(panelOf(page).getByRole('alert')).toContainText('Generation Failed: Could not generate AI content. Please try again.')
    await expect(panelOf(page).getByText('Warm-up')).toBeVisible()
    expect(await panelOf(page).locator('img').count()).toBe(0)
    await button(page, 'Insert at the cursor').click()
    await expect(textOf(page).getByRole('checkbox')).toHaveCount(1)
    answer = (route) => route.fulfill(events({ kind: 'failed', content: '' }))
    await generate(page)
    await expect(panelOf(page).getByRole('alert')).toContainText('Please try again.')
    await expect(button(page, 'Discard')).toHaveCount(0)
    answer = (route) => route.fulfill({ status: 429, json: { code: 'too_many', message: 'Too many tries. Wait a moment and try again.' } })
    await generate(page)
    await expect(panelOf(page).getByRole('alert')).toContainText('Too many tries.')
  })

  test('is written beside the expanded text too, and on a phone over it', async ({ page }) => {
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

test.describe('what is asked', () => {
  test('is a prompt one click away, typed over where it has a gap, with the style and what is ticked', async ({ page }) => {
    await openPanel(page)
    await button(page, 'Shorten').click()
    await page.keyboard.type('20')
    await panelOf(page).getByRole('radio', { name: 'Brief' }).check()
    await panelOf(page).getByLabel('Last lesson with this title').check()
    await panelOf(page).getByLabel('The day’s other lessons').check()
    await button(page, 'Generate').click()
    await expect(button(page, 'Insert at the cursor')).toBeEnabled()
    expect(asked[0]?.prompt).toMatch(/^Shorten this lesson to 20 minutes\./)
    expect(asked[0]).toMatchObject({ responseStyle: 'BRIEF', lesson: { withLastLesson: true, withDay: true } })
  })

  test('is shown exactly as it is sent', async ({ page }) => {
    await openPanel(page)
    await promptOf(page).fill('An exit ticket')
    await panelOf(page).getByText('What is sent', { exact: true }).click()
    await expect(panelOf(page).getByText('Never your special notes')).toBeVisible()
    await expect(panelOf(page).getByText('ai.example', { exact: false })).toBeVisible()
    await button(page, 'See what is sent').click()
    await expect(panelOf(page).getByText('An exit ticket, please')).toBeVisible()
    await expectAccessible(page)
  })

  test('is from prompts that the teacher renames, rewrites, adds, removes, and has back as they were', async ({ page, context }) => {
    await context.unroute('**/api/user')
    await context.route('**/api/user', async (route) => {
      const reply = await route.fetch()
      return route.fulfill({ response: reply, json: { ...(await reply.json()), ...told.user } })
    })
    await openPanel(page)
    await button(page, 'Edit prompts').click()
    await expectAccessible(page)
    await panelOf(page).getByLabel('Name of prompt 1').fill('Plan')
    await panelOf(page).getByLabel('Text of Plan').fill('Plan it for [Ms. Lee].')
    await button(page, 'Remove Three levels').click()
    await button(page, 'Add a prompt').click()
    await page.keyboard.type('Homework')
    await panelOf(page).getByLabel('Text of Homework').fill('Write homework.')
    await button(page, 'Save prompts').click()
    await expect(button(page, 'Three levels')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await openPanel(page)
    await button(page, 'Homework').click()
    await expect(promptOf(page)).toHaveValue('Write homework.')
    await button(page, 'Plan').click()
    await expect(promptOf(page)).toHaveValue('Plan it for Ms. Lee.')
    await button(page, 'Edit prompts').click()
    await button(page, 'Back to the first ones').click()
    await expect(button(page, 'Three levels')).toBeVisible()
  })
})

test.describe('who may', () => {
  test('nobody where no AI is set up; an administrator is told so', async ({ page }) => {
    told = { ai: false, user: { aiFeatureFlag: true, isAdmin: true }, status: LEFT }
    await openLesson(page)
    await expect(page.getByRole('toolbar')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write with AI' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'AI Custom Instructions' })).toHaveCount(0)
    await page.getByRole('button', { name: /^Account:/ }).click()
    await page.getByRole('menuitem', { name: 'Account Management' }).click()
    await dialogOf(page).getByRole('tab', { name: 'AI Usage' }).click()
    await expect(dialogOf(page).getByText('No AI is set up on this installation')).toBeVisible()
  })

  test('not who has no AI: the button says why, and leads to the account', async ({ page }) => {
    told.user = { aiFeatureFlag: false }
    await openLesson(page)
    const tool = page.getByRole('button', { name: 'Write with AI' })
    await expect(tool).toBeDisabled()
    await expect(tool).toHaveAccessibleDescription(NOT_INCLUDED)
    await tool.focus()
    await page.keyboard.press('Enter')
    const why = page.getByRole('dialog', { name: 'Why AI cannot write now' })
    await expect(why.getByText(NOT_INCLUDED)).toBeVisible()
    await expectAccessible(page)
    await why.getByRole('button', { name: 'Account Settings' }).click()
    const account = page.getByRole('dialog', { name: 'Account Management' })
    await expect(account.getByRole('link', { name: 'Add the AI add-on' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(account).toBeHidden()
    await expect(textOf(page)).toHaveText('Math')
  })

  test('not who has used up the month, also where that shows only when asking', async ({ page, problems }) => {
    problems.expect(/422/)
    answer = (route) => route.fulfill({ status: 422, json: { code: 'ai_used_up', message: USED_UP } })
    await openPanel(page)
    await expect(panelOf(page).getByText('612,480 tokens left')).toBeVisible()
    told.status = { ...LEFT, tokensRemaining: 0, tokensUsed: 1_000_000 }
    await generate(page)
    await expect(panelOf(page).getByRole('alert')).toContainText(USED_UP)
    await button(page, 'Close Write with AI').click()
    const tool = page.getByRole('button', { name: 'Write with AI' })
    await expect(tool).toBeDisabled()
    await expect(tool).toHaveAccessibleDescription(USED_UP)
  })
})

test('custom instructions are written with their size in sight, asked about, refused in the specified words, and saved', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/503/)
  await openWeek(page)
  await page.getByRole('button', { name: 'AI Custom Instructions' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Custom Instructions' })
  await dialog.getByLabel('Instructions').fill('Fourth grade, 24 students.')
  await expect(dialog.getByText('26 of 2,000 characters, about 7 tokens')).toBeVisible()
  await expect(dialog.getByText('keep under 500')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await context.route('**/api/user', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again in a moment.' } })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Failed to update AI custom instructions')
  await context.unroute('**/api/user')
  await context.route('**/api/user', async (route) => {
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: { ...(await reply.json()), ...told.user } })
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Account Management' }).click()
  const account = page.getByRole('dialog', { name: 'Account Management' })
  await account.getByRole('tab', { name: 'AI Usage' }).click()
  await expect(account.getByText('612,480 tokens left')).toBeVisible()
  await expect(account.getByText('387,520 of 1,000,000 tokens used')).toBeVisible()
  await expect(account.getByText(/^Starts over on \w+ 1, \d{4}/)).toBeVisible()
  await expect(account.getByText('26 of 2,000 characters')).toBeVisible()
  await expectAccessible(page)
})
