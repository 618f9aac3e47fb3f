/**
 * Simulates browser tabs. Each tab has its own copy of the web data layer and calls the real routes in this process. Nothing is rendered.
 */
import { setMaxListeners } from 'node:events'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { QueryObserver } from '@tanstack/react-query'
import * as fakeIndexedDb from 'fake-indexeddb'
import { afterAll, beforeAll, vi } from 'vitest'
import { type LiveEvent, live } from '#shared/live/contract.ts'
import { type CalendarRef, calendarOf } from '#web/features/calendar/days/calendar-ref.ts'
import type { ConflictQuestion } from '#web/features/calendar/days/conflict-question.ts'
import type { Choice } from '#web/features/calendar/model/block-edit.ts'
import { app, call } from './app.ts'

/** How a change gets lost: the server never receives the request, or the tab never receives the response. */
export type Mishap = 'unsent' | 'lost'

const streams = new EventTarget()

export const network = {
  /** Mishaps for the next changes, in order. */
  mishaps: [] as (Mishap | undefined)[],
  /** While true, no call reaches the server. */
  isDown: false,
  /** Each change that reached the server, such as `POST /api/calendar`. */
  arrived: [] as string[],
  /** Gates that delay the next changes, in order. */
  gates: [] as Promise<void>[],
  /** Gates that delay the responses to the next changes, in order, after the server has made each change. */
  replyGates: [] as (() => Promise<unknown>)[],
  /** Each call that reached the server, such as `GET /api/calendar?from=…`, except for the live stream. */
  requests: [] as string[],
  /** Events received from the live stream. */
  heard: [] as LiveEvent[],
  /** Cuts the open live streams, as a proxy might. */
  cutStreams: () => streams.dispatchEvent(new Event('cut')),
  /** Delays events on the live stream. */
  streamGate: Promise.resolve() as Promise<unknown>,
  /** The server that receives the calls. A test can provide its own, for example one with a live stream. */
  app,
}

let browser = new EventTarget()
const comeBack = (): void => void setTimeout(() => browser.dispatchEvent(new Event('online')), 1)

/** Opens the live stream, which continues until `signal` aborts. */
const streamFromApp = async (headers: Record<string, string>, signal: AbortSignal | null | undefined): Promise<Response> => {
  const reply = await network.app.inject({ url: live.changes.path, headers, payloadAsStream: true })
  const events = reply.stream()
  signal?.addEventListener('abort', () => events.destroy())
  const cut = () => events.destroy()
  streams.addEventListener('cut', cut)
  events.once('close', () => streams.removeEventListener('cut', cut))
  const noted = async function* () {
    for await (const chunk of events) {
      await network.streamGate
      yield chunk
      for (const [, event = ''] of String(chunk).matchAll(/^data: (.*)$/gm)) network.heard.push(JSON.parse(event))
    }
  }
  return new Response(Readable.toWeb(Readable.from(noted())) as ReadableStream, { status: reply.statusCode })
}

const answerFromApp = async (address: string, { method = 'GET', headers, body, signal }: RequestInit = {}): Promise<Response> => {
  if (address === live.changes.path) return streamFromApp(headers as Record<string, string>, signal)
  const isChange = method !== 'GET'
  if (isChange) await network.gates.shift()
  const mishap = isChange ? network.mishaps.shift() : undefined
  if (network.isDown || mishap === 'unsent') {
    comeBack()
    throw new TypeError('Failed to fetch')
  }
  network.requests.push(`${method} ${address}`)
  const reply = await network.app.inject({
    method: method as 'GET',
    url: address,
    headers: headers as Record<string, string>,
    ...(body !== undefined && body !== null && { payload: String(body) }),
  })
  if (isChange) network.arrived.push(`${method} ${address.replace(/\?.*/, '')}`)
  if (isChange) await network.replyGates.shift()?.()
  if (mishap === 'lost') {
    comeBack()
    throw new TypeError('Failed to fetch')
  }
  return new Response(reply.statusCode === 204 ? null : reply.body, {
    status: reply.statusCode,
    headers: { 'content-type': String(reply.headers['content-type']) },
  })
}

/** The calls that the tabs of a file wait for. */
const calls = new Set<Promise<unknown>>()

export const fetchFromApp = (address: string, options?: RequestInit): Promise<Response> => {
  const reply = answerFromApp(address, options)
  const end = () => void calls.delete(reply)
  calls.add(reply)
  void reply.then(end, end)
  return reply
}

const storage = (): Storage => {
  const kept = new Map<string, string>()
  const access = { getItem: (key: string) => kept.get(key) ?? null, removeItem: (key: string) => void kept.delete(key) }
  return { ...access, setItem: (key: string, value: string) => void kept.set(key, value) } as Storage
}

/** The timers that the tabs of a file have started. A tab whose edit is never sent tries again forever. */
const timers = new Set<NodeJS.Timeout>()

/** Ends what the tabs of a file still do, so that it doesn't go on in the next file, which has no browser. */
const closeTabs = async (): Promise<void> => {
  const stop = () => timers.forEach(clearTimeout)
  stop()
  // A test may hold a call back for good.
  await Promise.race([Promise.allSettled(calls), pause(1000)])
  // What follows an answer, such as writing to the device, takes a few turns.
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  stop()
  timers.clear()
}

/** Stubs browser globals for the tests of a file. */
export const inBrowser = (): void => {
  beforeAll(() => {
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (...given: Parameters<typeof setTimeout>) => {
      const timer = setTimeout(...given)
      timers.add(timer)
      return timer
    })
    browser = new EventTarget()
    // Each tab adds listeners, and a test can open many.
    setMaxListeners(0, browser)
    vi.stubGlobal('window', browser)
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('localStorage', storage())
    for (const [name, value] of Object.entries(fakeIndexedDb)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
    vi.stubGlobal('indexedDB', new fakeIndexedDb.IDBFactory())
    vi.stubGlobal('fetch', fetchFromApp)
  })
  afterAll(async () => {
    await closeTabs()
    vi.unstubAllGlobals()
    vi.resetModules()
  })
}

export type Person = { token: string; userId: string }
/** The teacher's choice when both sides have changed a lesson. */
type Answer = (question: ConflictQuestion) => Choice

const WEEK = '2026-11-16'

/** Opens a tab in which this teacher views the week of November 16, 2026. With an `answer` of null, questions stay open. */
export const openTab = async ({ token, userId }: Person, answer: Answer | null = () => 'theirs') => {
  vi.resetModules()
  const [{ write }, shown, queries, { conflictQuestions }, { queryClient }, { storeSession }, { pendingEdits }, { lastToast }] =
    await Promise.all([
      import('#web/features/calendar/days/writes.ts'),
      import('#web/features/calendar/days/shown.ts'),
      import('#web/features/calendar/days/queries.ts'),
      import('#web/features/calendar/days/conflict-question.ts'),
      import('#web/lib/net/query-client.ts'),
      import('#web/lib/stored-session.ts'),
      import('#web/features/calendar/days/pending.ts'),
      import('#web/ui/toasts/toast-store.ts'),
    ])
  const classes = await import('#web/features/classes/data.ts')
  const changes = await import('#web/features/classes/changes/data.ts')
  const { undo, undoLatest, redoLatest } = await import('#web/features/calendar/days/undo.ts')
  const marks = await import('#web/features/calendar/model/month-marks.ts')
  const { monthQuery } = await import('#web/features/calendar/days/marks/mark-calls.ts')
  storeSession({ token, userId })
  const { body: user } = await call('GET', '/api/user', { token })
  const calendar: CalendarRef = calendarOf('mine', user, true)
  const asked: ConflictQuestion[] = []
  conflictQuestions.subscribe(() => {
    const [question] = conflictQuestions.get()
    if (!question || !answer || asked.includes(question)) return
    asked.push(question)
    question.answer(answer(question))
  })
  const look = async () => {
    await queryClient.fetchQuery({ ...queries.weekQuery(calendar, WEEK), staleTime: 0 })
  }
  await look()
  // Observes the week as the screen would, so that changes elsewhere trigger a refetch.
  const observed: (() => void)[] = []
  observed.push(new QueryObserver(queryClient, queries.weekQuery(calendar, WEEK)).subscribe(() => undefined))
  return {
    calendar,
    /** Performs an edit, as a control on the page would. */
    write: (edit: Parameters<typeof write>[1], of = calendar) => write(of, edit),
    undo,
    undoLatest,
    redoLatest,
    /** Returns the day as shown. */
    day: (date: string) => {
      const day = shown.shownDay(calendar, date)
      if (!day) throw new Error(`${date} is not a school day of the week`)
      return day
    },
    blocks: (date: string) => shown.shownDay(calendar, date)?.lessons.map(({ block }) => block) ?? [],
    /** Returns a month's marks as shown. */
    month: async (month: string) =>
      marks.marksWith(await queryClient.ensureQueryData(monthQuery(calendar, month)), pendingEdits(calendar.id)),
    showMonth: async (month: string) => {
      const query = monthQuery(calendar, month)
      await queryClient.ensureQueryData(query)
      observed.push(new QueryObserver(queryClient, query).subscribe(() => undefined))
    },
    /** Shows the closed days of a range, as the week does. */
    showClosures: async (from: string, to: string) => {
      const { closuresQuery } = await import('#web/features/calendar/days/closures/closure-calls.ts')
      const query = closuresQuery(calendar, from, to)
      await queryClient.ensureQueryData(query)
      observed.push(new QueryObserver(queryClient, query).subscribe(() => undefined))
    },
    /** Shows the classes, as the planner does. */
    showClasses: async () => {
      await queryClient.fetchQuery(classes.classesQuery)
      observed.push(new QueryObserver(queryClient, classes.classesQuery).subscribe(() => undefined))
    },
    classes: () => classes.knownClasses(),
    changeClass: changes.changeClass,
    asked,
    questions: conflictQuestions.get,
    pending: () => pendingEdits(calendar.id),
    lastToast: () => lastToast.get()?.message,
    /** Refetches the week, as a page reload would. */
    look,
    /** Follows the live stream, as the page does. Once the stream has started, resolves with a function that stops it. */
    follow: async (): Promise<() => void> => {
      const [{ followChanges }, { SESSION_KEY }] = await Promise.all([
        import('#web/features/live/follow.ts'),
        import('#web/lib/net/query-client.ts'),
      ])
      // Stubs a DOM without open dialogs.
      if (!('document' in globalThis)) vi.stubGlobal('document', { getElementById: () => null })
      queryClient.setQueryData(SESSION_KEY, user)
      network.heard.length = 0
      const stop = followChanges(user)
      await vi.waitUntil(() => network.heard.length > 0, { timeout: 30_000, interval: 5 })
      return stop
    },
    /** Waits until no fetches are running or pending. */
    settled: async () => {
      const turns = async () => {
        for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
        return queryClient.isFetching() === 0 && pendingEdits(calendar.id).length === 0
      }
      await vi.waitUntil(async () => (await turns()) && (await turns()), { timeout: 30_000, interval: 5 })
    },
    close: () => {
      for (const stop of observed) stop()
      queryClient.clear()
    },
  }
}
export type Tab = Awaited<ReturnType<typeof openTab>>
