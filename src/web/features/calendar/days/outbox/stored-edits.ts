/**
 * The edits that this device keeps until the server has answered, in the order in which they were made (lib/device/database.ts). All tabs
 * of a person share them.
 */
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import type { DaysRequest } from '#web/features/calendar/days/plans.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { deviceDatabase } from '#web/lib/device/database.ts'
import { isSharedComputer } from '#web/lib/device/shared-computer.ts'
import { canShare, type Refusal } from './tabs.ts'

export type StoredEdit = {
  id: string
  edit: PendingEdit
  calendar: CalendarRef
  /** The person who made the edit. */
  personId: string
  /** True once the edit was sent. The server may have carried it out even if no response arrived, so it doesn't change anymore. */
  isSent: boolean
  /** The request that was sent. Only for edits that just save days. */
  request?: DaysRequest | undefined
  /** Why the server refused the edit, if its tab was gone by then, so that nobody could be told. */
  refusal?: Refusal | undefined
}

/** A store that doesn't respond within this many milliseconds counts as refused. An edit must not wait for it. */
const PATIENCE_MS = 3000

const soon = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('The device’s storage doesn’t respond', 'TimeoutError')), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Returns the edits, oldest first. Empty if this device keeps none. */
export const storedEdits = async (): Promise<StoredEdit[]> => {
  const database = canShare() ? await soon(deviceDatabase()) : null
  return database ? ((await soon(database.getAll('edits'))) as unknown as StoredEdit[]) : []
}

/** Whether the device keeps an edit. `'never'`: a shared computer, or a browser whose tabs can't work together. */
export type Keeping = 'kept' | 'refused' | 'never'

/** Stores an edit. Never rejects. */
export const keepEdit = async (stored: StoredEdit): Promise<Keeping> => {
  if (isSharedComputer() || !canShare()) return 'never'
  try {
    const database = await soon(deviceDatabase())
    if (!database) return 'refused'
    await soon(database.add('edits', stored))
    return 'kept'
  } catch {
    // The disk is full, or the browser refuses. The page says so.
    return 'refused'
  }
}

/**
 * Changes a stored edit in one transaction. `change` returns its new state, or undefined to delete it. Returns the new state, or undefined
 * if the edit isn't there anymore. Rejects if the store fails.
 */
const changeEdit = async (id: string, change: (stored: StoredEdit) => StoredEdit | undefined): Promise<StoredEdit | undefined> => {
  const database = await soon(deviceDatabase())
  if (!database) return undefined
  const transaction = database.transaction('edits', 'readwrite')
  const work = async () => {
    const cursor = await transaction.store.index('byId').openCursor(id)
    if (!cursor) return undefined
    const next = change(cursor.value as unknown as StoredEdit)
    await (next ? cursor.update(next) : cursor.delete())
    await transaction.done
    return next
  }
  // `done` also rejects if `work` does. Its caller gets that one.
  transaction.done.catch(() => undefined)
  return soon(work())
}

/**
 * Marks an edit as sent and returns what it was before. Undefined if it is gone, or if the server has refused it, because another tab has
 * settled it.
 */
export const claimEdit = async (id: string): Promise<StoredEdit | undefined> => {
  let before: StoredEdit | undefined
  await changeEdit(id, (stored) => {
    before = stored.refusal ? undefined : stored
    return before ? { ...stored, isSent: true } : stored
  })
  return before
}

/** Stores what is about to be sent. */
export const noteRequest = async (id: string, request: DaysRequest): Promise<void> => {
  await changeEdit(id, (stored) => ({ ...stored, request }))
}

/** Replaces an edit that hasn't been sent. Returns false if it has been. */
export const amendEdit = async (id: string, edit: PendingEdit): Promise<boolean> => {
  let isAmended = false
  await changeEdit(id, (stored) => {
    isAmended = !stored.isSent
    return isAmended ? { ...stored, edit } : stored
  })
  return isAmended
}

/** Keeps an edit that the server refused, with the reason, until the teacher has seen it. */
export const refuseEdit = (id: string, refusal: Refusal | undefined): Promise<StoredEdit | undefined> =>
  changeEdit(id, (stored) => ({ ...stored, refusal }))

export const dropEdit = async (id: string): Promise<void> => {
  await changeEdit(id, () => undefined)
}
