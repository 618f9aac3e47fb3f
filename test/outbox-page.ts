/** A page with an outbox, between a device and a server that a test controls. Its timers run when the test says so. Nothing is rendered. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, vi } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { weekKey } from '#web/features/calendar/days/queries.ts'
import { savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { setSharedComputer } from '#web/lib/device/shared-computer.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { clearStores } from '#web/lib/store.ts'
import { storeSession } from '#web/lib/stored-session.ts'
import { Locks } from './locks.ts'

export const [MON, TUE, WED, THU] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'] as const
export const math: TimeBlock = {
  id: 'math',
  title: 'Math',
  description: '',
  startTime: '09:00',
  endTime: '10:00',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
export const art: TimeBlock = { ...math, id: 'art', title: 'Art', startTime: '11:00', endTime: '12:00' }

export const dayWith = (date: string, version: number, ...blocks: TimeBlock[]): CalendarDay => ({
  id: `day-${date}`,
  userId: 'ann',
  operationId: 'earlier',
  date,
  version,
  blocks,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
})

type Call = { method: string; path: string; body: { operationId?: string; date?: string; version?: number; days?: SentDay[] } }
type SentDay = Partial<CalendarDay> & { date: string }
type Refused = { status: number; code: string; message: string; date?: string; current?: unknown }
/** The server never gets the call, or the page never gets the response, or the server refuses it. */
type Mishap = 'unsent' | 'lost' | Refused

export const server = {
  days: new Map<string, CalendarDay>(),
  /** The IDs of the operations that it has carried out, in order. */
  operations: [] as string[],
  /** The changes that arrived. */
  calls: [] as Call[],
  /** Mishaps of the next changes, in order. */
  mishaps: [] as (Mishap | undefined)[],
  isDown: false,
  /** Delays the next changes, in order. */
  gates: [] as Promise<unknown>[],
  /** Answers other calls than saves and reads of days. */
  others: (_call: Call): unknown => undefined,
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const refusal = ({ status, ...body }: Refused) => json({ statusCode: status, ...body }, status)

/** Saves days as the server does: once for each operation, and only on top of their current version. */
const save = ({ path, body }: Call): Response => {
  const { operationId = '', days = [body as SentDay] } = body
  if (!server.operations.includes(operationId)) {
    const stale = days.find(({ date, version }) => (version ?? 0) !== (server.days.get(date)?.version ?? 0))
    if (stale) {
      const current = server.days.get(stale.date) ?? null
      return refusal({ status: 409, code: 'stale', message: 'This day was changed in another window.', date: stale.date, current })
    }
    server.operations.push(operationId)
    for (const { version = 0, ...day } of days)
      server.days.set(day.date, { ...dayWith(day.date, 0), ...server.days.get(day.date), ...day, version: version + 1, operationId })
  }
  const entries = days.flatMap(({ date }) => server.days.get(date) ?? [])
  return json(path === '/api/calendar' ? entries[0] : { operationId, entries, removed: [] })
}

const answer = async (address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
  // A response takes a task of its own, so that a page that never stops calling doesn't stop the test.
  await new Promise(setImmediate)
  const url = new URL(address, 'http://school')
  const call: Call = { method, path: url.pathname, body: JSON.parse(String(body ?? '{}')) }
  if (method !== 'GET') await server.gates.shift()
  const mishap = method === 'GET' ? undefined : server.mishaps.shift()
  if (server.isDown || mishap === 'unsent') throw new TypeError('Failed to fetch')
  if (method !== 'GET') server.calls.push(call)
  if (typeof mishap === 'object') return refusal(mishap)
  const { date = '', from = date, to = date } = Object.fromEntries(url.searchParams)
  const isSave = method === 'POST' && /^\/api\/calendar(\/days)?$/.test(call.path)
  const other = isSave ? undefined : server.others(call)
  const inRange = () => [...server.days.values()].filter((day) => day.date >= from && day.date <= to)
  const response = isSave ? save(call) : json(other ?? inRange())
  if (mishap === 'lost') throw new TypeError('Failed to fetch')
  return response
}

/** A channel to the other tabs. Messages arrive in a task of their own. */
class Channel {
  static all = new Set<Channel>()
  onmessage: ((event: { data: unknown }) => void) | null = null
  readonly name: string
  constructor(name: string) {
    this.name = name
    Channel.all.add(this)
  }
  postMessage(message: unknown): void {
    const data = structuredClone(message)
    for (const other of Channel.all) if (other !== this && other.name === this.name) setImmediate(() => other.onmessage?.({ data }))
  }
  close(): void {
    Channel.all.delete(this)
  }
}

/** The browser's locks. This page asks as 'page'. */
export const browser = { locks: new Locks(), window: new EventTarget() }

export const lockName = (personId = 'ann'): string => `firstbell-outbox-${personId}`

/** Lets everything go on that needs no timer. */
export const idle = async (turns = 60): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
}
/** Lets a time pass. */
export const wait = async (ms: number): Promise<void> => {
  await idle()
  await vi.advanceTimersByTimeAsync(ms)
  await idle()
}

/** How a promise ended so far. A test looks at it after a while, so that it fails instead of waiting for a promise that never settles. */
export const outcomeOf = <T>(work: Promise<T>): { value?: T; error?: unknown; isDone: boolean } => {
  const outcome: ReturnType<typeof outcomeOf<T>> = { isDone: false }
  work.then(
    (value) => Object.assign(outcome, { isDone: true, value }),
    (error: unknown) => Object.assign(outcome, { isDone: true, error }),
  )
  return outcome
}

/** Another tab of a person, with the messages that it received. */
export const otherTab = (personId = 'ann') => {
  const heard: { is: string; id?: string }[] = []
  const channel = new Channel(lockName(personId))
  channel.onmessage = ({ data }) => void heard.push(data as (typeof heard)[number])
  let letGo: () => void = () => undefined
  return {
    heard,
    say: (message: object) => channel.postMessage(message),
    /** Holds the lock until `letGo`. */
    takeLock: (options = {}) =>
      void browser.locks
        .requestAs('other', lockName(personId), options, () => new Promise<void>((resolve) => (letGo = resolve)))
        .catch(() => undefined),
    letGo: () => letGo(),
  }
}

let count = 0
/** Returns a calendar of its own for each test. */
export const aCalendar = (): CalendarRef => ({
  id: `calendar-${++count}`,
  kind: 'own',
  owner: 'ann',
  name: '',
  isViewed: false,
  mayEdit: true,
  mayAddLessons: true,
  mayTakeOver: false,
})

/** Shows a week, as the page does before a teacher can edit it. */
export const showWeek = (calendar: CalendarRef, monday: string = MON): void =>
  void queryClient.setQueryData(weekKey(calendar, monday), savedWeek(monday, [...server.days.values()]))

/** Forgets what the page has in memory, as a reload does. */
export const reload = (): void => {
  clearStores()
  queryClient.clear()
  browser.locks.end('page')
  Channel.all.clear()
}

/** Gives each test of a file a new browser and a new server, with Ann signed in. */
export const onAPage = (): void => {
  beforeEach(() => {
    Object.assign(server, { days: new Map(), operations: [], calls: [], mishaps: [], isDown: false, gates: [], others: () => undefined })
    Object.assign(browser, { locks: new Locks(), window: new EventTarget() })
    const locks = {
      request: (name: string, options: object, callback: () => unknown) => browser.locks.requestAs('page', name, options, callback),
    }
    vi.stubGlobal('window', browser.window)
    vi.stubGlobal('navigator', { locks, onLine: true })
    vi.stubGlobal('BroadcastChannel', Channel)
    vi.stubGlobal('fetch', answer)
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-18T15:00:00Z') })
    setSharedComputer(false)
    storeSession({ token: 'token-ann', userId: 'ann' })
  })
  afterEach(async () => {
    await idle(10)
    reload()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
