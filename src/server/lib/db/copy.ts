/**
 * The move from one database to another, from the embedded one to a PostgreSQL server or back.
 *
 * 1. All or nothing: what the target gets, it gets in one transaction.
 * 2. What is copied is one moment of the source; still, no server should be writing to it.
 * 3. Never over data: the target has the same migrations and not one row, but for the jobs that a server noted at its start.
 * 4. Values travel as PostgreSQL's own text, which every type reads back exactly as it was.
 */
import pg from 'pg'
import { type CatalogTable, tablesParentsFirst } from './catalog.ts'

/** Rows that are in memory at a time; a day of lessons may weigh megabytes. */
const PAGE_ROWS = 50

type TextRow = Record<string, string | null>
export type CopiedTable = { name: string; rows: number }

const quote = pg.escapeIdentifier

/** One page of a table, in the order of its key, after the last row of the page before. */
const readPage = async (client: pg.PoolClient, table: CatalogTable, last: TextRow | undefined): Promise<TextRow[]> => {
  const typeOf = new Map(table.columns.map(({ name, type }) => [name, type]))
  const key = table.key.map((name) => `t.${quote(name)}`).join(', ')
  const after = table.key.map((name, index) => `$${index + 1}::${typeOf.get(name)}`).join(', ')
  const { rows } = await client.query<TextRow>(
    `select ${table.columns.map(({ name }) => `t.${quote(name)}::text as ${quote(name)}`).join(', ')}
     from public.${quote(table.name)} t ${last ? `where (${key}) > (${after})` : ''} order by ${key} limit ${PAGE_ROWS}`,
    last ? table.key.map((name) => last[name]) : [],
  )
  return rows
}

const writePage = (client: pg.PoolClient, { name, columns }: CatalogTable, rows: TextRow[]): Promise<unknown> =>
  client.query(
    `insert into public.${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) overriding system value
     select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as page(${columns.map((_, index) => `c${index}`).join(', ')})`,
    columns.map((column) => rows.map((row) => row[column.name])),
  )

const copyTable = async (from: pg.PoolClient, to: pg.PoolClient, table: CatalogTable): Promise<CopiedTable> => {
  if (table.key.length === 0) throw new Error(`The table ${table.name} has no primary key to copy it by`)
  let rows = 0
  for (let page = await readPage(from, table, undefined); page.length > 0; page = await readPage(from, table, page.at(-1))) {
    await writePage(to, table, page)
    rows += page.length
  }
  return { name: table.name, rows }
}

/** The numbers that are given out next. */
const copySequences = async (from: pg.PoolClient, to: pg.PoolClient): Promise<void> => {
  const { rows } = await from.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const {
      rows: [state],
    } = await from.query<{ last_value: string; is_called: boolean }>(`select last_value, is_called from ${name}`)
    await to.query('select setval($1::regclass, $2, $3)', [name, state?.last_value, state?.is_called])
  }
}

/** What a server writes by itself as soon as it runs: the copy brings its own. */
const OF_THE_SERVER = ['jobs', 'job_runs']

const refuseUnlessEmptyTwin = async (from: pg.PoolClient, to: pg.PoolClient, tables: CatalogTable[]): Promise<void> => {
  const migrations = 'select hash from drizzle.__drizzle_migrations order by created_at'
  const [theirs, ours] = [await from.query({ text: migrations, rowMode: 'array' }), await to.query({ text: migrations, rowMode: 'array' })]
  if (theirs.rows.join() !== ours.rows.join())
    throw new Error('The two databases do not have the same migrations; start this version of Firstbell once on each')
  for (const { name } of tables) {
    if (OF_THE_SERVER.includes(name)) await to.query(`delete from public.${quote(name)}`)
    const { rows } = await to.query(`select 1 from public.${quote(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The target is not empty: its table ${name} has rows. Nothing was copied`)
  }
}

const inTransaction = async <T>(pool: pg.Pool, mode: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query(`begin ${mode}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    // A connection that ends takes an open transaction back.
    client.release(!isDone)
  }
}

/**
 * Copies every row of one migrated database into another that is migrated and empty, in pages, and sets its sequences.
 * Throws, and has then changed nothing, when the target has rows or other migrations, or when anything fails. Resolves
 * to how many rows each table got.
 */
export const copyDatabase = ({ from, to }: { from: pg.Pool; to: pg.Pool }): Promise<CopiedTable[]> =>
  inTransaction(from, 'isolation level repeatable read read only', (source) =>
    inTransaction(to, '', async (target) => {
      const tables = await tablesParentsFirst(source)
      await refuseUnlessEmptyTwin(source, target, tables)
      const copied: CopiedTable[] = []
      for (const table of tables) copied.push(await copyTable(source, target, table))
      await copySequences(source, target)
      return copied
    }),
  )
