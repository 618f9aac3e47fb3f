import { CancelledError } from '@tanstack/react-query'
import { isUnproven, RefusedCall } from '#web/lib/net/api.ts'
import { showToast, type ToastMessage } from './toasts/toast-store.ts'

/** Returns the reason a call failed, as a sentence for the teacher. */
export const reasonOf = (error: unknown): string => (error instanceof RefusedCall ? error.message : 'An error occurred')

/**
 * Rethrows an error that is a bug, not a refused call or a lost connection. Nor is it one if what was loading is no longer wanted, because
 * the session ended.
 */
export const rethrowBugs = (error: unknown): void => {
  if (!(error instanceof RefusedCall || error instanceof CancelledError)) throw error
}

export type Messages<Result> = {
  /** Omit if the page itself shows the result. */
  done?: (result: Result) => ToastMessage
  /** `reason` can be shown as is. Return null to show nothing. */
  failed: (reason: string, error: unknown) => ToastMessage | null
}

/**
 * Makes a call and shows the outcome in a toast. Returns whether the call succeeded. Use it for every save. Shows nothing if the user
 * declined to re-authenticate. Rethrows bugs after showing the toast.
 */
export const report = async <Result>(call: () => Promise<Result>, { done, failed }: Messages<Result>): Promise<boolean> => {
  try {
    const result = await call()
    if (done) showToast({ tone: 'success', ...done(result) })
    return true
  } catch (error) {
    if (isUnproven(error)) return false
    const message = failed(reasonOf(error), error)
    if (message) showToast({ tone: 'destructive', ...message })
    rethrowBugs(error)
    return false
  }
}
