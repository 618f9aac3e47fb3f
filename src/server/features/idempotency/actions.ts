/**
 * Carries out a POST once for each `Idempotency-Key` of a caller (docs/decisions/0067-idempotency-keys.md).
 *
 * 1. The key is claimed in a commit of its own before the call runs, so two requests with one key never both run.
 * 2. A success is stored with its answer before it is sent. A refusal releases the key, because it changed nothing.
 * 3. If the server dies in between, or an unexpected error ends the call, the claim stays without an answer. The key is then refused: the
 *    server can't know whether the call had its effect.
 * 4. While the database takes no writes, calls that need none run as they do without a key.
 */
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { networkOf } from '#server/lib/http/network.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Clock, Once } from '#server/lib/http/serve.ts'
import { JsonPieces, readPieces } from '#server/lib/json/pieces.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { type Endpoint, isKeyed } from '#shared/endpoint.ts'
import { hashesOfRequest, hashOfKey, keptSince, keyIn, MOST, MOST_OF_ANSWER, namesOperation, type Sent } from './policy.ts'
import { claimKey, claimOf, countKeys, finishClaim, type KeyClaim, releaseClaim } from './queries.ts'
import type { Caller } from './tables.ts'

/** The answer to a successful call: its status, and its body, if it has one. Cookies aren't kept. */
type KeptAnswer = { status: number; body?: string }

type KeyedCall = Caller & {
  /** The call's name in its contract. */
  call: string
  key: string
  sent: Sent
  /** Milliseconds until a claim without an answer counts as interrupted. */
  patienceMs: number
}

const TOO_MANY = `You’ve made ${MOST.keys} changes in the last 24 hours, the most that we can keep track of. Try again later.`

/** Returns what became of an earlier call with this key. Throws `key_reused`, `still_running`, `outcome_unknown` or `already_done`. */
const answerOf = (
  keys: KeyRing,
  row: NonNullable<Awaited<ReturnType<typeof claimOf>>>,
  { requests, patienceMs, now }: { requests: readonly string[]; patienceMs: number; now: Date },
): KeptAnswer => {
  if (!requests.includes(row.request)) throw new Refused('key_reused')
  if (row.doneAt === null) {
    const isRecent = now.getTime() - row.claimedAt.getTime() < patienceMs
    throw isRecent ? new Refused('still_running', undefined, { retryAfter: 1 }) : new Refused('outcome_unknown')
  }
  const answer = row.answer === null ? undefined : keys.open('idempotency', row.hash, row.answer)
  if (answer === undefined) throw new Refused('already_done')
  return JSON.parse(answer) as KeptAnswer
}

/** A call that runs now. Without a claim, its answer isn't kept. */
type Running = { claim: KeyClaim | undefined }

const makeKeyedCalls = ({ db, keys, clock }: { db: Db; keys: KeyRing; clock: Clock }) => ({
  /** Claims the key of a call. Returns its first answer if it was made before. Throws the refusals of {@link answerOf}, and `too_many`. */
  begin: async ({ call, key, sent, patienceMs, ...caller }: KeyedCall): Promise<Running | KeptAnswer> => {
    const now = clock()
    const since = keptSince(now)
    const requests = hashesOfRequest(keys, sent)
    const claim = { ...caller, hash: hashOfKey(caller, call, key), request: requests[0], claimedAt: now }
    const isClaimed = await claimKey(db, claim, { since, most: MOST.keys }).catch((error: unknown) => {
      if (!cannotWrite(error)) throw error
      return undefined
    })
    if (isClaimed) return { claim }
    const row = await claimOf(db, claim.hash, since)
    if (row) return answerOf(keys, row, { requests, patienceMs, now })
    if (isClaimed === undefined) return { claim: undefined }
    // An equal request had the key until a moment ago, and was refused.
    if ((await countKeys(db, caller, since)) < MOST.keys) throw new Refused('still_running', undefined, { retryAfter: 1 })
    // A whole district can share a network, so its sign-ins go on without their keys.
    if (caller.userId === null) return { claim: undefined }
    throw new Refused('too_many', TOO_MANY, { retryAfter: 3600 })
  },

  /** Stores the answer of a successful call. Without `answer`, only that it succeeded. */
  finish: ({ claim }: Running, answer: KeptAnswer | undefined): Promise<unknown> => {
    if (!claim) return Promise.resolve()
    const text = answer && JSON.stringify(answer)
    const sealed = text === undefined || text.length > MOST_OF_ANSWER ? null : keys.seal('idempotency', claim.hash, text)
    return finishClaim(db, claim, { answer: sealed, at: clock(), most: MOST.characters })
  },

  /** Releases the key of a call that changed nothing. */
  release: ({ claim }: Running): Promise<unknown> => (claim ? releaseClaim(db, claim.hash) : Promise.resolve()),
})

type Reply = Parameters<Once>[0]['reply']

const MINUTE_MS = 60_000
/** Milliseconds after which a call is no longer running. A stream ends after 15 minutes. */
const patienceOf = ({ stream, takesLong }: Endpoint): number => (stream || takesLong ? 15 : 1) * MINUTE_MS

/** Sends the status of an earlier answer. Returns its body as a handler does. */
const repeated = ({ stream }: Endpoint, { status, body }: KeptAnswer, reply: Reply): unknown => {
  reply.code(status).header('idempotent-replayed', 'true')
  if (!stream) return body
  async function* events() {
    if (body !== undefined) yield JSON.parse(body)
  }
  return events()
}

/** Returns a handler's result with its text, if that is short enough to keep. */
const withText = async (answer: unknown, reply: Reply): Promise<{ answer: unknown; text?: string }> => {
  if (answer === undefined) return { answer, text: '' }
  if (typeof answer === 'string') return { answer, text: answer }
  if (!(answer instanceof JsonPieces)) {
    const text = String(reply.serialize(answer))
    return { answer: text, text }
  }
  const { text, rest } = await readPieces(answer, MOST_OF_ANSWER)
  return rest ? { answer: rest } : { answer: text, text }
}

/**
 * Passes on a stream's events, and keeps the last one, which has the whole result. If the client disconnects, the events that are still made
 * for it are read to their end.
 */
async function* keepingLast(events: AsyncIterable<object>, keep: (last: object | undefined) => Promise<void>): AsyncGenerator<object> {
  const source = events[Symbol.asyncIterator]()
  let last: object | undefined
  const next = async (): Promise<object | undefined> => {
    const { done, value } = await source.next()
    if (done) return undefined
    last = value
    return value
  }
  try {
    for (let event = await next(); event; event = await next()) yield event
  } finally {
    while (await next());
    await keep(last)
  }
}

/** Returns the function that runs a POST once for each `Idempotency-Key` of its caller. */
export const onceForEachKey = (deps: { db: Db; keys: KeyRing; clock: Clock }): Once => {
  const calls = makeKeyedCalls(deps)
  return async ({ name, endpoint, request, reply }, run) => {
    if (endpoint.method !== 'POST' || endpoint.raw) return run()
    const key = keyIn(request.headers['idempotency-key'])
    if (key === undefined || !isKeyed(endpoint) || namesOperation(request.body)) return run()
    const { params, query, body, actor, ip, log } = request
    const caller = actor ? { userId: actor.userId, network: null } : { userId: null, network: networkOf(ip) }
    const begun = await calls.begin({ ...caller, call: name, key, sent: { params, query, body }, patienceMs: patienceOf(endpoint) })
    if ('status' in begun) return repeated(endpoint, begun, reply)
    /** The call has succeeded, so its caller gets the answer even if it can't be kept. */
    const keep = async (text: string | undefined): Promise<void> => {
      const answer = { status: reply.statusCode, ...(text && { body: text }) }
      await calls
        .finish(begun, text === undefined ? undefined : answer)
        .catch((err: unknown) => log.error({ err }, 'an answer could not be kept for its Idempotency-Key'))
    }
    const answer = await run().catch(async (error: unknown) => {
      // The client left, and that ended what it had asked for and has to pay for.
      const wasLeft = reply.raw.destroyed && error instanceof Refused && error.code === 'unavailable'
      if ((error instanceof Refused && !wasLeft) || cannotWrite(error))
        await calls.release(begun).catch((err: unknown) => log.error({ err }, 'an Idempotency-Key could not be released'))
      throw error
    })
    if (endpoint.stream) return keepingLast(answer as AsyncIterable<object>, (last) => keep(last && JSON.stringify(last)))
    const found = await withText(answer, reply)
    await keep(found.text)
    return found.answer
  }
}
