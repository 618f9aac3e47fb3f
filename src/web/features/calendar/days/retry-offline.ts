/**
 * How a save outlasts a lost connection.
 *
 * 1. A save that gets no answer, or one for which the server has no room at the moment, is kept, and stays on screen; it is sent again when the browser is back online, when
 *    the teacher says so, and every 15 seconds.
 * 2. It is never sent in the name of somebody else who has signed in here since.
 * 3. Any answer ends it, a refusal too.
 */
import { RefusedCall } from '#web/lib/api.ts'
import { saveStatus, watchRest, watchUnreached } from '#web/lib/save-status.ts'
import { storedToken, storedUserId } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'
import { showToast } from '#web/ui/toast-store.ts'

const REST_MS = 15_000
const ANSWERLESS = new Set<RefusedCall['code']>(['offline', 'unavailable', 'cannot_write'])

const resting = createStore<readonly (() => void)[]>([])

/** Sends at once what waits for the server. */
export const retryNow = (): void => {
  for (const wake of resting.get()) wake()
}

const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      resting.set(resting.get().filter((other) => other !== wake))
      resolve()
    }
    const timer = setTimeout(wake, REST_MS)
    window.addEventListener('online', wake)
    resting.set([...resting.get(), wake])
  })

const titleOf = (error: unknown): string => {
  if (error instanceof RefusedCall && error.code === 'cannot_write') return 'Firstbell cannot save anything at the moment'
  return navigator.onLine ? 'Firstbell cannot be reached' : 'You are offline'
}

const tell = (error: unknown): void => {
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
    await watchRest(rest)
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
    tell(error)
    return watchUnreached(() => again(error))
  }
}

const isAnswerless = (error: unknown): boolean => error instanceof RefusedCall && ANSWERLESS.has(error.code)
