/**
 * Streams all rows of a database as pieces, in any version of the schema. Used to write backups and to fill other databases (fill.ts).
 *
 * 1. The rows are a consistent snapshot, read in one transaction.
 * 2. Values are in PostgreSQL's own text format, which every type restores exactly.
 * 3. Both engines return the same text in the same order, so a table's checksum is the same everywhere.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { type CatalogTable, tablesParentsFirst } from './catalog.ts'
import { migrationsOf } from './migrate.ts'

/** Maximum rows in memory at a time. A day of lessons may be several megabytes. */
const PAGE_ROWS = 50

export type TextRow = (string | null)[]
export type TableSum = { name: string; rows: number; sha256: string }
type Sequence = { name: string; last: string; isCalled: boolean }
export type Manifest = { kind: 'manifest'; tables: TableSum[]; sequences: Sequence[] }
export type Head = { kind: 'head'; at: string; migrations: string[] }

/** In order: the head, each table with its rows (parents before children), then the manifest. */
export type Piece = Head | { kind: 'table'; name: string; columns: string[] } | { kind: 'rows'; rows: TextRow[] } | Manifest

/** Settings under which both engines return the same text for the same value. */
const SAME_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** Runs `work` in one transaction without a time limit. A failure rolls back all changes. */
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
    // Closing the connection rolls back an open transaction.
    client.release(!isDone)
  }
}

/** Transaction mode for a consistent read. */
export const ONE_MOMENT = 'isolation level repeatable read read only'

/** Returns a row's line in a backup. The table's checksum is computed from the same lines. */
export const lineOf = (row: TextRow): string => `${JSON.stringify(row)}\n`

/** Starts a running row count and checksum for a table. */
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

/** Reads a table page by page in key order. Text keys sort by bytes, independent of any collation. */
async function* pagesOf(client: pg.PoolClient, { name, columns, key }: CatalogTable): AsyncGenerator<TextRow[]> {
  if (key.length === 0) throw new Error(`The table ${name} doesn't have a primary key, so it can't be copied`)
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

/** Returns the current row count and checksum of a table. */
export const sumOf = async (client: pg.PoolClient, table: CatalogTable): Promise<TableSum> => {
  const sum = startSum(table.name)
  for await (const rows of pagesOf(client, table)) sum.add(rows)
  return sum.end()
}

/** Returns the state of every sequence. */
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

/** Reads a whole database in a {@link ONE_MOMENT} transaction, whose snapshot isn't earlier than `at`. */
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
