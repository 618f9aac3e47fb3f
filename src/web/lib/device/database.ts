/**
 * The signed-in person's database on this device: edits that aren't sent yet, and the answers that they saw last. Smaller entries are in
 * storage.ts.
 *
 * 1. Each person has a database of their own, named after their ID. Nobody else's code path opens it.
 * 2. It is deleted when they sign out, in whichever tab. The connections of the other tabs close themselves for that.
 * 3. On a shared computer, or if the browser refuses storage, there is none, and everything works as without it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { createStore } from '#web/lib/store.ts'
import { storedToken, storedUserId } from '#web/lib/stored-session.ts'
import { databaseOf, finishForgetting } from './forget-kept.ts'
import { isSharedComputer } from './shared-computer.ts'

/** Something that the device keeps, and when the server last confirmed it, in ms since the epoch. */
export type Kept = { data: unknown; at: number }

interface Schema extends DBSchema {
  /** Edits that the server hasn't answered, in the order in which they were made. The key increases with each. */
  edits: { key: number; value: { id: string } & Record<string, unknown>; indexes: { byId: string } }
  /** Data as the server sent it, by name. */
  kept: { key: string; value: Kept }
}
export type DeviceDatabase = IDBPDatabase<Schema>

const VERSION = 1

type Opened = { personId: string; database: Promise<DeviceDatabase | null> }
const opened = createStore<Opened | null>(null)

const forget = ({ database }: Opened): void => {
  if (opened.get()?.database === database) opened.set(null)
}

const open = async (personId: string): Promise<DeviceDatabase | null> => {
  try {
    await finishForgetting(personId)
    return await openDB<Schema>(databaseOf(personId), VERSION, {
      upgrade: (database) => {
        database.createObjectStore('edits', { autoIncrement: true }).createIndex('byId', 'id', { unique: true })
        database.createObjectStore('kept')
      },
      // Another tab deletes the database, or a newer version of the app changes it.
      blocking: (_current, _next, event) => {
        const now = opened.get()
        if (now?.personId === personId) forget(now)
        ;(event.target as IDBDatabase).close()
      },
      terminated: () => {
        const now = opened.get()
        if (now?.personId === personId) forget(now)
      },
    })
  } catch {
    return null
  }
}

/** Returns the signed-in person's database, or null if this device keeps nothing. Opens it once. Never rejects. */
export const deviceDatabase = (): Promise<DeviceDatabase | null> => {
  const personId = storedUserId()
  if (!personId || !storedToken() || isSharedComputer()) return Promise.resolve(null)
  const now = opened.get()
  if (now?.personId === personId) return now.database
  const next = { personId, database: open(personId) }
  opened.set(next)
  return next.database
}
