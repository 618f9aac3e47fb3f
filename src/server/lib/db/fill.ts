/**
 * Fills an empty database with the rows of another (rows.ts), in one transaction of the caller's.
 *
 * 1. Never over data: the target has not one row, but for what a server noted at its start.
 * 2. It gets the tables as they were where the rows come from, then the rows, and then the newer migrations.
 * 3. What triggers did is among the rows: they sleep meanwhile.
 * 4. In the end each table is read again: it has the rows and the sum that it had.
 */
import pg from 'pg'
import { type CatalogTable, tablesParentsFirst } from './catalog.ts'
import { applyMigrations, holdMigrations, knownMigrations, migrationsOf } from './migrate.ts'
import { type Head, type Manifest, type Piece, sumOf, type TableSum, type TextRow } from './rows.ts'

const quote = pg.escapeIdentifier

/** What a server writes by itself as soon as it runs. */
const OF_THE_SERVER = ['jobs', 'job_runs', 'key_in_use']

/** Whether a list begins with all of another. */
const beginsWith = (list: string[], start: string[]): boolean => start.every((each, index) => list[index] === each)

/** Throws where rows are of a newer version than this, or of another program. */
export const requireKnown = ({ migrations }: Head, folder: string): void => {
  if (!beginsWith(knownMigrations(folder), migrations))
    throw new Error(
      'This is of a newer version of Firstbell, with tables that this one does not know. Nothing was changed: install that version.',
    )
}

/** Holds off whoever would write meanwhile, and throws unless there is nothing yet. */
const requireEmpty = async (client: pg.PoolClient): Promise<void> => {
  const tables = await tablesParentsFirst(client)
  if (tables.length > 0) await client.query(`lock table ${tables.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  for (const { name } of tables) {
    if (OF_THE_SERVER.includes(name)) continue
    const { rows } = await client.query(`select 1 from public.${quote(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The target is not empty: its table ${name} has rows. Nothing was changed.`)
  }
}

/** Makes the tables as they were, without a row, their triggers asleep. Returns them. */
const prepare = async (client: pg.PoolClient, head: Head, folder: string): Promise<Map<string, CatalogTable>> => {
  requireKnown(head, folder)
  await holdMigrations(client)
  await requireEmpty(client)
  if (!beginsWith(head.migrations, await migrationsOf(client)))
    throw new Error(
      'The target has the tables of a newer version than what it is to be filled with. Nothing was changed: give it a database without tables.',
    )
  await applyMigrations(client, folder, head.migrations.length)
  const tables = await tablesParentsFirst(client)
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} disable trigger user`)
  // What migrations put there is among the rows that come.
  for (const { name } of tables.toReversed()) await client.query(`delete from public.${quote(name)}`)
  return new Map(tables.map((table) => [table.name, table]))
}

const writePage = (client: pg.PoolClient, { name, columns }: CatalogTable, rows: TextRow[]): Promise<unknown> =>
  client.query(
    `insert into public.${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) overriding system value
     select ${columns.map(({ type }, index) => `c${index}::${type}`).join(', ')}
     from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as page(${columns.map((_, index) => `c${index}`).join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index])),
  )

const tableOf = (tables: Map<string, CatalogTable>, { name, columns }: { name: string; columns: string[] }): CatalogTable => {
  const table = tables.get(name)
  if (!table || table.columns.map((column) => column.name).join() !== columns.join())
    throw new Error(`The table ${name} is not the one that its rows were in. Nothing was changed.`)
  return table
}

/** Sets the sequences, checks every table and wakes its triggers. */
const finish = async (client: pg.PoolClient, tables: Map<string, CatalogTable>, { tables: sums, sequences }: Manifest): Promise<void> => {
  for (const { name, last, isCalled } of sequences) await client.query('select setval($1::regclass, $2, $3)', [name, last, isCalled])
  if (sums.length !== tables.size) throw new Error('Some tables have not come. Nothing was changed.')
  for (const sum of sums) {
    const { name, rows, sha256 } = await sumOf(
      client,
      tableOf(tables, { name: sum.name, columns: tables.get(sum.name)?.columns.map((column) => column.name) ?? [] }),
    )
    if (rows !== sum.rows || sha256 !== sum.sha256) throw new Error(`The table ${name} has not become what it was. Nothing was changed.`)
    await client.query(`alter table public.${quote(name)} enable trigger user`)
  }
}

/** Fills an empty database and brings it to the newest migration of a folder. Throws where it is not empty, or any row differs. */
export const fill = async (client: pg.PoolClient, pieces: AsyncIterable<Piece>, folder: string): Promise<TableSum[]> => {
  let tables = new Map<string, CatalogTable>()
  let table: CatalogTable | undefined
  let manifest: Manifest | undefined
  for await (const piece of pieces) {
    if (piece.kind === 'head') tables = await prepare(client, piece, folder)
    else if (piece.kind === 'table') table = tableOf(tables, piece)
    else if (piece.kind === 'manifest') manifest = piece
    else if (table) await writePage(client, table, piece.rows)
  }
  if (!manifest) throw new Error('What was to be filled in has no end. Nothing was changed.')
  await finish(client, tables, manifest)
  await applyMigrations(client, folder)
  return manifest.tables
}
