/**
 * Notices between and within the servers of a cluster. A notice names the data that changed, but never contains it.
 *
 * 1. A transaction's notices are sent after it commits, and dropped if it rolls back. They aren't part of the transaction, because
 *    PostgreSQL serializes the commits of all transactions that use NOTIFY in a database.
 * 2. Delivery is best effort. A server that dies between the commit and the notice loses the notice, as does a database that can't be
 *    written to. Data that must arrive needs a second mechanism: a days notice names the previous version, and streams start with versions.
 * 3. After the listening connection is lost, listeners are notified that they may have missed some notices.
 */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from './client.ts'
import type { DatabaseLog } from './pool.ts'

const CHANNEL = 'firstbell'
/** Maximum message size in bytes. PostgreSQL's limit is just under 8,000. */
const MAX_BYTES = 7_900
/** Maximum dates per notice, so that a notice fits into one message. */
const MAX_DATES = 500
/** Milliseconds to collect notices before sending them in one statement. */
const COLLECT_MS = 50
/** Milliseconds between attempts to reconnect the listener. */
const PAUSE_MS = 1_000

/** An operation changed these days of a calendar. `owner` is the user or school that owns the calendar. */
export type DaysNotice = {
  kind: 'days'
  owner: string
  dates: readonly string[]
  operationId: string
  version: number
  /** The calendar's version before the change. A listener with a different version has missed a change. */
  previous: number
  /** True if the operation changed classes, timetables or unplaced lessons. */
  hasRecords: boolean
}
/** The kind of change: to the days of a calendar, to users' permissions and visible data, or to Maintenance Mode. */
export type Notice = DaysNotice | { kind: 'people'; ids: readonly string[] } | { kind: 'maintenance' }
/** Receives each notice, or undefined if the listener may have missed notices. */
type Listener = (notice: Notice | undefined) => void

export type Notices = {
  /** Calls the listener for each notice. Returns a function that unsubscribes the listener. */
  subscribe: (listener: Listener) => () => void
  close: () => Promise<void>
}

/**
 * Collects announced notices. A transaction's outlet holds them until it commits, and a database's outlet holds them until they are sent.
 */
type Outlet = (notices: readonly Notice[]) => void
const outlets = new WeakMap<Db, Outlet>()
const flushes = new WeakMap<Db, () => Promise<void>>()

/**
 * Splits a days notice that is too long for one message. In each part after the first, `previous` is the notice's own version. Drops a
 * notice without changes.
 */
const inParts = (notice: Notice): Notice[] => {
  if (notice.kind !== 'days') return [notice]
  if (notice.dates.length === 0 && !notice.hasRecords) return []
  const [dates, rest] = [notice.dates.slice(0, MAX_DATES), notice.dates.slice(MAX_DATES)]
  return [{ ...notice, dates }, ...inParts({ ...notice, dates: rest, previous: notice.version, hasRecords: false })]
}

/**
 * Announces a notice: after the commit in a transaction, otherwise immediately. Throws TypeError if {@link sendNotices} wasn't called for
 * the database.
 */
export const announce = (db: Db, notice: Notice): void => {
  const outlet = outlets.get(db)
  if (!outlet) throw new TypeError("Notices aren't set up for this database")
  outlet(inParts(notice))
}

/** Makes transactions on `db` hold their notices until they commit. Savepoints pass their notices to the enclosing transaction. */
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

/**
 * Packs notices, in order, into as few messages as possible, each a JSON array. The overhead per message exceeds the cost of its content.
 */
const inMessages = (notices: readonly Notice[]): string[] => {
  const messages: string[][] = []
  let room = 0
  for (const notice of notices) {
    const text = JSON.stringify(notice)
    // Includes the bracket or comma before the notice, and the closing bracket.
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

/** Sends this database's pending notices, batched into one statement every 50 ms. Logs and drops notices that can't be sent. */
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

/** Sends the remaining announced notices. Call this before closing a database. */
export const flushNotices = async (db: Db): Promise<void> => flushes.get(db)?.()

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

type Source = {
  pool: pg.Pool
  kind: 'embedded' | 'server'
  /** PostgreSQL itself, if the pool goes through a pooler, which loses notices. */
  listenUrl?: string | undefined
}

/**
 * Listens for notices on a pool's database. The embedded engine has one session, so the pool's own connection receives everything. On a
 * server, a dedicated connection listens. If the server is down, retries until it can connect.
 */
export const listen = ({ pool, kind, listenUrl }: Source, log: DatabaseLog): Notices => {
  const listeners = new Set<Listener>()
  const tell: Listener = (notice) => {
    for (const listener of listeners) listener(notice)
  }
  const listen = (client: pg.ClientBase) =>
    client.on('notification', ({ payload = '' }) => {
      // An exception here would be uncaught, and any database client can send notifications. Triggers send one notice, not an array.
      try {
        for (const notice of [JSON.parse(payload) as Notice | Notice[]].flat()) tell(notice)
      } catch (error) {
        log('a notice could not be processed', { error: error instanceof Error ? error.message : String(error) })
      }
    })
  const subscribe = (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  if (kind === 'embedded') {
    const begin = (client: pg.PoolClient): void => {
      listen(client)
      // Runs before the query that the connection was opened for.
      client.query(`listen ${CHANNEL}`).then(
        () => tell(undefined),
        (error: Error) => log('could not listen for changes in the embedded database', { error: error.message }),
      )
    }
    pool.on('connect', begin)
    // An existing connection is idle or soon will be.
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
      const one = new pg.Client({ ...pool.options, ...(listenUrl !== undefined && { connectionString: listenUrl }) })
      const lost = new Promise<void>((resolve) => {
        one.once('end', () => resolve())
        one.on('error', () => resolve())
      })
      try {
        listen(one)
        await one.connect()
        client = one
        await one.query(`listen ${CHANNEL}`)
        tell(undefined)
        await lost
        if (!isClosed) log('the connection that listens for changes was lost and will be reopened')
      } catch (error) {
        log('could not listen for changes from other servers', { error: error instanceof Error ? error.message : String(error) })
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
