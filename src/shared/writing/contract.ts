import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX_LESSON_HTML } from '#shared/lesson-html.ts'
import { Day, requiredText, Time, text } from '#shared/text.ts'
import { MAX_PROMPT, MAX_PROMPT_NAME, MAX_STORED_PROMPTS, MAX_STORED_TEXT } from './rules.ts'

/** Answers of one person a minute; each may take one. */
const ANSWERS_A_MINUTE = 10

export const ResponseStyle = z.enum(['BRIEF', 'CONCISE', 'DETAILED']).register(names, { id: 'ResponseStyle' })
export type ResponseStyle = z.output<typeof ResponseStyle>

/** The prompts that a teacher has one click away. What stands in [brackets] is to be typed over. */
export const StoredPrompts = z
  .array(
    z.strictObject({
      name: requiredText(MAX_PROMPT_NAME, 'Please enter a name.'),
      text: requiredText(MAX_STORED_TEXT, 'Please enter a prompt.'),
    }),
  )
  .check(z.maxLength(MAX_STORED_PROMPTS, `Keep at most ${MAX_STORED_PROMPTS} prompts.`))

/** The lesson that is being written, as it is on the screen. */
const AskedLesson = z.object({
  title: z.optional(text(200)),
  date: z.optional(Day),
  startTime: z.optional(Time),
  endTime: z.optional(Time),
  /** The text in the editor, as lesson HTML; the provider gets it as plain text. */
  html: z.optional(text(MAX_LESSON_HTML)),
  /** Whether the last lesson with the same title goes along, and the titles and times of the other lessons of its day. */
  withLastLesson: z.optional(z.boolean()),
  withDay: z.optional(z.boolean()),
})

export const AiRequest = z
  .object({
    prompt: requiredText(MAX_PROMPT, 'Please enter a prompt.'),
    responseStyle: z._default(ResponseStyle, 'DETAILED'),
    lesson: z.optional(AskedLesson),
  })
  .register(names, { id: 'AiRequest' })
export type AiRequest = z.output<typeof AiRequest>

/** What is heard of an answer while it is written. */
export const AiEvent = z
  .union([
    /** More of it: the whole so far is all of these in their order, as Markdown. */
    z.object({ kind: z.literal('text'), text: z.string() }),
    /** It is whole: lesson HTML, clean. */
    z.object({ kind: z.literal('done'), content: z.string() }),
    /** It ended early; `content` is what has come of it, clean lesson HTML, and empty where nothing has. */
    z.object({ kind: z.literal('failed'), content: z.string() }),
  ])
  .register(names, { id: 'AiEvent' })
export type AiEvent = z.output<typeof AiEvent>

/** Said in place of `ai_used_up`'s words where AI is for everybody: nobody can buy more. */
export const GIVEN_USED_UP = 'You’ve used all your AI credits for this month.'

export const ai = contract({
  aiStatus: {
    method: 'GET',
    path: '/api/ai/status',
    access: 'account',
    summary: 'Whether the person may let AI write, and the tokens of this month in their zone. Where no AI is set up nobody may.',
    reply: z.object({ hasAccess: z.boolean(), tokensRemaining: z.number(), tokensUsed: z.number(), tokensAllowance: z.number() }),
  },
  generateText: {
    method: 'POST',
    path: '/api/ai/generate',
    access: 'subscriber',
    summary: 'Let AI write: the whole answer at once, as clean lesson HTML.',
    holdsLessons: true,
    body: AiRequest,
    reply: z.object({ content: z.string() }),
    refuses: ['not_configured', 'not_allowed', 'ai_used_up', 'unavailable', 'too_many'],
    perMinute: ANSWERS_A_MINUTE,
  },
  generateStream: {
    method: 'POST',
    path: '/api/ai/generate/stream',
    access: 'subscriber',
    summary: 'The same as it is written. Who goes away stops it; what was used until then is counted.',
    holdsLessons: true,
    body: AiRequest,
    stream: 'text/event-stream',
    reply: AiEvent,
    refuses: ['not_configured', 'not_allowed', 'ai_used_up', 'unavailable', 'too_many'],
    perMinute: ANSWERS_A_MINUTE,
  },
  aiPreview: {
    method: 'POST',
    path: '/api/ai/preview',
    access: 'subscriber',
    summary: 'Exactly what the provider would get, and nothing is sent: each message with whose part it is.',
    holdsLessons: true,
    body: AiRequest,
    reply: z.object({
      /** The provider's host. */
      to: z.string(),
      messages: z.array(z.object({ role: z.enum(['system', 'user']), text: z.string() })),
    }),
    refuses: ['not_configured', 'not_allowed'],
    goesOn: true,
  },
})
