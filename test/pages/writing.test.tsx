/** Tests the AI panel next to a lesson and access to it. The AI service is mocked. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import { app, call, clock, config, db, keys } from '../app.ts'
import { aTeacherWhoKnowsIt, fireEvent, inPage, openPage, pressInAccountMenu, screen, within } from '../page.tsx'
import { add, answer, json, refuse, sent, tell, unanswer, withAnswers } from '../page-answers.ts'
import { network } from '../tab.ts'

inPage()
withAnswers()
// Loads the largest parts of the lesson dialog in advance, because compiling them is slow.
beforeAll(async () => {
  await import('#web/features/calendar/time-block/time-block-dialog.tsx')
  await import('#web/features/rich-text/lesson-editor.tsx')
  await import('#web/features/writing/write-panel.tsx')
})

const WEEK = '/dashboard?view=week&date=2026-11-18'
const LEFT = { hasAccess: true, tokensRemaining: 612_480, tokensUsed: 387_520, tokensAllowance: 1_000_000 }
const NOT_INCLUDED = 'Your subscription does not include AI. Upgrade today in your account settings.'
const OUT = "You're out of monthly AI credits. Add more credits in your account settings."
const USED_UP = `${OUT} Your AI writing resets on December 1, 2026.`
const STREAM = 'POST /api/ai/generate/stream'

const streamOf = (...events: object[]) =>
  new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } })

let maya: Awaited<ReturnType<typeof aTeacherWhoKnowsIt>>
/** Overrides for the server's AI-related responses. */
let told: { ai: boolean; user: object; status: object }
beforeEach(async () => {
  maya = await aTeacherWhoKnowsIt()
  told = { ai: true, user: { aiFeatureFlag: true }, status: LEFT }
  add('GET /api/settings', () => ({ ai: told.ai }))
  add('GET /api/user', () => told.user)
  add('PATCH /api/user', () => told.user)
  tell('GET /api/billing', () => ({ state: 'on', prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: 'price_ai' } }))
  tell('GET /api/ai/status', () => told.status)
  answer(STREAM, () =>
    streamOf({ kind: 'text', text: '## Exit ticket' }, { kind: 'done', content: '<h2>Exit ticket</h2><p>Solve it.</p>' }),
  )
  const body = { date: '2026-11-18', blocks: [aBlock({ title: 'Math', description: '<p>Halves</p>' })] }
  await call('POST', '/api/calendar', { token: maya.token, body })
})

type User = Awaited<ReturnType<typeof openPage>>
const openLesson = async () => {
  const user = await openPage(WEEK, maya)
  await user.click(await screen.findByText('Math'))
  expect((await screen.findByLabelText('Description')).textContent).toBe('Halves')
  return user
}
const thePanel = async () => within(await screen.findByLabelText('Write with AI', { selector: 'aside' }))
const openPanel = async () => {
  const user = await openLesson()
  await user.click(await screen.findByText('Write with AI', { selector: 'button *' }))
  return { user, panel: await thePanel() }
}
type Panel = Awaited<ReturnType<typeof thePanel>>
const promptOf = (panel: Panel) => panel.getByLabelText<HTMLTextAreaElement>('What should AI write?')
const generate = async (user: User, panel: Panel) => {
  await user.clear(promptOf(panel))
  await user.type(promptOf(panel), 'An exit ticket{Enter}')
}
const isClosed = () => expect.poll(() => screen.queryByRole('dialog')).toBeNull()

describe('an answer', () => {
  test('is discarded, and the lesson stays as it was', async () => {
    const { user, panel } = await openPanel()
    panel.getByText('AI drafts appear next to your lesson. Check them before you teach.')
    await generate(user, panel)
    await panel.findByText('Solve it.')
    expect(panel.queryByText(/^AI drafts appear/)).toBeNull()
    await user.click(await panel.findByText('Discard'))
    expect(panel.queryByText('Exit ticket')).toBeNull()
    expect(document.activeElement).toBe(promptOf(panel))
    // Closes without a confirmation prompt.
    await user.keyboard('{Escape}')
    await isClosed()
  })

  test("that wasn't used asks before the lesson is saved without it", async () => {
    const { user, panel } = await openPanel()
    await generate(user, panel)
    await panel.findByText('Ready to insert.')
    await user.click(screen.getByText('Save'))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText('Save and close?')
    question.getByText(/Your AI draft isn’t in your lesson yet\./)
    await user.keyboard('{Enter}')
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
    panel.getByText('Solve it.')
    await user.click(screen.getByText('Save'))
    await user.click(await screen.findByText('Save anyway'))
    await isClosed()
  })

  test('that is interrupted keeps the partial text, and scripts in it do nothing', async () => {
    answer(STREAM, () => streamOf({ kind: 'text', text: '**Warm-up** <img src=x onerror="alert(1)">' }))
    const { user, panel } = await openPanel()
    await generate(user, panel)
    await panel.findByText(/Could not generate AI content\. Please try again\. Here’s what we have so far\./)
    panel.getByText('Warm-up')
    expect(document.querySelector('aside img')).toBeNull()
    await user.click(panel.getByText('Discard'))
    answer(STREAM, () => streamOf({ kind: 'failed', content: '' }))
    await generate(user, panel)
    await panel.findByText('Could not generate AI content. Please try again.')
    expect(panel.queryByText('Discard')).toBeNull()
    refuse(STREAM, 429, 'too_many', 'Too many attempts. Wait a moment, then try again.')
    await generate(user, panel)
    await panel.findByText(/Too many attempts\./)
    // The failure itself offers to ask again, and there is no second button for it.
    expect(panel.queryByText('Generate again')).toBeNull()
    answer(STREAM, () => streamOf({ kind: 'done', content: '<p>Solve it.</p>' }))
    await user.click(panel.getByText('Try again'))
    await panel.findByText('Solve it.')
    panel.getByText('Generate again')
  })
})

describe("a teacher's prompt", () => {
  test('is one click away, has its gaps selected, and is sent with the style and the checked options', async () => {
    const { user, panel } = await openPanel()
    await user.click(panel.getByText('Shorten'))
    await user.keyboard('20')
    await user.click(panel.getByLabelText('Brief'))
    await user.click(panel.getByLabelText('Last lesson of this class'))
    await user.click(panel.getByLabelText('Other lessons that day'))
    await user.click(panel.getByText('Generate'))
    await panel.findByText('Solve it.')
    const asked = sent.find(({ name }) => name === STREAM)?.body
    expect(asked?.['prompt']).toMatch(/^Shorten this lesson to 20 minutes\./)
    expect(asked).toMatchObject({ responseStyle: 'BRIEF', lesson: { html: '<p>Halves</p>', withLastLesson: true, withDay: true } })
  })

  test('is shown exactly as it is sent', async () => {
    answer('POST /api/ai/preview', ({ body }) =>
      json({ to: 'ai.example', messages: [{ role: 'user', text: `${String(body['prompt'])}, please` }] }),
    )
    const { user, panel } = await openPanel()
    await user.type(promptOf(panel), 'An exit ticket')
    await user.click(panel.getByText('What we send'))
    panel.getByText(/^Never your special notes/)
    await panel.findByText(/ai\.example/)
    await user.click(panel.getByText('See what we send'))
    await panel.findByText('An exit ticket, please')
  })

  test('comes from a list that the teacher can rename, rewrite, extend, shorten, and reset', async () => {
    const first = await openPanel()
    const write = (panel: Panel, label: string, value: string) => fireEvent.change(panel.getByLabelText(label), { target: { value } })
    await first.user.click(first.panel.getByText('Edit prompts'))
    write(first.panel, 'Name of prompt 1', 'Plan')
    write(first.panel, 'Text of Plan', 'Plan it for [Ms. Lee].')
    const remove = first.panel.getByLabelText('Remove Three levels')
    expect(remove.textContent).toBe('Remove')
    await first.user.click(remove)
    await first.user.click(first.panel.getByText('Add a prompt'))
    await first.user.keyboard('Homework')
    write(first.panel, 'Text of Homework', 'Write homework.')
    await first.user.click(first.panel.getByText('Save prompts'))
    await first.panel.findByText('Edit prompts')

    const { user, panel } = await openPanel()
    expect(panel.queryByText('Three levels')).toBeNull()
    await user.click(panel.getByText('Homework'))
    expect(promptOf(panel).value).toBe('Write homework.')
    await user.click(panel.getByText('Plan'))
    expect(promptOf(panel).value).toBe('Plan it for Ms. Lee.')
    await user.click(panel.getByText('Edit prompts'))
    await user.click(panel.getByText('Restore defaults'))
    await panel.findByText('Three levels')
  })
})

describe('AI is available', () => {
  const theTool = async () => (await screen.findByText('Write with AI', { selector: 'button *' })).closest('button') as HTMLElement
  const descriptionOf = (tool: HTMLElement) => document.getElementById(tool.getAttribute('aria-describedby') ?? '')?.textContent
  const openUsage = async (user: User) => {
    await pressInAccountMenu(user, 'Account Management')
    await user.click(await screen.findByText('AI Usage'))
  }

  test("nowhere if it isn't configured, and an administrator is told so", async () => {
    told = { ai: false, user: { aiFeatureFlag: true, isAdmin: true }, status: LEFT }
    const user = await openLesson()
    await screen.findByRole('toolbar')
    expect(screen.queryByText('Write with AI')).toBeNull()
    await user.keyboard('{Escape}')
    await isClosed()
    expect(screen.queryByLabelText('AI Custom Instructions')).toBeNull()
    await openUsage(user)
    await screen.findByText(/^AI isn’t set up on this server/)
  })

  test('only with the add-on: otherwise the button says why and leads to the account', async () => {
    told.user = { aiFeatureFlag: false }
    const user = await openLesson()
    const tool = await theTool()
    expect(tool.getAttribute('aria-disabled')).toBe('true')
    expect(descriptionOf(tool)).toBe(NOT_INCLUDED)
    tool.focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByText('Account settings'))
    await screen.findByText('Your account doesn’t include AI yet. You can add it to your trial or any plan.')
    expect(screen.getByText('the AI add-on').closest('a')?.textContent).toBe('Add the AI add-on')
    await user.keyboard('{Escape}')
    await expect.poll(() => screen.queryByText('Account Management')).toBeNull()
    expect(screen.getByLabelText('Description').textContent).toBe('Halves')
  })

  test('only until the month is used up, even if that first shows when asking', async () => {
    answer(STREAM, () => {
      told.status = { ...LEFT, tokensRemaining: 0, tokensUsed: 1_000_000 }
      return json({ code: 'ai_used_up', message: OUT }, 422)
    })
    const { user, panel } = await openPanel()
    await panel.findByText('62% left this month')
    await generate(user, panel)
    expect((await panel.findByRole('alert')).textContent).toContain(USED_UP)
    await user.click(panel.getByLabelText('Close Write with AI'))
    await expect.poll(async () => descriptionOf(await theTool())).toBe(USED_UP)
    expect((await theTool()).getAttribute('aria-disabled')).toBe('true')
  })

  test('to everyone if the operator chooses so, without mentioning a purchase', async () => {
    const server = await buildApp({ db, keys, clock, logger: false, config: { ...config, isAiForEverybody: true } })
    network.app = server
    for (const name of ['GET /api/user', 'PATCH /api/user', 'GET /api/billing', 'GET /api/ai/status']) unanswer(name)
    add('GET /api/ai/status', () => ({ hasAccess: true, tokensRemaining: 0, tokensUsed: 1_000_000 }))
    try {
      const user = await openLesson()
      await expect
        .poll(async () => descriptionOf(await theTool()))
        .toBe('You’ve used all your AI credits for this month. Your AI writing resets on December 1, 2026.')
      await user.keyboard('{Escape}')
      await isClosed()
      await openUsage(user)
      await screen.findByTitle('1,000,000 of 1,000,000 tokens used')
      expect(screen.queryByText(/add-on|You can add it|doesn’t include AI|Upgrade/)).toBeNull()
    } finally {
      network.app = app
      await server.close()
    }
  })

  test('with custom instructions: their size is shown, closing asks, errors use the specified words, and they are saved', async () => {
    const user = await openPage(WEEK, maya)
    await user.click(await screen.findByLabelText('AI Custom Instructions'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Instructions'), 'Fourth grade, 24 students.')
    dialog.getByText('26 of 2,000 characters, about 7 tokens')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByText('Keep editing'))
    refuse('PATCH /api/user', 503, 'unavailable')
    await user.click(dialog.getByText('Save'))
    await screen.findByText('Failed to update AI custom instructions')
    unanswer('PATCH /api/user')
    add('PATCH /api/user', () => told.user)
    await user.click(dialog.getByText('Save'))
    await isClosed()
    await openUsage(user)
    await screen.findByText('61%')
    screen.getByTitle('387,520 of 1,000,000 tokens used')
    screen.getByText('Your AI writing resets on December 1, 2026.')
    screen.getByText(/^26 of 2,000 characters/)
  })
})
