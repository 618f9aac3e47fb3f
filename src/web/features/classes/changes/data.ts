/** Changes of the signed-in user's classes. They appear immediately, and are reverted if the server refuses them. */
import type { OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import { type ClassChange, classes, type SchoolClass } from '#shared/classes/contract.ts'
import { CLOSURES_KEY, classesQuery, OPERATIONS_KEY, UNPLACED_KEY } from '#web/features/classes/data.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { createStore } from '#web/lib/store.ts'

const api = client(classes)
const RECORD_KEYS = [classesQuery.queryKey[0] ?? '', 'timetables', UNPLACED_KEY[0], CLOSURES_KEY, OPERATIONS_KEY[0]]

type Changes = {
  /** How many changes of classes are being saved. */
  saving: number
  /** Whether to refetch after the last of them. */
  isReloadDue: boolean
  /** Settles when the latest of them has been saved. They are sent one at a time. */
  latest: Promise<unknown>
}
const changes = createStore<Changes>({ saving: 0, isReloadDue: false, latest: Promise.resolve() })

/** Refetches classes, timetables and unplaced lessons. Waits for the changes of classes that are being saved. */
export const reloadRecords = (): void => {
  const { saving } = changes.get()
  changes.set({ ...changes.get(), isReloadDue: saving > 0 })
  if (saving === 0) for (const key of RECORD_KEYS) void queryClient.invalidateQueries({ queryKey: [key] })
}

const put = (change: (classes: readonly SchoolClass[]) => readonly SchoolClass[]): void =>
  void queryClient.setQueryData(classesQuery.queryKey, (now) => now && [...change(now)].sort((a, b) => a.order - b.order))
const replaced = (one: SchoolClass) => (now: readonly SchoolClass[]) => [...now.filter(({ id }) => id !== one.id), one]
const without = (gone: readonly Pick<SchoolClass, 'id'>[]) => (now: readonly SchoolClass[]) =>
  now.filter(({ id }) => gone.every((one) => one.id !== id))

/** Shows a class as stored, unless a later change is on screen. */
const putStored = (stored: SchoolClass): void => {
  if (changes.get().saving === 1) put(replaced(stored))
}

/** Shows `after` until the call has run, in turn. If the call fails, shows `before` again. */
const changing = async <T>(
  [before, after]: [before: Parameters<typeof put>[0], after: Parameters<typeof put>[0]],
  call: () => Promise<T>,
): Promise<T> => {
  const { saving, isReloadDue, latest } = changes.get()
  // A request in flight may return the classes as they were.
  const isLoading = queryClient.isFetching(classesQuery) > 0
  const saved = watchSave(() => latest.then(call))
  changes.set({ saving: saving + 1, isReloadDue: isReloadDue || isLoading, latest: saved.catch(() => undefined) })
  put(after)
  try {
    return await saved
  } catch (error) {
    put(before)
    changes.set({ ...changes.get(), isReloadDue: true })
    throw error
  } finally {
    const now = changes.get()
    changes.set({ ...now, saving: Math.max(0, now.saving - 1) })
    if (now.isReloadDue) reloadRecords()
  }
}

/** Creates a class. Throws {@link RefusedCall}. */
export const createClass = (created: SchoolClass): Promise<SchoolClass> =>
  changing([without([created]), replaced(created)], async () => {
    const stored = await api.createClass({ body: created })
    putStored(stored)
    return stored
  })

/** Changes a class. Returns the changed class. Throws {@link RefusedCall}. */
export const changeClass = (before: SchoolClass, change: ClassChange): Promise<SchoolClass> => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return changing([replaced(before), replaced({ ...before, ...given })], async () => {
    const stored = await api.changeClass({ params: { id: before.id }, body: change })
    putStored(stored)
    return stored
  })
}

/** Changes a class and renames its lessons from a date on, in one operation. Throws {@link RefusedCall}. */
export const renameClass = async (
  { classId: id, change, from: lessonsFrom }: { classId: string; change: ClassChange; from: string },
  operationId: string,
): Promise<OperationResult> => {
  await api.changeClass({ params: { id }, body: { ...change, lessonsFrom, operationId } })
  return { operationId, entries: [], removed: [] }
}

/** Deletes a class. Its lessons stay. Throws {@link RefusedCall}. */
export const deleteClass = (gone: SchoolClass): Promise<unknown> =>
  changing([replaced(gone), without([gone])], () => api.deleteClass({ params: { id: gone.id } }))

type NewLessons = {
  classes: readonly SchoolClass[]
  days: readonly { date: string; version: number; blocks: TimeBlock[] }[]
  operationId: string
}

/** Creates classes and saves lessons, in one operation. Throws {@link RefusedCall}. */
export const addLessons = ({ classes, days, operationId }: NewLessons): Promise<OperationResult> =>
  api.addLessons({ body: { classes: [...classes], days: [...days], operationId } })

/** Shows classes that `call` creates together with lessons. Throws what the call throws. */
export const creatingClasses = async <T>(created: readonly SchoolClass[], call: () => Promise<T>): Promise<T> =>
  created.length === 0 ? call() : changing([without(created), (now) => [...without(created)(now), ...created]], call)
