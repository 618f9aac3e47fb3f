/** Deletes what a device keeps of people, without opening their database for use (database.ts). */
import { json, slot } from '#web/lib/storage.ts'

/** The name of a person's database. */
export const databaseOf = (personId: string): string => `firstbell:${personId}`

/**
 * The IDs of people who signed out, and whose database couldn't be deleted yet: another tab was frozen, or the page closed before it was
 * done. The next opening of the app tries again (clean-up.ts).
 */
const undeleted = slot('undeleted', json<string[]>(), 'computer')
export const undeletedPeople = (): string[] => undeleted.get() ?? []
const isUndeleted = (personId: string): boolean => undeletedPeople().includes(personId)
const noteDeleted = (personId: string): void => {
  const others = undeletedPeople().filter((other) => other !== personId)
  if (others.length > 0) undeleted.set(others)
  else undeleted.forget()
}

/** How long to wait for other tabs to close a database, in ms. The browser deletes it once they have. */
const PATIENCE_MS = 2000

const settled = (begin: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS)
    try {
      begin(resolve)
    } catch {
      // The browser refuses storage, so nothing is stored.
      resolve()
    }
  })

/** Empties some of a person's stores. Doesn't need the other tabs to close theirs. */
const empty = (personId: string, stores: readonly string[]): Promise<void> =>
  settled((done) => {
    const request = indexedDB.open(databaseOf(personId))
    // There is no database. Aborting keeps this from creating one.
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onerror = done
    request.onsuccess = () => {
      const database = request.result
      const finish = () => {
        database.close()
        done()
      }
      const found = stores.filter((store) => database.objectStoreNames.contains(store))
      if (found.length === 0) return finish()
      const transaction = database.transaction(found, 'readwrite')
      for (const store of found) transaction.objectStore(store).clear()
      transaction.oncomplete = finish
      transaction.onabort = finish
    }
  })

/** Deletes what a person's database has to read, but not their edits. For a session that ended without a sign-out. Never rejects. */
export const forgetKept = (personId: string): Promise<void> => empty(personId, ['kept'])

const deleteDatabase = (personId: string): Promise<void> =>
  settled((done) => {
    // Also if it takes longer than this page waits.
    const finish = () => {
      noteDeleted(personId)
      done()
    }
    // Without the browser's database, there is none to delete.
    if (!globalThis.indexedDB) return finish()
    const request = indexedDB.deleteDatabase(databaseOf(personId))
    request.onsuccess = finish
    request.onerror = done
  })

/** Deletes everything in a person's database, in all tabs. Never rejects. */
export const forgetDatabase = async (personId: string): Promise<void> => {
  if (!isUndeleted(personId)) undeleted.set([...undeletedPeople(), personId])
  // First, because the browser deletes a database only once all tabs have closed it, and a phone may have frozen one.
  await empty(personId, ['edits', 'kept'])
  // Else they have signed in again meanwhile.
  if (isUndeleted(personId)) await deleteDatabase(personId)
}

/** Deletes what a person's earlier sign-out couldn't, before they use their database again. Never rejects. */
export const finishForgetting = async (personId: string): Promise<void> => {
  if (!isUndeleted(personId)) return
  // First, so that no other tab deletes what they store from now on.
  noteDeleted(personId)
  await empty(personId, ['edits', 'kept'])
  await deleteDatabase(personId)
}
