/**
 * How a save outlasts a lost connection.
 *
 * 1. A save that gets no answer, or one for which the server has no room or is being worked on, is kept, and stays on screen. It is
 *    sent again when the browser is back online, when the teacher says so, and every 15 seconds.
 * 2. It is never sent in the name of somebody else who has signed in here since.
 * 3. Any answer ends it, a refusal too.
 */
import { RefusedCall } from '#web/lib/api.ts'
import { saveStatus, watchUnreached, watchWait } from '#web/lib/save-status.ts'
import { storedToken, storedUserId } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'
import { showToast } from '#web/ui/toast-store.ts'

const RETRY_MS = 15_000
const ANSWERLESS = new Set<RefusedCall['code']>(['offline', 'unavailable', 'cannot_write', 'in_maintenance'])

const waiting = createStore<readonly (() => void)[]>([])

/** Sends at once what waits for the server. */
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
  if (error instanceof RefusedCall && error.code === 'cannot_write') return 'Firstbell cannot save anything at the moment'
  if (error instanceof RefusedCall && error.code === 'in_maintenance') return error.message
  return navigator.onLine ? 'Firstbell cannot be reached' : 'You are offline'
}

const showOnce = (error: unknown): void => {
  if (saveStatus().unreached > 0) return
  showToast({
    title: titleOf(error),
    description: 'What you saved is kept on this page and sent again until it is stored. Leave the page open.',
  })
}

/** Makes a call as often as it takes to get an answer. Throws the refusal of the server, or the last failure when somebody else signs in. */
export const retryUntilReached = async <T>(call: () => Promise<T>): Promise<T> => {
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
    showOnce(error)
    return watchUnreached(() => again(error))
  }
}

const isAnswerless = (error: unknown): boolean => error instanceof RefusedCall && ANSWERLESS.has(error.code)
