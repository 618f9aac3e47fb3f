/**
 * Deletes what people who aren't signed in left on this device. Loaded when the browser is idle, on every page.
 *
 * 1. Signing out deletes everything at once (forget-kept.ts). If that failed, it is repeated here.
 * 2. A session that ended without a sign-out leaves unsent edits and drafts, which wait for the same person. They are deleted as late as
 *    drafts that a signed-in person abandoned.
 * 3. A guest whose days are over can't sign in again, so theirs are deleted at once.
 */
import { openDB } from 'idb'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { dropOldDrafts } from '#web/lib/drafts.ts'
import { forgetPerson, guestSince, storedToken, storedUserId } from '#web/lib/stored-session.ts'
import { databaseOf, forgetDatabase, undeletedPeople } from './forget-kept.ts'
import { isSharedComputer } from './shared-computer.ts'

type StoredEdit = { edit?: { at?: number } }

const isSignedIn = (personId: string): boolean => storedToken() !== null && storedUserId() === personId

/** Deletes old edits in a person's database, and everything to read. Deletes the database if nothing is left. */
const dropOld = async (personId: string, now: number): Promise<void> => {
  const database = await openDB(databaseOf(personId), undefined, {
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  })
  let left = 0
  try {
    const stores = ['edits', 'kept'].filter((store) => database.objectStoreNames.contains(store))
    const transaction = stores.length > 0 ? database.transaction(stores, 'readwrite') : undefined
    if (stores.includes('kept')) await transaction?.objectStore('kept').clear()
    let cursor = stores.includes('edits') ? await transaction?.objectStore('edits').openCursor() : null
    for (; cursor; cursor = await cursor.continue()) {
      const { edit }: StoredEdit = cursor.value
      if (now - (edit?.at ?? now) > RETENTION.draftDays * DAY_MS) await cursor.delete?.()
      else left++
    }
    await transaction?.done
  } finally {
    database.close()
  }
  if (left === 0 && !isSignedIn(personId)) await forgetDatabase(personId)
}

/** Returns the people who have a database on this device. None in a browser that can't list them. */
const peopleHere = async (): Promise<string[]> => {
  const prefix = databaseOf('')
  const all = (await indexedDB.databases?.()) ?? []
  return all.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
}

/** Cleans up. Rejects if the browser refuses, for example because its storage fails. The next page tries again. */
export const cleanUp = async (now = Date.now()): Promise<void> => {
  // A tab of a shared computer doesn't know who is signed in in the other tabs.
  if (isSharedComputer()) return
  const person = storedUserId()
  const since = guestSince.get()
  if (person && since && now - Date.parse(since) > RETENTION.guestDays * DAY_MS && !storedToken()) {
    forgetPerson(person)
    await forgetDatabase(person)
  }
  dropOldDrafts(now)
  for (const each of undeletedPeople()) if (!isSignedIn(each)) await forgetDatabase(each)
  for (const each of await peopleHere()) if (!isSignedIn(each)) await dropOld(each, now)
}
