/**
 * Writes the server's answers to the device, for kept.ts to read. Loaded when the browser is idle.
 *
 * Student notes are never written, nor anything that isn't on the list in kept.ts.
 */
import type { Query, QueryKey } from '@tanstack/react-query'
import type { User } from '#shared/accounts/contract.ts'
import { addDays, addMonths, DAY_MS, daysBetween, mondayOf, monthOf, todayIn } from '#shared/dates.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { storedUserId } from '#web/lib/stored-session.ts'
import { type DeviceDatabase, deviceDatabase, type Kept } from './database.ts'
import { isKept, keptName, keyOfKept, noteWeeks } from './kept.ts'

const WEEKS_BACK = 4
const WEEKS_AHEAD = 8
/** Answers outside those weeks are kept this long after the server sent them. */
const VISITED_MS = 14 * DAY_MS
/** The most that one person's answers take up, in characters of JSON. */
const MAX_SIZE = 8_000_000
const PAUSE_MS = 500

/** The answers that arrived since the last write, by query hash. */
const arrived = createStore<ReadonlySet<string>>(new Set())
const isFollowing = createStore(false)

const signedIn = (): User | null => {
  const person = queryClient.getQueryData<User | null>(SESSION_KEY) ?? null
  return person?.id === storedUserId() ? person : null
}

/** Returns what the device may have of an answer. */
const dataFor = ({ queryKey, state }: Query): unknown =>
  queryKey[0] === SESSION_KEY[0] ? { ...(state.data as User), studentNotes: '' } : state.data

/** Writes the answers that arrived. If the browser refuses, the device has older ones or none, and the next write tries again. */
const write = async (): Promise<void> => {
  const person = signedIn()
  const cache = queryClient.getQueryCache()
  const queries = [...arrived.get()].flatMap((hash) => cache.get(hash) ?? [])
  arrived.set(new Set())
  if (!person) return
  try {
    const database = await deviceDatabase()
    if (!database) return
    const transaction = database.transaction('kept', 'readwrite')
    const kept = queries.filter(({ queryKey, state }) => state.data && isKept(queryKey, person.calendarId))
    const writes = kept.map((query) =>
      transaction.store.put({ data: dataFor(query), at: query.state.dataUpdatedAt }, keptName(query.queryKey)),
    )
    await Promise.all([...writes, transaction.done])
    noteWeeks(kept.map(({ queryKey, state }) => [queryKey, state.dataUpdatedAt] as const))
  } catch {
    // See above.
  }
}

const add = (query: Query): void => {
  if (!query.state.data) return
  if (arrived.get().size === 0) setTimeout(() => void write(), PAUSE_MS)
  arrived.set(new Set([...arrived.get(), query.queryHash]))
}

/** Keeps what is loaded, and from then on each answer as it arrives. */
export const keepAnswers = (): void => {
  if (isFollowing.get()) return
  isFollowing.set(true)
  const cache = queryClient.getQueryCache()
  const mayKeep = ({ queryKey }: Query): boolean => isKept(queryKey, signedIn()?.calendarId ?? '')
  for (const query of cache.getAll()) if (mayKeep(query) && !query.state.isInvalidated) add(query)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && mayKeep(event.query)) add(event.query)
  })
}

/** Returns the Mondays of the weeks that a device always keeps. */
export const mondaysAround = (today: string): string[] =>
  Array.from({ length: WEEKS_BACK + WEEKS_AHEAD + 1 }, (_, week) => addDays(mondayOf(today), (week - WEEKS_BACK) * 7))

/** Returns how many days a week or a month is outside what the device always keeps. Everything else is 0. */
const daysOutside = ([kind, , part, when]: QueryKey, today: string): number => {
  if (kind !== 'calendar') return 0
  const [first = '', last = ''] = [mondaysAround(today)[0], mondaysAround(today).at(-1)]
  const [from, to] = part === 'week' ? [first, last] : [monthOf(first), addMonths(monthOf(last), 1)]
  return Math.max(0, daysBetween(String(when), from), daysBetween(to, String(when)))
}

/** Deletes answers of other builds, those that are outside and old, and then the farthest ones until the rest fits. */
export const prune = async (database: DeviceDatabase, { calendarId, timezone }: User): Promise<void> => {
  const now = Date.now()
  const today = todayIn(timezone, now)
  const left: { name: string; size: number; outside: number }[] = []
  for (const name of await database.getAllKeys('kept')) {
    const key = keyOfKept(name)
    const kept: Kept | undefined = key && isKept(key, calendarId) ? await database.get('kept', name) : undefined
    const outside = key && kept ? daysOutside(key, today) : 0
    if (!kept || (outside > 0 && now - kept.at > VISITED_MS)) await database.delete('kept', name)
    else left.push({ name, size: JSON.stringify(kept.data).length, outside })
  }
  // Those that are not outside stay, from the largest to the smallest, because the farther ones are deleted first.
  const farthestFirst = [...left].sort((a, b) => b.outside - a.outside || b.size - a.size)
  let total = left.reduce((sum, { size }) => sum + size, 0)
  for (const { name, size } of farthestFirst) {
    if (total <= MAX_SIZE) return
    await database.delete('kept', name)
    total -= size
  }
}
