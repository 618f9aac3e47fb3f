import { createStore, useStore } from './store.ts'

export type SaveStatus = {
  /** How many saves are under way, those that wait for the server included. */
  saving: number
  /** Those of them that have not reached the server yet. */
  unreached: number
  /** Those of them that wait for the next try. */
  waiting: number
  /** The instant (ms) at which the last save arrived. */
  savedAt: number | null
}

const status = createStore<SaveStatus>({ saving: 0, unreached: 0, waiting: 0, savedAt: null })

/** The browser asks before it closes a page whose saves have not arrived. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const setStatus = (change: Partial<SaveStatus>): void => status.set({ ...status.get(), ...change })
status.subscribe(() => {
  if (status.get().saving > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
})

/** Adds to a count while a job is under way. */
const counted = async <T>(count: 'saving' | 'unreached' | 'waiting', job: () => Promise<T>): Promise<T> => {
  setStatus({ [count]: status.get()[count] + 1 })
  try {
    return await job()
  } finally {
    setStatus({ [count]: status.get()[count] - 1 })
  }
}

/** Counts a save while it is on its way; one that throws does not count as saved. */
export const watchSave = <T>(save: () => Promise<T>): Promise<T> =>
  counted('saving', async () => {
    const saved = await save()
    setStatus({ savedAt: Date.now() })
    return saved
  })

/** Counts a save from when it has not reached the server until it has, or is given up. */
export const watchUnreached = <T>(save: () => Promise<T>): Promise<T> => counted('unreached', save)
/** Counts a save that waits for the next try. */
export const watchWait = <T>(wait: () => Promise<T>): Promise<T> => counted('waiting', wait)

export const saveStatus = (): SaveStatus => status.get()
export const useSaveStatus = (): SaveStatus => useStore(status)
