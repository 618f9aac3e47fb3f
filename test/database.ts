import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { sql } from 'drizzle-orm'
import pg from 'pg'
export async function openTestDatabase() {
  const name = 'test_' + Math.random().toString(36).slice(2)
  const admin = new pg.Pool({ connectionString: 'postgres://postgres@127.0.0.1:55432/postgres' })
  await admin.query(`create database ${name}`)
  const pool = new pg.Pool({ connectionString: `postgres://postgres@127.0.0.1:55432/${name}` })
  const db = drizzle({ client: pool, casing: 'snake_case' }) as any
  await migrate(db, { migrationsFolder: 'migrations' })
  return { db, pool, engine: 'server' as const, close: async () => { await pool.end(); await admin.query(`drop database ${name} with (force)`); await admin.end() } }
}
export const emptyDatabase = async (db: any) => { await db.execute(sql`delete from users`); await db.execute(sql`delete from sign_in_failures`) }
