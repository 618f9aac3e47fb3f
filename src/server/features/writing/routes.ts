import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { signalsOf } from '#server/lib/http/answers.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Actor, type Serving, serve } from '#server/lib/http/serve.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { todayIn } from '#shared/dates.ts'
import { type AiRequest, ai as contract, GIVEN_USED_UP } from '#shared/writing/contract.ts'
import { beginAnswer, type Writing } from './actions.ts'
import { mayLetWrite, requireAi } from './policy.ts'
import { messagesOf } from './prompt/actions.ts'
import { writerOf } from './queries.ts'
import { tokensOf } from './tokens/actions.ts'

const requireWriter = async (db: Db, actor: Actor) => {
  const writer = await writerOf(db, actor.userId)
  // The account was deleted in the meantime.
  if (!writer) throw new Refused('not_signed_in')
  return writer
}

type Asking = { db: Db; services: Services; actor: Actor; now: Date; body: AiRequest }

/** Returns the provider and the messages to send. */
const ask = async ({ db, services, actor, now, body }: Asking, isAiForEverybody: boolean) => {
  const { timezone, instructions, ...addOn } = await requireWriter(db, actor)
  const ai = requireAi(services.ai, mayLetWrite(actor, addOn, { isAiForEverybody, now }))
  const today = todayIn(timezone, now.getTime())
  return { ai, timezone, messages: await messagesOf(db, { calendar: ownCalendar(actor), instructions, today, request: body }) }
}

export const writingRoutes = (serving: Serving, { isAiForEverybody }: { isAiForEverybody: boolean }): void => {
  const { app, clock } = serving
  const signalOf = signalsOf(app)
  const open = new Set<Promise<void>>()
  app.addHook('onClose', async () => void (await Promise.all(open)))

  const begin = async (call: Asking & { request: { log: Writing['log'] } }, signal: AbortSignal) => {
    const { db, actor, request } = call
    const { ai, ...wish } = await ask(call, isAiForEverybody)
    const { events, settled } = await beginAnswer(
      { db, ai, clock, log: request.log },
      { ...wish, userId: actor.userId, usedUp: isAiForEverybody ? GIVEN_USED_UP : undefined },
      signal,
    )
    open.add(settled)
    void settled.then(() => open.delete(settled))
    return events
  }

  serve(serving, contract, {
    // Anyone signed in may call this, with or without a plan.
    aiStatus: async ({ db, services, actor, now }) => {
      const writer = await requireWriter(db, actor)
      const hasAccess = services.ai !== undefined && mayLetWrite(actor, writer, { isAiForEverybody, now })
      return { hasAccess, ...(await tokensOf(db, { userId: actor.userId, timezone: writer.timezone }, now)) }
    },

    // Anyone with an active trial or plan may call this.
    generateText: async (call) => {
      for await (const event of await begin(call, signalOf(call.reply))) if (event.kind === 'done') return { content: event.content }
      throw new Refused('unavailable', 'Could not generate AI content. Please try again.')
    },

    // Anyone with an active trial or plan may call this.
    generateStream: async (call) => begin(call, call.signal),

    // Anyone with an active trial or plan may call this.
    aiPreview: async (call) => {
      const { ai, messages } = await ask(call, isAiForEverybody)
      return { to: ai.host, messages }
    },
  })
}
