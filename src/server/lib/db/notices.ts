/**
 * Notices between the servers of a cluster, and within one: what has changed, never what it holds.
 *
 * 1. A notice that is announced in a transaction is heard when that has been committed, and not at all where it was not.
 * 2. After the connection that listens was lost, listeners are told that they may have missed some.
 */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { DatabaseLog } from './pool.ts'

const CHANNEL = 'firstbell'
/** PostgreSQL carries less than 8,000 bytes. */
const MAX_BYTES = 7_900
/** Milliseconds between tries to listen again. */
const PAUSE_MS = 1_000

/** What changed: days of a calendar, named by the person or the school whose it is; what people may do and see; Maintenance Mode. */
export type Notice =
  | { kind: 'days'; owner: string; dates: readonly string[]; version: number }
  | { kind: 'people'; ids: readonly string[] }
  | { kind: 'maintenance' }
/** Undefined says that notices may have been missed. */
type Listener = (notice: Notice | undefined) => void

export type Notices = {
  /** Calls back for each notice. Returns a function that stops it. */
  subscribe: (listener: Listener) => () => void
  close: () => Promise<void>
}

/** Returns the SQL expression that announces a notice when it is evaluated. Throws RangeError for one that is too long. */
export const announcing = (notice: Notice) => {
  const text = JSON.stringify(notice)
  if (text.length > MAX_BYTES) throw new RangeError('A notice is too long for one message')
  return sql`pg_notify(${CHANNEL}, ${text})`
}

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
  const hear = (client: pg.ClientBase) => client.on('notification', ({ payload }) => tell(JSON.parse(payload ?? 'null') as Notice))
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
