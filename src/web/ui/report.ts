import { isUnproven, RefusedCall } from '#web/lib/api.ts'
import { showToast, type ToastMessage } from './toast-store.ts'

/** Returns why a call failed, as a sentence fit to be shown. */
export const reasonOf = (error: unknown): string => (error instanceof RefusedCall ? error.message : 'An error occurred')

/** Throws what is neither a refusal of the server nor a lost connection: that is a bug of ours. */
export const rethrowBugs = (error: unknown): void => {
  if (!(error instanceof RefusedCall)) throw error
}

export type Messages<Result> = {
  /** Omitted where the page itself shows that it is done. */
  done?: (result: Result) => ToastMessage
  /** `reason` is fit to be shown. Returns null where there is nothing to say. */
  failed: (reason: string, error: unknown) => ToastMessage | null
}

/**
 * Makes a call and says in a toast how it went: every save is reported through here. Returns whether it went well. Nothing is said
 * of a call that was given up rather than proved to be one's own.
 * Rethrows bugs once they are reported.
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
