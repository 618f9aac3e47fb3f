import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './client.ts'

export type Database = { db: Db; pool: pg.Pool; kind: 'embedded' | 'server'; promise: string; close(): Promise<void> }
export const openDatabase = async ({ databaseUrl }: { databaseUrl?: string | undefined; dataDir: string; log: (message: string, details?: object) => void }): Promise<Database> => {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  return { db: drizzle({ client: pool, casing: 'snake_case' }), pool, kind: 'server', promise: 'interim', close: () => pool.end() }
}
