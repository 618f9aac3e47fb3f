/**
 * Reads what this device keeps of the server's answers (keep.ts writes it), so that the planner opens before the server answers, or without
 * a network.
 *
 * 1. Everything read here counts as stale. A query that shows it asks the server at once, and again when the network is back.
 * 2. Answers that are loaded already are never replaced.
 * 3. Only the signed-in person's answers are read. If they sign out or somebody else signs in meanwhile, nothing is drawn.
 */
import type { QueryKey } from '@tanstack/react-query'
import type { User } from '#shared/accounts/contract.ts'
import { addDays, DAY_MS, isDay, monthOf } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { queryClient, SESSION_KEY } from '#web/lib/net/query-client.ts'
import { createStore } from '#web/lib/store.ts'
import { storedToken, storedUserId } from '#web/lib/stored-session.ts'
import { type DeviceDatabase, deviceDatabase, type Kept } from './database.ts'

/** Raise this when a build can't read the answers that earlier builds kept. They are then dropped. */
const SHAPE = 1
const PREFIX = `${SHAPE} `

export const keptName = (key: QueryKey): string => PREFIX + JSON.stringify(key)
/** Returns the query key of an entry, or null if another build kept it in another shape. */
export const keyOfKept = (name: string): QueryKey | null => (name.startsWith(PREFIX) ? JSON.parse(name.slice(PREFIX.length)) : null)

/** Answers about the person as a whole. */
const OF_PERSON = new Set([SESSION_KEY, ['classes'], ['timetables'], ['unplaced'], ['school', 'office']].map((key) => JSON.stringify(key)))

/** True for the answers that a device keeps. Everything else stays on the server, above all other people's calendars. */
export const isKept = (key: QueryKey, calendarId: string): boolean => {
  const [kind, id, part, when] = key
  if (kind === 'calendar') return id === calendarId && key.length === 4 && (part === 'week' || part === 'marks') && isDay(String(when))
  if (kind === 'closures') return id === calendarId
  return (kind === 'templates' && key.length === 2) || OF_PERSON.has(JSON.stringify(key))
}

/** When the server last confirmed each kept week, by its Monday. Null if this device keeps nothing, or until that is known. */
export const keptWeeks = createStore<ReadonlyMap<string, number> | null>(null)
export const noteWeeks = (entries: Iterable<readonly [QueryKey, number]>): void => {
  const weeks = [...entries].flatMap(([[, , part, monday], at]) => (part === 'week' ? [[String(monday), at] as const] : []))
  keptWeeks.set(new Map([...(keptWeeks.get() ?? []), ...weeks]))
}

/** True from drawing the planner from this device until the server confirms the session. */
export const isFromDevice = createStore(false)

/** Puts an answer into the query cache, unless the cache has one. It stays there, because it may be all there is. */
const draw = (key: QueryKey, { data, at }: Kept): void => {
  const cache = queryClient.getQueryCache()
  const query = cache.build(queryClient, { queryKey: key, gcTime: Number.POSITIVE_INFINITY })
  if (query.state.data === undefined) query.setState({ data, dataUpdatedAt: at, error: null, status: 'success', isInvalidated: true })
}

/** Returns the names of the entries that the first screen of a week needs, besides the person's. */
const ofFirstScreen = (calendarId: string, monday: string): QueryKey[] => [
  ['classes'],
  ['calendar', calendarId, 'week', monday],
  ...new Set([monthOf(monday), monthOf(addDays(monday, 6))].map((month) => ['calendar', calendarId, 'marks', month])),
]

/** Returns the Monday of the week that first-paint.js asked for. */
const firstMonday = (): string | undefined =>
  globalThis.window?.earlyCalls?.flatMap(({ address }) => /^\/api\/calendar\?from=([\d-]+)/.exec(address)?.[1] ?? [])[0]

type Session = { token: string | null; person: string | null }
const session = (): Session => ({ token: storedToken(), person: storedUserId() })
const isSame = (a: Session, b: Session): boolean => a.token === b.token && a.person === b.person

const readFirst = async (database: DeviceDatabase): Promise<[QueryKey, Kept][]> => {
  const { store } = database.transaction('kept')
  const person = await store.get(keptName(SESSION_KEY))
  // Without a network, nobody could end the session. It would be over by now.
  if (!person || Date.now() - person.at > RETENTION.sessionDays * DAY_MS) return []
  const monday = firstMonday()
  const keys = monday ? ofFirstScreen((person.data as User).calendarId, monday) : [['classes']]
  const found = await Promise.all(keys.map(async (key) => [key, await store.get(keptName(key))] as const))
  return [[SESSION_KEY, person], ...found.flatMap(([key, kept]): [QueryKey, Kept][] => (kept ? [[key, kept]] : []))]
}

/**
 * Draws what the first screen needs. Returns false if this device doesn't have it, or if the server was faster. Never rejects: without the
 * device's storage, the planner waits for the server.
 */
export const drawFirst = async (): Promise<boolean> => {
  const before = session()
  try {
    const database = await deviceDatabase()
    const entries = database ? await readFirst(database) : []
    const [person] = entries
    const isOwn = person !== undefined && (person[1].data as User).id === before.person && isSame(before, session())
    if (!isOwn || queryClient.getQueryData(SESSION_KEY) !== undefined) return false
    isFromDevice.set(true)
    for (const [key, kept] of entries) draw(key, kept)
    return true
  } catch {
    return false
  }
}

/** Draws everything else that the device keeps, so that every kept week opens without waiting. Never rejects, as above. */
export const drawRest = async (): Promise<void> => {
  const before = session()
  try {
    const database = await deviceDatabase()
    if (!database) return
    const { store } = database.transaction('kept')
    const [names, all] = await Promise.all([store.getAllKeys(), store.getAll()])
    const person = queryClient.getQueryData<User | null>(SESSION_KEY)
    if (!person || person.id !== before.person || !isSame(before, session())) return
    const entries = names.flatMap((name, place): [QueryKey, Kept][] => {
      const key = keyOfKept(name)
      const kept = all[place]
      return key && kept && isKept(key, person.calendarId) ? [[key, kept]] : []
    })
    for (const [key, kept] of entries) draw(key, kept)
    noteWeeks(entries.map(([key, { at }]) => [key, at] as const))
  } catch {
    // The person signed out meanwhile, or the browser refuses. The planner then shows what the server sends.
  }
}
