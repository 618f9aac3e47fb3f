/** Deletes what a device keeps of people, without opening their database for use (database.ts). */

/** The name of a person's database. */
export const databaseOf = (personId: string): string => `firstbell:${personId}`

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

/** Deletes everything in a person's database, in all tabs. Never rejects. */
export const forgetDatabase = (personId: string): Promise<void> =>
  settled((done) => {
    const request = indexedDB.deleteDatabase(databaseOf(personId))
    request.onsuccess = done
    request.onerror = done
  })

/** Deletes what a person's database has to read, but not their edits. For a session that ended without a sign-out. Never rejects. */
export const forgetKept = (personId: string): Promise<void> =>
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
      if (!database.objectStoreNames.contains('kept')) return finish()
      const transaction = database.transaction('kept', 'readwrite')
      transaction.objectStore('kept').clear()
      transaction.oncomplete = finish
      transaction.onabort = finish
    }
  })
