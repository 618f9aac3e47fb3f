/** Validates a call's parameters, with OpenAI's error messages. */
import { z } from 'zod'
import { tokensOf } from './answer.ts'

/** The context window: the maximum number of prompt and response tokens combined. */
const WINDOW = 128_000
/** Tokens that each message's role adds. */
const PER_MESSAGE = 4

export class Refusal extends Error {
  readonly status: number
  readonly reason: { message: string; type: string; param: string | null; code: string | null }

  constructor(status: number, message: string, more: { type?: string; param?: string; code?: string } = {}) {
    super(message)
    this.status = status
    this.reason = { message, type: more.type ?? 'invalid_request_error', param: more.param ?? null, code: more.code ?? null }
  }
}

const Message = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.string().min(1),
  name: z.string().optional(),
})
const most = z.int().min(1).nullish()

const Question = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  max_tokens: most,
  max_completion_tokens: most,
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional(), include_obfuscation: z.boolean().optional() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  n: z.literal(1).nullish(),
  store: z.boolean().nullish(),
})
export type Question = z.output<typeof Question>

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal(400, 'We could not parse the JSON body of your request.')
  }
}

/** Returns the validated request body. Throws {@link Refusal} if it's invalid. */
export const readQuestion = (body: string, model: string): Question => {
  const { success, data, error } = Question.safeParse(parse(body))
  if (!success) {
    const [issue] = error.issues
    const param = issue?.path.map(String).join('.') ?? ''
    if (issue?.code === 'unrecognized_keys')
      throw new Refusal(400, `Unrecognized request argument supplied: ${issue.keys.join(', ')}`, { code: 'unknown_parameter' })
    throw new Refusal(400, `Invalid value for '${param}': ${issue?.message}`, { param, code: 'invalid_value' })
  }
  if (data.model !== model)
    throw new Refusal(404, `The model \`${data.model}\` does not exist or you do not have access to it.`, { code: 'model_not_found' })
  if (data.max_tokens && data.max_completion_tokens)
    throw new Refusal(400, "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", { param: 'max_tokens' })
  if (data.stream_options && !data.stream)
    throw new Refusal(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", { param: 'stream_options' })
  const asked = tokensAsked(data)
  if (asked + (mostOf(data) ?? 0) > WINDOW)
    throw new Refusal(400, `This model's maximum context length is ${WINDOW} tokens.`, {
      param: 'messages',
      code: 'context_length_exceeded',
    })
  return data
}

/** Returns the maximum number of response tokens, or undefined if the request sets none. */
export const mostOf = ({ max_tokens, max_completion_tokens }: Question): number | undefined =>
  max_completion_tokens ?? max_tokens ?? undefined

/** Returns the number of prompt tokens. */
export const tokensAsked = ({ messages }: Pick<Question, 'messages'>): number =>
  messages.reduce((sum, { content }) => sum + tokensOf(content) + PER_MESSAGE, 0)
