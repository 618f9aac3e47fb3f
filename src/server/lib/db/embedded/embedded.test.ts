import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstNeeded, numberOf } from '#server/lib/db/snapshot.ts'
import { DataFolderVersion, ENGINE_MAJOR, NoDataFolder } from './data-folder.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { DataFolderInUse } from './folder-lock.ts'
import { checkpointWhereNeeded, vacuumWhereNeeded } from './housekeeping.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-embedded-'))
const said: string[] = []
const open = (): Promise<EmbeddedDatabase> => openEmbedded(dataDir, (message) => said.push(message))
let database: EmbeddedDatabase

beforeAll(async () => {
  database = await open()
  await database.pool.query('create table lessons (id int primary key, title text)')
}, 120_000)
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('every write is synced before it returns: twenty writes cause at least twenty syncs, twenty reads none', async () => {
  const before = await database.syncs()
  for (let id = 0; id < 20; id++) await database.pool.query('insert into lessons values ($1, $2)', [id, 'Rivers'])
  const written = await database.syncs()
  expect(written - before).toBeGreaterThanOrEqual(20)
  for (let id = 0; id < 20; id++) await database.pool.query('select * from lessons where id = $1', [id])
  expect(await database.syncs()).toBe(written)
})

test('the engine is the version that folders are checked against', async () => {
  expect((await database.pool.query('show server_version')).rows[0].server_version).toMatch(new RegExp(`^${ENGINE_MAJOR}\\.`))
})

test('a snapshot reads the first log segment to replay from pg_control', async () => {
  await database.pool.query('select pg_switch_wal(); checkpoint')
  const { rows } = await database.pool.query('select pg_walfile_name(redo_lsn) as name from pg_control_checkpoint()')
  expect(firstNeeded(readFileSync(path.join(dataDir, 'database/global/pg_control')))).toBe(numberOf(rows[0].name))
  expect(numberOf(rows[0].name)).toBeGreaterThan(1)
})

test('no other process can open the folder at the same time', async () => {
  await expect(open()).rejects.toThrow(DataFolderInUse)
})

test('an engine that dies is restarted by the next query, with all acknowledged data', async () => {
  await database.pool.query("insert into lessons values (100, 'Kept')")
  const client = await database.pool.connect()
  // One way to cause a fatal error, which ends the engine in this version of PGlite.
  await client.query('set idle_in_transaction_session_timeout = 50; begin')
  await client.query("insert into lessons values (101, 'Not kept')")
  await pause(300)
  await expect(client.query('select 1')).rejects.toMatchObject({ code: '57P01' })
  client.release()
  expect((await database.pool.query('select id from lessons where id >= 100')).rows).toEqual([{ id: 100 }])
  expect(said).toContain('the embedded database stopped and will be restarted')
})

test('a table with many dead rows is vacuumed, and one without is not', async () => {
  await database.pool.query(
    'create table notes (id int primary key, text text); insert into notes select n, n from generate_series(1, 500) n',
  )
  await vacuumWhereNeeded(database.pool)
  await database.pool.query("update notes set text = text || '!'")
  // The engine publishes its statistics up to a second late, or even later on a busy machine.
  const patience = { timeout: 15_000 }
  await expect.poll(() => vacuumWhereNeeded(database.pool), patience).toContain('public.notes')
  await expect.poll(() => vacuumWhereNeeded(database.pool), patience).toEqual([])
})

test('a checkpoint runs only after many megabytes of writes', async () => {
  expect(await checkpointWhereNeeded(database.pool)).toBe(false)
  // Stored without compression.
  await database.pool.query('create table blobs (bytes bytea); alter table blobs alter bytes set storage external')
  await database.pool.query("insert into blobs select decode(repeat(md5(n::text), 4000), 'hex') from generate_series(1, 1100) n")
  expect(await checkpointWhereNeeded(database.pool)).toBe(true)
  expect(await checkpointWhereNeeded(database.pool)).toBe(false)
  await database.pool.query('drop table blobs')
})

test('a long query does not block the server', async () => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 5)
  await database.pool.query('select count(*) from generate_series(1, 2000000)')
  clearInterval(timer)
  // A blocked server's timer would fire once, before the query's result. A query this long allows for dozens of event-loop turns.
  expect(turns).toBeGreaterThan(3)
})

test('data survives closing and reopening, and closing releases the lock', async () => {
  await database.close()
  expect(readdirSync(dataDir)).toEqual(['database', 'database.reserve'])
  database = await open()
  expect((await database.pool.query('select count(*) from lessons')).rows).toEqual([{ count: '21' }])
})

test('a folder of another version is refused unchanged, and the message names both versions', async () => {
  const other = path.join(dataDir, 'older')
  mkdirSync(path.join(other, 'database'), { recursive: true })
  writeFileSync(path.join(other, 'database/PG_VERSION'), '17\n')
  const refusal = await openEmbedded(other, () => undefined).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataFolderVersion)
  expect((refusal as Error).message).toMatch(/PostgreSQL 17.*PostgreSQL 18/)
  expect(readFileSync(path.join(other, 'database/PG_VERSION'), 'utf8')).toBe('17\n')
  expect(readdirSync(other)).toEqual(['database'])
  rmSync(path.join(other, 'database/PG_VERSION'))
  writeFileSync(path.join(other, 'database/diary.txt'), 'mine')
  await expect(openEmbedded(other, () => undefined)).rejects.toThrow(NoDataFolder)
  expect(readdirSync(path.join(other, 'database'))).toEqual(['diary.txt'])
  rmSync(other, { recursive: true })
})
