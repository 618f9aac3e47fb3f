import { useSyncExternalStore } from 'react'

/** How many saves are on their way, and the instant (ms) of the last that arrived. */
export type SaveStatus = { saving: number; savedAt: number | null }

let status: SaveStatus = { saving: 0, savedAt: null }
const listeners = new Set<() => void>()

/** The browser asks before it closes a page whose saves have not arrived. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault()

const setStatus = (next: SaveStatus): void => {
  if (status.saving === 0 && next.saving > 0) window.addEventListener('beforeunload', warn)
  if (next.saving === 0) window.removeEventListener('beforeunload', warn)
  status = next
  for (const heard of listeners) heard()
}
const subscribe = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Counts a save while it is on its way; one that throws does not count as saved. */
export const watchSave = async <T>(save: () => Promise<T>): Promise<T> => {
  setStatus({ ...status, saving: status.saving + 1 })
  let savedAt = status.savedAt
  try {
    const saved = await save()
    savedAt = Date.now()
    return saved
  } finally {
    setStatus({ saving: status.saving - 1, savedAt: savedAt ?? status.savedAt })
  }
}

export const useSaveStatus = (): SaveStatus => useSyncExternalStore(subscribe, () => status)
