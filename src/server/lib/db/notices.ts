/**
 * Notices between the servers of a cluster, and within one: what has changed, never what it holds.
 *
 * 1. What a transaction announces is sent once it has been committed, and not at all where it was rolled back. It is no part of
 *    the transaction: PostgreSQL lets only one transaction that notifies commit at a time, in the whole database.
 * 2. Sending is best effort. A server that dies between a commit and its notice, or a database that takes none, loses it. Whatever
 *    must arrive has another way: a notice of days names the version before it, and streams begin with versions.
 * 3. After the connection that listens was lost, listeners are told that they may have missed some.
 */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './client.ts'
import type { DatabaseLog } from './pool.ts'

const CHANNEL = 'firstbell'
/** Bytes of a message: PostgreSQL carries less than 8,000. */
const MAX_BYTES = 7_900
/** A notice names at most this many dates, so that it fits into one message. */
const MAX_DATES = 500
/** Milliseconds for which notices are collected, to be sent in one statement. */
const COLLECT_MS = 50
/** Milliseconds between tries to listen again. */
const PAUSE_MS = 1_000

/** An operation changed these days of a calendar, which is named by the person or the school whose it is. */
export type DaysNotice = {
  kind: 'days'
  owner: string
  dates: readonly string[]
  operationId: string
  version: number
  /** The version of the calendar before it. A listener that knows another one has missed something. */
  previous: number
}
/** What changed: days of a calendar; what people may do and see; Maintenance Mode. */
export type Notice = DaysNotice | { kind: 'people'; ids: readonly string[] } | { kind: 'maintenance' }
/** Undefined says that notices may have been missed. */
type Listener = (notice: Notice | undefined) => void

export type Notices = {
  /** Calls back for each notice. Returns a function that stops it. */
  subscribe: (listener: Listener) => () => void
  close: () => Promise<void>
}

/** Takes what is announced: a transaction until it is committed, a database until it is sent. */
type Outlet = (notices: readonly Notice[]) => void
const outlets = new WeakMap<Db, Outlet>()
const flushes = new WeakMap<Db, () => Promise<void>>()

/** Splits a notice of days that is too long for one message: each part but the first follows its own version. None of no days. */
const inParts = (notice: Notice): Notice[] => {
  if (notice.kind !== 'days') return [notice]
  if (notice.dates.length === 0) return []
  const [dates, rest] = [notice.dates.slice(0, MAX_DATES), notice.dates.slice(MAX_DATES)]
  return [{ ...notice, dates }, ...inParts({ ...notice, dates: rest, previous: notice.version })]
}

/** Announces a notice: of a transaction after its commit, else at once. Throws TypeError for a database that {@link sendNotices} doesn't know. */
export const announce = (db: Db, notice: Notice): void => {
  const outlet = outlets.get(db)
  if (!outlet) throw new TypeError('Nothing is sent for this database')
  outlet(inParts(notice))
}

/** Makes `db` hold what its transactions announce until they are committed. Savepoints hand it to the transaction around them. */
const holdUntilCommit = (db: Db, outlet: Outlet): void => {
  outlets.set(db, outlet)
  const transaction = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const held: Notice[] = []
    const result = await transaction((inner) => {
      holdUntilCommit(inner as unknown as Db, (notices) => void held.push(...notices))
      return work(inner)
    }, config)
    outlet(held)
    return result
  }
}

/** The fewest messages that carry these notices in order, each the JSON of a list. A message costs more than what it carries. */
const inMessages = (notices: readonly Notice[]): string[] => {
  const messages: string[][] = []
  let room = 0
  for (const notice of notices) {
    const text = JSON.stringify(notice)
    // With the bracket or comma before it, and the bracket at the end.
    const length = Buffer.byteLength(text) + 2
    if (length > room) {
      messages.push([])
      room = MAX_BYTES
    }
    messages.at(-1)?.push(text)
    room -= length
  }
  return messages.map((texts) => `[${texts.join()}]`)
}

/** Sends what is announced on this database, all of 50 milliseconds in one statement. What can't be sent is logged and lost. */
export const sendNotices = (db: Db, log: DatabaseLog): void => {
  let collected: Notice[] = []
  let timer: NodeJS.Timeout | undefined
  let sending = Promise.resolve()
  const send = async (notices: readonly Notice[]): Promise<void> => {
    try {
      await db.execute(sql`select pg_notify(${CHANNEL}, text) from unnest(${sql.param(inMessages(notices))}::text[]) as text`)
    } catch (error) {
      log('changes could not be announced', { count: notices.length, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const notices = collected
    collected = []
    if (notices.length > 0) sending = sending.then(() => send(notices))
    return sending
  }
  holdUntilCommit(db, (notices) => {
    collected.push(...notices)
    if (collected.length > 0) timer ??= setTimeout(() => void flush(), COLLECT_MS)
  })
  flushes.set(db, flush)
}

/** Sends what was announced and not yet sent, before a database is closed. */
export const flushNotices = async (db: Db): Promise<void> => flushes.get(db)?.()

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/**
 * Listens on the database of a pool. The embedded engine has one session, so the pool's own connection hears everything; on a
 * server a connection is kept for it alone. A server that is down is tried again until it is there.
 */
export const listen = ({ pool, kind }: { pool: pg.Pool; kind: 'embedded' | 'server' }, log: DatabaseLog): Notices => {
  const listeners = new Set<Listener>()
  const tell: Listener = (notice) => {
    for (const listener of listeners) listener(notice)
  }
  const hear = (client: pg.ClientBase) =>
    client.on('notification', ({ payload = '' }) => {
      // Nobody above catches what is thrown here, and anybody who reaches the database can notify. Triggers send one notice.
      try {
        for (const notice of [JSON.parse(payload) as Notice | Notice[]].flat()) tell(notice)
      } catch (error) {
        log('a notice could not be taken', { error: error instanceof Error ? error.message : String(error) })
      }
    })
  const subscribe = (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  if (kind === 'embedded') {
    const begin = (client: pg.PoolClient): void => {
      hear(client)
      // It comes before whatever the connection was made for.
      client.query(`listen ${CHANNEL}`).then(
        () => tell(undefined),
        (error: Error) => log('the embedded database is not listened to', { error: error.message }),
      )
    }
    pool.on('connect', begin)
    // A connection that is there already is idle, or will be.
    void pool.connect().then(
      (client) => {
        if (client.listenerCount('notification') === 0) begin(client)
        client.release()
      },
      () => undefined,
    )
    return { subscribe, close: async () => void pool.off('connect', begin) }
  }

  let client: pg.Client | undefined
  let isClosed = false
  const keepListening = async (): Promise<void> => {
    while (!isClosed) {
      const one = new pg.Client(pool.options)
      const lost = new Promise<void>((resolve) => {
        one.once('end', () => resolve())
        one.on('error', () => resolve())
      })
      try {
        hear(one)
        await one.connect()
        client = one
        await one.query(`listen ${CHANNEL}`)
        tell(undefined)
        await lost
        if (!isClosed) log('the connection that hears of changes was lost and is made again')
      } catch (error) {
        log('changes of other servers are not heard of', { error: error instanceof Error ? error.message : String(error) })
      }
      client = undefined
      one.end().catch(() => undefined)
      if (!isClosed) await pause(PAUSE_MS)
    }
  }
  void keepListening()
  return {
    subscribe,
    close: async () => {
      isClosed = true
      await client?.end()
    },
  }
}
