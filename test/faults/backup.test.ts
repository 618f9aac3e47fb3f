import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settleRestored } from '#server/features/backups/actions.ts'
import { makeTrials } from '#server/features/billing/trials/actions.ts'
import { backUp } from '#server/lib/backup/backup.ts'
import { readPieces, verify } from '#server/lib/backup/backup-file.ts'
import { noteDeleted } from '#server/lib/backup/deleted-people.ts'
import { restore } from '#server/lib/backup/restore.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { fillNew, type Target } from '#server/lib/db/new-database.ts'
import { type Database, openDatabase } from '#server/lib/db/open.ts'
import { inTransaction, ONE_MOMENT, type Piece, piecesOf } from '#server/lib/db/rows.ts'
import { openSnapshot } from '#server/lib/db/snapshot.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { seed } from '#server/seed.ts'
import { fillDataDir, migrations } from '#test/migrated.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'

const log = (): void => undefined
const key = newKey()
const keys = makeKeyRing(key)
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-backup-'))
const inFolder = (name: string): string => path.join(folder, name)
const backupDir = inFolder('backups')
const backup = path.join(backupDir, 'term.backup')

/** An embedded database with a teacher, a term of lessons, colleagues and a school. */
const school: Target = { databaseUrl: undefined, dataDir: inFolder('school') }
let postgres: TestPostgres
let server: Target

beforeAll(async () => {
  postgres = await startPostgres()
  server = { databaseUrl: postgres.url, dataDir: inFolder('none') }
  await fillDataDir(school.dataDir)
  await within(school, async ({ db, pool }) => {
    await seed(db, keys, new Date())
    await pool.query('update users set preferences = $1', [{ theme: 'dark "é" \u2028' }])
  })
  await backUp(school, backup, keys, log)
})
beforeEach(() => emptyServer())
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const onServer = async (sql: string): Promise<pg.QueryResult['rows']> => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

const emptyServer = () => onServer('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')

const within = async <T>(target: Target, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ ...target, log })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Returns the row count and a checksum of each table, computed by the database itself. */
const digestOf = (target: Target): Promise<Record<string, string>> =>
  within(target, async ({ pool }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
    )
    const digest: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await pool.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by t::text collate "C")), '') as sum from ${name} t`,
      )
      digest[name] = rows[0].sum
    }
    return digest
  })

const trials = makeTrials(keys, { isFree: false })
const settle: Parameters<typeof restore>[0]['settle'] = (db, deleted) => settleRestored(db, { deleted, keys, trials, now: new Date() })
const restoreInto = (target: Target, file = backup, more: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({ file, keys, target, migrations, backupDir, settle, ...more }, log)

/** Copies the migrations up to and including this number. */
const migrationsUpTo = (number: number): string => {
  const older = inFolder(`migrations-${number}`)
  cpSync(migrations, older, { recursive: true })
  const journal = path.join(older, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, number + 1) }))
  return older
}

test('a school is restored into PostgreSQL and back into a new folder: each table has the same rows, but nobody is signed in', async () => {
  const before = await digestOf(school)
  expect(before['calendar_days']).toMatch(/^[1-9]\d\d /)
  const { tables } = await restoreInto(server)
  const { sessions, audit_log: _, ...kept } = before
  expect(sessions).not.toMatch(/^0 /)
  const restored = await digestOf(server)
  expect(restored).toEqual({ ...kept, sessions: '0 ', audit_log: expect.any(String) })
  expect(tables.map(({ name, rows }) => [name, rows])).toContainEqual(['users', Number(kept['users']?.split(' ')[0])])
  expect(await onServer('select act from audit_log order by id desc limit 1')).toEqual([{ act: 'backup.restored' }])
  expect(await onServer(`select count(*) from pg_trigger where not tgisinternal and tgenabled <> 'O'`)).toEqual([{ count: '0' }])
  // Restored sequences don't reuse ids.
  await onServer(`insert into jobs (name, payload, run_at) values ('x', '{}', now()); delete from jobs`)
  expect(await onServer(`select last_value > 1 as goes_on from audit_log_id_seq`)).toEqual([{ goes_on: true }])

  const second = path.join(backupDir, 'second.backup')
  await backUp(server, second, keys, log)
  const folderAgain = { databaseUrl: undefined, dataDir: inFolder('again') }
  await restoreInto(folderAgain, second)
  expect(await digestOf(folderAgain)).toEqual({ ...(await digestOf(server)), audit_log: expect.any(String) })
  expect(readdirSync(folderAgain.dataDir).sort()).toEqual(['database', 'database.reserve'])
  await expect(restoreInto(folderAgain)).rejects.toThrow(/ already contains a database\. Nothing was changed/)
  await expect(restoreInto(server)).rejects.toThrow(/isn't empty: the table \w+ has rows\. Nothing was changed/)
})

test('users deleted since the backup stay deleted, with all of their data', async () => {
  const [maya, priya] = await within(school, async ({ pool }) =>
    (await pool.query(`select id from users where email ~ '^(maya|priya)' order by email`)).rows.map(({ id }) => id as string),
  )
  await noteDeleted(backupDir, maya as string, new Date())
  await noteDeleted(backupDir, priya as string, new Date('2026-01-01T00:00:00Z'))
  expect((await restoreInto(server)).deleted).toBe(1)
  rmSync(path.join(backupDir, 'deleted'))
  const { users } = await digestOf(school)
  expect(await onServer(`select count(*)::int from users`)).toEqual([{ count: Number.parseInt(users ?? '', 10) - 1 }])
  expect(await onServer(`select count(*) from calendars where user_id = '${maya}'`)).toEqual([{ count: '0' }])
  expect(await onServer(`select count(*) from users where id = '${priya}'`)).toEqual([{ count: '1' }])
})

test('a restore that fails midway, or whose result differs, changes nothing', { tags: ['full'] }, async () => {
  const failingPieces = async function* (client: pg.PoolClient, how: 'breaks off' | 'changes'): AsyncGenerator<Piece> {
    for await (const piece of piecesOf(client, new Date())) {
      if (piece.kind === 'table' && piece.name === 'calendar_words' && how === 'breaks off') throw new Error('The disk is gone')
      if (piece.kind === 'manifest' && how === 'changes')
        yield { ...piece, tables: piece.tables.map((sum) => (sum.name === 'users' ? { ...sum, sha256: '0' } : sum)) }
      else yield piece
    }
  }
  const nowhere = { databaseUrl: undefined, dataDir: inFolder('nowhere') }
  const { pool, close } = await openSnapshot(school, log)
  try {
    const fillFrom = (target: Target, how: 'breaks off' | 'changes') =>
      inTransaction(pool, ONE_MOMENT, (client) => fillNew(target, { pieces: failingPieces(client, how), migrations }, log))
    await expect(fillFrom(server, 'breaks off')).rejects.toThrow('The disk is gone')
    await expect(fillFrom(server, 'changes')).rejects.toThrow('users came out different from the backup')
    await expect(fillFrom(nowhere, 'breaks off')).rejects.toThrow('The disk is gone')
  } finally {
    await close()
  }
  const failing = () => Promise.reject(new Error('not settled'))
  await expect(restoreInto(server, backup, { settle: failing })).rejects.toThrow('not settled')
  expect(await onServer(`select to_regclass('public.users') as users, to_regnamespace('drizzle') as drizzle`)).toEqual([
    { users: null, drizzle: null },
  ])
  expect(readdirSync(nowhere.dataDir)).toEqual([])
})

test('a file that is damaged, truncated, newer or has another key is refused before a database is opened', async () => {
  const bytes = readFileSync(backup)
  const file = inFolder('damaged.backup')
  const nowhere = { databaseUrl: undefined, dataDir: inFolder('untouched') }
  for (let part = 0; part < 40; part++) {
    const at = Math.floor(((part + 0.5) / 40) * bytes.length)
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 0x10
    writeFileSync(file, flipped)
    await expect(restoreInto(nowhere, file), `byte ${at}`).rejects.toThrow('Nothing was changed')
    writeFileSync(file, bytes.subarray(0, at))
    await expect(restoreInto(nowhere, file), `${at} bytes`).rejects.toThrow('Nothing was changed')
  }
  await expect(restoreInto(nowhere, backup, { keys: makeKeyRing(newKey()) })).rejects.toThrow(`with key ${keys.inUse}`)
  await expect(restoreInto(nowhere, backup, { migrations: migrationsUpTo(11) })).rejects.toThrow('a newer version of Firstbell')
  expect(existsSync(nowhere.dataDir)).toBe(false)
})

test("an older version's backup becomes a current database, with its rows migrated", async () => {
  await within(server, async (database) => {
    await migrate(database, migrationsUpTo(3))
    await database.pool.query(`
      insert into users (id, email, timezone, preferences, created_at) values (gen_random_uuid(), 'ann@school.example', 'UTC', '{}', now());
      insert into templates (owner_id, kind, name, content) select id, 'daily', 'Day', '{"blocks":[]}' from users`)
  })
  const file = inFolder('older.backup')
  await backUp(server, file, keys, log)
  await emptyServer()
  await restoreInto(server, file)
  expect(
    await onServer(
      'select lesson_bytes > 0 as counted from calendars join calendar_counters on calendar_id = id join templates on owner_id = user_id',
    ),
  ).toEqual([{ counted: true }])
  // If the target's tables are newer, they can't be downgraded.
  await emptyServer()
  await within(server, (database) => migrate(database, migrations))
  await expect(restoreInto(server, file)).rejects.toThrow('tables from a newer version')
})

test('a backup of a database under load contains only whole transactions, and blocks nobody', {
  tags: ['full'],
}, async () => {
  const busy = { databaseUrl: undefined, dataDir: inFolder('busy') }
  await fillDataDir(busy.dataDir)
  await within(busy, async ({ pool }) => {
    await pool.query(
      'create table paid (id int primary key, coins int, pad text); create table got (id int primary key, coins int, pad text)',
    )
    for (const table of ['paid', 'got'])
      await pool.query(`insert into ${table} select n, 100, repeat('x', 3000) from generate_series(1, 3000) n`)
    let isOver = false
    let done = 0
    const writer = (async () => {
      while (!isOver) {
        const client = await pool.connect()
        await client.query('begin')
        await client.query('update paid set coins = coins - 1 where id = $1', [1 + (done % 3000)])
        await client.query(`update got set coins = coins + 1, pad = pad || 'y' where id = $1`, [1 + ((done * 7) % 3000)])
        await client.query('commit')
        client.release()
        // Runs checkpoints as routine maintenance would, only more often, so that WAL segments are recycled during the copy.
        if (++done % 400 === 0) await pool.query('checkpoint')
      }
    })()
    const file = inFolder('busy.backup')
    let before = 0
    let after = 0
    try {
      await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(50)
      before = done
      await backUp(busy, file, keys, log)
      after = done
    } finally {
      isOver = true
      await writer
    }
    expect(after).toBeGreaterThan(before)
    const { tables } = await verify(file, keys)
    expect(tables.filter(({ rows }) => rows === 3000)).toHaveLength(2)
    const sums = await sumsIn(file)
    expect(sums.paid + sums.got).toBe(600_000)
    expect(300_000 - sums.paid).toBeGreaterThanOrEqual(before)
    expect(300_000 - sums.paid).toBeLessThanOrEqual(after)
  })
})

const sumsIn = async (file: string): Promise<{ paid: number; got: number }> => {
  const sums: Record<string, number> = { paid: 0, got: 0 }
  let table = ''
  for await (const piece of readPieces(file, keys)) {
    if (piece.kind === 'table') table = piece.name
    if (piece.kind === 'rows' && table in sums) for (const [, coins] of piece.rows) sums[table] = (sums[table] ?? 0) + Number(coins)
  }
  return sums as { paid: number; got: number }
}

const startBackup = (): ChildProcess =>
  spawn(process.execPath, ['dist/server/backup.js'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: school.dataDir, BACKUP_DIR: backupDir, KEYS: key },
    stdio: 'ignore',
  })

test('a killed backup leaves the older ones unchanged, and the next one cleans up', {
  tags: ['full'],
}, async () => {
  const untouched = readFileSync(backup)
  const copy = path.join(school.dataDir, 'database.snapshot')
  const killed = startBackup()
  await expect.poll(() => existsSync(copy), { timeout: 60_000 }).toBe(true)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  expect(existsSync(copy)).toBe(true)
  const partial = path.join(backupDir, 'firstbell.backup.0123abcd.partial')
  writeFileSync(partial, 'half')
  utimesSync(partial, new Date(0), new Date(0))
  const [code] = await once(startBackup(), 'close')
  expect(code).toBe(0)
  expect([existsSync(copy), existsSync(partial)]).toEqual([false, false])
  expect(readFileSync(backup)).toEqual(untouched)
  const [made = ''] = readdirSync(backupDir).filter((name) => name.startsWith('firstbell-'))
  await expect(verify(path.join(backupDir, made), keys)).resolves.toBeDefined()
})

test('memory stays flat however much data there is', { tags: ['full'] }, async () => {
  await onServer(`create table lessons (id int primary key, text text);
    insert into lessons select n, repeat(md5(n::text), 300) from generate_series(1, 20000) n`)
  const atStart = process.memoryUsage().rss
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const file = inFolder('large.backup')
  await backUp(server, file, keys, log)
  await verify(file, keys)
  clearInterval(watch)
  expect((most - atStart) / 1024 ** 2, 'megabytes more, for a database of 190').toBeLessThan(160)
})
