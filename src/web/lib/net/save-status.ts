import { createStore, useStore } from '#web/lib/store.ts'

export type SaveStatus = {
  /** Number of pending saves, including those waiting to be retried. */
  saving: number
  /** Number of pending saves that haven't reached the server yet. */
  unreached: number
  /** Number of pending saves waiting for their next retry. */
  waiting: number
  /** Number of pending saves that would be lost with this page, because the device doesn't keep them. */
  atRisk: number
  /** Time of the last successful save, in epoch milliseconds. */
  savedAt: number | null
}

const status = createStore<SaveStatus>({ saving: 0, unreached: 0, waiting: 0, atRisk: 0, savedAt: null })

/** Makes the browser ask for confirmation before it closes a page with pending saves that the device doesn't keep. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const setStatus = (change: Partial<SaveStatus>): void => status.set({ ...status.get(), ...change })
status.subscribe(() => {
  if (status.get().atRisk > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})

/** Increments a counter while a job runs. */
const counted = async <T>(count: 'saving' | 'unreached' | 'waiting' | 'atRisk', job: () => Promise<T>): Promise<T> => {
  setStatus({ [count]: status.get()[count] + 1 })
  try {
    return await job()
  } finally {
    setStatus({ [count]: status.get()[count] - 1 })
  }
}

/** Counts a save as pending while it runs, for saves that call {@link watchRisk} themselves. A save that throws doesn't update `savedAt`. */
export const watchEdit = <T>(save: () => Promise<T>): Promise<T> =>
  counted('saving', async () => {
    const saved = await save()
    setStatus({ savedAt: Date.now() })
    return saved
  })

/** Counts a save as one that would be lost with this page while it runs. */
export const watchRisk = <T>(save: () => Promise<T>): Promise<T> => counted('atRisk', save)
/** Counts a save as pending while it runs. It would be lost with this page. */
export const watchSave = <T>(save: () => Promise<T>): Promise<T> => watchEdit(() => watchRisk(save))

/** Counts a save as unreached until it reaches the server or is abandoned. */
export const watchUnreached = <T>(save: () => Promise<T>): Promise<T> => counted('unreached', save)
/** Counts a save as waiting until its next retry. */
export const watchWait = <T>(wait: () => Promise<T>): Promise<T> => counted('waiting', wait)

export const saveStatus = (): SaveStatus => status.get()
export const useSaveStatus = (): SaveStatus => useStore(status)
