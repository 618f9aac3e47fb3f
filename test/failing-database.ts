/** Test database in which one query fails. */
import type pg from 'pg'
import { drizzleOver } from '#server/lib/db/open.ts'

type Ask = (...query: unknown[]) => Promise<unknown>

/**
 * Wraps a pool so that one of its queries can fail. Starting or ending a transaction never fails here, because such a failure also means a
 * lost connection (see pool.test.ts). Notices don't count, because they're sent later and may be lost (see notices.test.ts).
 */
export const failingDatabase = (pool: pg.Pool) => {
  let asked = 0
  let failing = 0
  const count = (text: unknown): void => {
    if (/^(?:begin|commit|rollback)|pg_notify/i.test(typeof text === 'string' ? text : (text as { text: string }).text)) return
    asked++
    if (asked === failing) throw new Error(`query ${asked} fails`)
  }
  const counted =
    (of: object, ask: unknown): Ask =>
    async (...query) => {
      count(query[0])
      return (ask as Ask).apply(of, query)
    }
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect()
    const query = counted(client, client.query)
    return new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return query
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }
  const query = counted(pool, pool.query)
  const proxy = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : name === 'connect' ? connect : Reflect.get(target, name)),
  })
  return {
    db: drizzleOver(proxy, () => undefined),
    /** Makes the nth query after this call fail. 0 disables the failure. */
    failAt: (nth: number): void => {
      asked = 0
      failing = nth
    },
    /** Returns the number of queries since the last call to `failAt`. */
    asked: () => asked,
  }
}
