/**
 * Fills an empty database with another database's rows (rows.ts), in the caller's transaction.
 *
 * 1. Never overwrites data. The target must not have any rows, except those that a server writes at startup.
 * 2. Creates the tables as they were in the source database, inserts the rows, then applies newer migrations.
 * 3. Disables triggers while filling, because the rows already include their effects.
 * 4. Finally, reads each table back and compares its row count and checksum.
 */
import pg from 'pg'
import { type CatalogTable, tablesParentsFirst } from './catalog.ts'
import { applyMigrations, holdMigrations, knownMigrations, migrationsOf } from './migrate.ts'
import { type Head, type Manifest, type Piece, sumOf, type TableSum, type TextRow } from './rows.ts'

const quote = pg.escapeIdentifier

/** Tables that a server writes to automatically at startup. */
const OF_THE_SERVER = ['jobs', 'job_runs', 'key_in_use', 'servers']

const beginsWith = (list: string[], start: string[]): boolean => start.every((each, index) => list[index] === each)

/** Throws if the rows are from a newer version or from another program. */
export const requireKnown = ({ migrations }: Head, folder: string): void => {
  if (!beginsWith(knownMigrations(folder), migrations))
    throw new Error(
      "This was made by a newer version of Firstbell, with tables this version doesn't know. Nothing was changed. Install that version.",
    )
}

/** Locks the tables against other writers, and throws unless they are empty. */
const requireEmpty = async (client: pg.PoolClient): Promise<void> => {
  const tables = await tablesParentsFirst(client)
  if (tables.length > 0) await client.query(`lock table ${tables.map(({ name }) => `public.${quote(name)}`).join(', ')}`)
  for (const { name } of tables) {
    if (OF_THE_SERVER.includes(name)) continue
    const { rows } = await client.query(`select 1 from public.${quote(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The target isn't empty: the table ${name} has rows. Nothing was changed.`)
  }
}

/** Creates the tables as they were in the source database, empty and with triggers disabled. Returns them by name. */
const prepare = async (client: pg.PoolClient, head: Head, folder: string): Promise<Map<string, CatalogTable>> => {
  requireKnown(head, folder)
  await holdMigrations(client)
  await requireEmpty(client)
  if (!beginsWith(head.migrations, await migrationsOf(client)))
    throw new Error('The target has tables from a newer version than this backup. Nothing was changed. Use a database without tables.')
  await applyMigrations(client, folder, { count: head.migrations.length })
  const tables = await tablesParentsFirst(client)
  for (const { name } of tables) await client.query(`alter table public.${quote(name)} disable trigger user`)
  // Delete the rows that migrations insert. The incoming rows include them.
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
    throw new Error(`The table ${name} doesn't match the backup. Nothing was changed.`)
  return table
}

/** Sets the sequences, verifies every table and re-enables its triggers. */
const finish = async (client: pg.PoolClient, tables: Map<string, CatalogTable>, { tables: sums, sequences }: Manifest): Promise<void> => {
  for (const { name, last, isCalled } of sequences) await client.query('select setval($1::regclass, $2, $3)', [name, last, isCalled])
  if (sums.length !== tables.size) throw new Error('Some tables are missing from the backup. Nothing was changed.')
  for (const sum of sums) {
    const { name, rows, sha256 } = await sumOf(
      client,
      tableOf(tables, { name: sum.name, columns: tables.get(sum.name)?.columns.map((column) => column.name) ?? [] }),
    )
    if (rows !== sum.rows || sha256 !== sum.sha256)
      throw new Error(`The table ${name} came out different from the backup. Nothing was changed.`)
    await client.query(`alter table public.${quote(name)} enable trigger user`)
  }
}

/** Fills an empty database and applies the folder's migrations up to the newest. Throws if the database isn't empty or any row differs. */
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
  if (!manifest) throw new Error('The backup has no end. Nothing was changed.')
  await finish(client, tables, manifest)
  await applyMigrations(client, folder)
  return manifest.tables
}
