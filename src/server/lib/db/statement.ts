import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

type Outcome = { rows: Record<string, unknown>[]; changed: number }

/** Runs SQL that an operator typed. Of several statements, returns what the last one found or changed. Throws the database's errors. */
export const runStatement = async (db: Db, statement: string): Promise<Outcome> => {
  // The driver returns a list for several statements.
  const last = [await db.execute<Record<string, unknown>>(sql.raw(statement))].flat().at(-1)
  return { rows: last?.rows ?? [], changed: last?.rowCount ?? 0 }
}
