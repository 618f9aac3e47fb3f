/** Test database for a server that dies between two commits. */
import type pg from 'pg'
import type { Db } from '#server/lib/db/client.ts'
import { drizzleOver } from '#server/lib/db/open.ts'

type Answer = { rowCount: number | null }
type Ask = (...query: unknown[]) => Promise<Answer>

/** Matches statements that write, even inside a CTE. `select … for update` only locks. */
const WRITES = /\binsert into\b|\bdelete from\b|(?<!\bfor (?:no key )?)\bupdate\b/i

const textOf = ([query]: unknown[]): string => (typeof query === 'string' ? query : (query as { text: string }).text)

/**
 * Wraps a pool to simulate a server that dies right after its nth commit. Later queries never resolve, and open transactions are rolled
 * back. A transaction without a write doesn't count as a commit. `rise` begins to count again, for another server on the same wrapper: what
 * was waiting for the dead one waits forever.
 */
export const dyingDatabase = (pool: pg.Pool, { afterCommit = Number.POSITIVE_INFINITY } = {}) => {
  let commits = 0
  let last = afterCommit
  let isDead = false
  let die: () => void = () => undefined
  const willDie = () =>
    new Promise<'died'>((resolve) => {
      die = () => resolve('died')
    })
  const died = willDie()
  const never = new Promise<never>(() => undefined)
  const inUse = new Set<pg.PoolClient>()

  const commit = (): void => {
    commits++
    if (commits < last) return
    isDead = true
    // Closes the connections, as a dying process would.
    for (const client of inUse) client.release(true)
    inUse.clear()
    die()
  }
  const hasWritten = (text: string, { rowCount }: Answer): boolean => WRITES.test(text) && rowCount !== 0

  const poolQuery: Ask = async (...query) => {
    if (isDead) return never
    const answer = await (pool.query as unknown as Ask).apply(pool, query)
    if (hasWritten(textOf(query), answer)) commit()
    return isDead ? never : answer
  }

  const connect = async (): Promise<pg.PoolClient> => {
    if (isDead) return never
    const client = await pool.connect()
    inUse.add(client)
    let writes = false
    const query: Ask = async (...asked) => {
      if (isDead) return never
      const text = textOf(asked)
      const answer = await (client.query as unknown as Ask).apply(client, asked)
      if (/^(?:begin|rollback$)/i.test(text)) writes = false
      writes ||= hasWritten(text, answer)
      if (/^commit/i.test(text) && writes) commit()
      return isDead ? never : answer
    }
    const release = (error?: Error | boolean): void => {
      if (inUse.delete(client)) client.release(error)
    }
    return new Proxy(client, {
      get: (target, name) => (name === 'query' ? query : name === 'release' ? release : Reflect.get(target, name)),
    })
  }

  const mortal = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? poolQuery : name === 'connect' ? connect : Reflect.get(target, name)),
  })
  const db: Db = drizzleOver(mortal, () => undefined)
  const rise = (afterCommit = Number.POSITIVE_INFINITY): Promise<'died'> => {
    commits = 0
    last = afterCommit
    isDead = false
    return willDie()
  }
  return { db, died, commits: () => commits, rise }
}
