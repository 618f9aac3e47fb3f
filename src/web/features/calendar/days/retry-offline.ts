/**
 * Retries saves that don't reach the server.
 *
 * 1. A save that gets no response is kept and remains on screen. The same applies if the server temporarily can't store the save or is in
 *    Maintenance Mode. The save is resent when the browser is back online, when the teacher clicks Retry, and every 15 seconds.
 * 2. A save is never sent after another user signs in.
 * 3. Any other response ends the retries, including a refusal.
 */
import { RefusedCall } from '#web/lib/net/api.ts'
import { saveStatus, watchUnreached, watchWait } from '#web/lib/net/save-status.ts'
import { createStore } from '#web/lib/store.ts'
import { storedToken, storedUserId } from '#web/lib/stored-session.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const RETRY_MS = 15_000
const ANSWERLESS = new Set<RefusedCall['code']>(['offline', 'unavailable', 'cannot_write', 'in_maintenance', 'too_many'])

const waiting = createStore<readonly (() => void)[]>([])

/** Resends all pending saves immediately. */
export const retryNow = (): void => {
  for (const wake of waiting.get()) wake()
}

const waitForRetry = (): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      waiting.set(waiting.get().filter((other) => other !== wake))
      resolve()
    }
    const timer = setTimeout(wake, RETRY_MS)
    window.addEventListener('online', wake)
    waiting.set([...waiting.get(), wake])
  })

const titleOf = (error: unknown): string => {
  if (error instanceof RefusedCall && error.code === 'cannot_write') return 'Firstbell can’t save right now'
  if (error instanceof RefusedCall && error.code === 'in_maintenance') return error.message
  return navigator.onLine ? 'Can’t reach Firstbell' : 'You’re offline'
}

const showOnce = (error: unknown, isKept: boolean): void => {
  if (saveStatus().unreached > 0) return
  showToast({
    title: titleOf(error),
    description: isKept
      ? 'Keep working. Your changes are safe on this device, and we’ll send them when we can.'
      : 'Not yet sent, but safe on this page. We’ll keep trying. Keep this page open.',
  })
}

/**
 * Retries a call until the server responds. `isKept` is true if the edit survives this page. Throws the server's refusal, or the last
 * failure if the user signs out or another user signs in.
 */
export const retryUntilReached = async <T>(call: () => Promise<T>, isKept = false): Promise<T> => {
  const person = storedUserId()
  const again = async (error: unknown): Promise<T> => {
    await watchWait(waitForRetry)
    if (!storedToken() || storedUserId() !== person) throw error
    try {
      return await call()
    } catch (next) {
      if (!isAnswerless(next)) throw next
      return again(next)
    }
  }
  try {
    return await call()
  } catch (error) {
    if (!isAnswerless(error)) throw error
    showOnce(error, isKept)
    return watchUnreached(() => again(error))
  }
}

/**
 * Returns how to go on if the response to a change that is sent only once was lost, because the server may have carried it out. Returns
 * undefined if it certainly wasn't.
 */
export const unsureWords = (error: unknown): string | undefined =>
  error instanceof RefusedCall && (error.code === 'offline' || (error.code === 'unavailable' && error.status !== 503))
    ? 'Look at the week before you try again.'
    : undefined

/** Returns whether a call failed without the server's decision about it. */
export const isAnswerless = (error: unknown): boolean => error instanceof RefusedCall && ANSWERLESS.has(error.code)
