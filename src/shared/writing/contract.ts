import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { Day, requiredText, Time, text } from '#shared/text.ts'

export const ResponseStyle = z.enum(['BRIEF', 'CONCISE', 'DETAILED']).register(names, { id: 'ResponseStyle' })
export type ResponseStyle = z.output<typeof ResponseStyle>

/** A teacher's saved prompts. Text in [brackets] is a placeholder to replace. */
export const StoredPrompts = z
  .array(
    z.strictObject({
      name: requiredText(MAX.promptName, 'Please enter a name.'),
      text: requiredText(MAX.promptText, 'Please enter a prompt.'),
    }),
  )
  .check(z.maxLength(MAX.storedPrompts, `You can save up to ${MAX.storedPrompts} prompts.`))

/** The lesson being edited, as it appears on screen. */
const AskedLesson = z.object({
  title: z.optional(text(200)),
  classId: z.optional(z.nullable(z.uuid())),
  date: z.optional(Day),
  startTime: z.optional(Time),
  endTime: z.optional(Time),
  /** The editor's text as lesson HTML. The provider receives it as plain text. */
  html: z.optional(text(MAX.lessonHtml)),
  /** Whether to include the last lesson of the same class (or else with the same title), and the titles and times of the day's other lessons. */
  withLastLesson: z.optional(z.boolean()),
  withDay: z.optional(z.boolean()),
})

export const AiRequest = z
  .object({
    prompt: requiredText(MAX.prompt, 'Please enter a prompt.'),
    responseStyle: z._default(ResponseStyle, 'DETAILED'),
    lesson: z.optional(AskedLesson),
  })
  .register(names, { id: 'AiRequest' })
export type AiRequest = z.output<typeof AiRequest>

/** An event in the stream of an AI response. */
export const AiEvent = z
  .union([
    /** The next piece of Markdown. Concatenate the pieces for the full text so far. */
    z.object({ kind: z.literal('text'), text: z.string() }),
    /** The response is complete. `content` is sanitized lesson HTML. */
    z.object({ kind: z.literal('done'), content: z.string() }),
    /** The response ended early. `content` is the partial text as sanitized lesson HTML, or empty if there is no text. */
    z.object({ kind: z.literal('failed'), content: z.string() }),
  ])
  .register(names, { id: 'AiEvent' })
export type AiEvent = z.output<typeof AiEvent>

/** Replaces the `ai_used_up` message on servers where AI is free, because users there have nothing to buy. */
export const GIVEN_USED_UP = 'You’ve used all your AI credits for this month.'

export const ai = contract({
  aiStatus: {
    method: 'GET',
    path: '/api/ai/status',
    access: 'account',
    summary: 'Get whether the caller can use AI writing, and their tokens for this month.',
    description: 'The month is in the caller’s time zone. Without an AI provider, no one has access.',
    reply: z.object({ hasAccess: z.boolean(), tokensRemaining: z.number(), tokensUsed: z.number(), tokensAllowance: z.number() }),
  },
  generateText: {
    method: 'POST',
    path: '/api/ai/generate',
    access: 'subscriber',
    summary: 'Generate an answer with AI and return it when complete.',
    description: 'Returns sanitized lesson HTML and charges the tokens to the caller’s month.',
    holdsLessons: true,
    body: AiRequest,
    reply: z.object({ content: z.string() }),
    refuses: ['not_configured', 'not_allowed', 'ai_used_up', 'unavailable', 'too_many'],
    perMinute: PER_MINUTE.answers,
    protects: 'money',
  },
  generateStream: {
    method: 'POST',
    path: '/api/ai/generate/stream',
    access: 'subscriber',
    summary: 'Generate an answer with AI as a stream.',
    description:
      'Streams pieces of Markdown, then the complete answer as sanitized lesson HTML. Disconnecting stops it, and the tokens used so far are charged.',
    holdsLessons: true,
    body: AiRequest,
    stream: 'text/event-stream',
    reply: AiEvent,
    refuses: ['not_configured', 'not_allowed', 'ai_used_up', 'unavailable', 'too_many'],
    perMinute: PER_MINUTE.answers,
    protects: 'money',
  },
  aiPreview: {
    method: 'POST',
    path: '/api/ai/preview',
    access: 'subscriber',
    ifRepeated: 'runsAgain',
    summary: 'Preview the exact messages for the AI provider, without sending anything.',
    description: 'Returns each message with its role, and the provider’s host name.',
    holdsLessons: true,
    body: AiRequest,
    reply: z.object({
      /** The provider's host name. */
      to: z.string(),
      messages: z.array(z.object({ role: z.enum(['system', 'user']), text: z.string() })),
    }),
    refuses: ['not_configured', 'not_allowed'],
    goesOn: true,
  },
})
