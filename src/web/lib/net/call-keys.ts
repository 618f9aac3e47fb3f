/**
 * The `Idempotency-Key` of each POST, with which the server carries it out once. A call that got no answer keeps its key, so pressing the
 * same button again with the same content repeats the call instead of making a second one.
 */
import { newUuid } from '#web/lib/uuid.ts'

/** The keys of calls that run or got no answer, by their request. */
const keys = new Map<string, string>()
/** The calls that run, by their request. */
const running = new Map<string, Promise<unknown>>()

type Run = { run: (key: string) => Promise<unknown>; isUnanswered: (error: unknown) => boolean }

const runWithKey = async (request: string, { run, isUnanswered }: Run): Promise<unknown> => {
  const key = keys.get(request) ?? newUuid()
  keys.set(request, key)
  try {
    const answer = await run(key)
    keys.delete(request)
    return answer
  } catch (error) {
    if (!isUnanswered(error)) keys.delete(request)
    throw error
  }
}

/**
 * Makes a POST with a key, or joins the same POST if it is still running, as after a double click. `request` is everything that it sends. A
 * call that can be aborted isn't joined.
 */
export const withCallKey = (request: string, { isAbortable, ...call }: Run & { isAbortable: boolean }): Promise<unknown> => {
  if (isAbortable) return runWithKey(request, call)
  const same = running.get(request)
  if (same !== undefined) return same
  const made = runWithKey(request, call).finally(() => running.delete(request))
  running.set(request, made)
  return made
}
