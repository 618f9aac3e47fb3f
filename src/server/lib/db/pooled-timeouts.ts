import type pg from 'pg'
import { TIMEOUTS } from './open.ts'

/**
 * Returns a sentence for the operator if connections through a pooler have no limits on how long queries run and wait, or undefined if they
 * have them. Without a pooler, each connection sets its own.
 */
export const missingTimeouts = async (pool: pg.Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ name: keyof typeof TIMEOUTS; role: string }>(
    `select name, current_user as role from pg_settings where name = any($1) and setting = '0' order by name`,
    [Object.keys(TIMEOUTS)],
  )
  if (rows.length === 0) return undefined
  const statements = rows.map(({ name, role }) => `alter role "${role}" set ${name} = '${TIMEOUTS[name] / 1000}s';`)
  const names = rows.map(({ name }) => name).join(' and no ')
  return `The database has no ${names} for connections through the pooler, so a query that hangs can block others. Run this in PostgreSQL, then restart the pooler: ${statements.join(' ')}`
}
