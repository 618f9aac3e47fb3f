/** Databases as earlier versions left them, with rows in every table, for tests of upgrades. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { ours, writeMigrations } from './migration-folders.ts'

/** How many migrations 281c151 has, the oldest version that is upgraded. */
export const OLDEST = 3

/** Rows by the migration after which they were written. */
const rows = new Map<string, string>()
const [, ...parts] = readFileSync(fileURLToPath(new URL('fixtures/upgrades/rows.sql', import.meta.url)), 'utf8').split(/^-- after (\w+)\n/m)
for (let place = 0; place < parts.length; place += 2) rows.set(parts[place] ?? '', parts[place + 1] ?? '')

/** The migrations that have rows of their own. */
export const withRows = [...rows.keys()]

/** Migrates up to one migration, and inserts its rows. Writes the migrations into `folder`. */
export const growTo = async (pool: pg.Pool, folder: string, { number, name }: { number: number; name: string }): Promise<void> => {
  await migrate({ pool }, writeMigrations(path.join(folder, name), { count: number + 1 }))
  await pool.query(rows.get(name) ?? '')
}

/** Migrates an empty database to this version, and inserts the rows of each migration after it. */
export const growUp = async (pool: pg.Pool): Promise<void> => {
  for (const { name, statements } of ours) await pool.query([...statements, rows.get(name) ?? ''].join(';\n'))
}

export type Contents = Map<string, { key: string[]; rows: Record<string, string | null>[] }>

/** Returns all rows by table, each value as PostgreSQL's text. */
export const contentsOf = async (pool: pg.Pool): Promise<Contents> => {
  const contents: Contents = new Map()
  for (const { name, columns, key } of await tablesParentsFirst(pool)) {
    const values = columns.map((column) => `t.${pg.escapeIdentifier(column.name)}::text`)
    const found = await pool.query(
      `select ${values.join(', ')} from public.${pg.escapeIdentifier(name)} t order by ${key.map((column) => `t.${pg.escapeIdentifier(column.name)}`).join(', ')}`,
    )
    contents.set(name, { key: key.map((column) => column.name), rows: found.rows })
  }
  return contents
}
