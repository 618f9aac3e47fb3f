/**
 * All rows of a database as a stream of pieces, in any version of the schema: what a backup is written from, and what
 * another database is filled with (fill.ts).
 *
 * 1. They are one moment of it, read in one transaction.
 * 2. Values travel as PostgreSQL's own text, which every type reads back exactly as it was.
 * 3. Both engines give the same text in the same order, so that the sum of a table is the same wherever it is.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { type CatalogTable, tablesParentsFirst } from './catalog.ts'
import { migrationsOf } from './migrate.ts'

/** Rows that are in memory at a time; a day of lessons may weigh megabytes. */
const PAGE_ROWS = 50

export type TextRow = (string | null)[]
export type TableSum = { name: string; rows: number; sha256: string }
type Sequence = { name: string; last: string; isCalled: boolean }
export type Manifest = { kind: 'manifest'; tables: TableSum[]; sequences: Sequence[] }
export type Head = { kind: 'head'; at: string; migrations: string[] }

/** First the head, then each table with its rows, parents before children, and in the end the manifest. */
export type Piece = Head | { kind: 'table'; name: string; columns: string[] } | { kind: 'rows'; rows: TextRow[] } | Manifest

/** By which both engines write the same text for the same value. */
const SAME_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** Runs work in one transaction that may take as long as it needs; what fails has changed nothing. */
export const inTransaction = async <T>(pool: pg.Pool, mode: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query(`begin ${mode}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${SAME_TEXT}`)
    const result = await work(client)
    await client.query('commit')
    isDone = true
    return result
  } finally {
    // A connection that ends takes an open transaction back.
    client.release(!isDone)
  }
}

/** For reading: the same moment throughout. */
export const ONE_MOMENT = 'isolation level repeatable read read only'

/** Returns the line that a row is in a backup, and what the sum of its table is made of. */
export const lineOf = (row: TextRow): string => `${JSON.stringify(row)}\n`

/** Returns what counts and sums up the rows of a table. */
export const startSum = (name: string): { add: (rows: TextRow[]) => void; end: () => TableSum } => {
  const hash = createHash('sha256')
  let count = 0
  return {
    add: (rows) => {
      for (const row of rows) hash.update(lineOf(row))
      count += rows.length
    },
    end: () => ({ name, rows: count, sha256: hash.digest('hex') }),
  }
}

/** Reads a table page by page in the order of its key, in bytes where a language would have a say. */
async function* pagesOf(client: pg.PoolClient, { name, columns, key }: CatalogTable): AsyncGenerator<TextRow[]> {
  if (key.length === 0) throw new Error(`The table ${name} has no primary key to copy it by`)
  const quote = pg.escapeIdentifier
  const order = key.map((column) => `t.${quote(column.name)}${column.isCollated ? ' collate "C"' : ''}`).join(', ')
  await client.query(
    `declare page no scroll cursor for select ${columns.map((column) => `t.${quote(column.name)}::text`).join(', ')}
     from public.${quote(name)} t order by ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<TextRow>({ text: `fetch ${PAGE_ROWS} from page`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close page')
}

/** Returns the count and the sum of a table as it is now. */
export const sumOf = async (client: pg.PoolClient, table: CatalogTable): Promise<TableSum> => {
  const sum = startSum(table.name)
  for await (const rows of pagesOf(client, table)) sum.add(rows)
  return sum.end()
}

/** The numbers that are given out next. */
const sequencesOf = async (client: pg.PoolClient): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; is_called: boolean }>(`select last_value as last, is_called from ${name}`)
    for (const { last, is_called: isCalled } of state.rows) sequences.push({ name, last, isCalled })
  }
  return sequences
}

/** Reads a whole database in a transaction of one moment, which is not earlier than `at`. */
export async function* piecesOf(client: pg.PoolClient, at: Date): AsyncGenerator<Piece> {
  yield { kind: 'head', at: at.toISOString(), migrations: await migrationsOf(client) }
  const tables: TableSum[] = []
  for (const table of await tablesParentsFirst(client)) {
    yield { kind: 'table', name: table.name, columns: table.columns.map(({ name }) => name) }
    const sum = startSum(table.name)
    for await (const rows of pagesOf(client, table)) {
      sum.add(rows)
      yield { kind: 'rows', rows }
    }
    tables.push(sum.end())
  }
  yield { kind: 'manifest', tables, sequences: await sequencesOf(client) }
}
