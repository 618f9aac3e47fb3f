import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '#server/lib/keys/key-ring.ts'
import { runCommand } from '#test/commands.ts'
import { fillDataDir } from '#test/migrated.ts'
import { startServer } from '#test/server.ts'
import { startPostgres } from '../postgres.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-commands-'))
const inFolder = (name: string): string => path.join(folder, name)
const DATA_DIR = inFolder('data')
const KEYS = newKey()
const backup = inFolder('school.backup')
let postgres: Awaited<ReturnType<typeof startPostgres>>
/** Returns the URL of a database on the test server. */
const on = (name: string): string => postgres.url.replace(/\/[^/]*$/, `/${name}`)
const maya = { email: 'maya@school.example', password: 'first-bell-rings' }

beforeAll(async () => {
  await fillDataDir(DATA_DIR)
  const server = await startServer({ DATA_DIR, KEYS, SERVE_WEB: 'false' })
  await server.call('POST', '/api/auth/register', { body: maya })
  expect(await server.end('SIGTERM')).toBe(0)
  postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  for (const name of ['moved', 'taken']) await client.query(`create database ${name}`)
  await client.end()
  const full = new pg.Client(on('taken'))
  await full.connect()
  await full.query('create table public.lessons as select 1 as id')
  await full.end()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('each command first prints which database it uses, and creates none', async () => {
  const DATA_DIR = inFolder('nothing')
  for (const [name, words] of [
    ['backup', []],
    ['move', ['postgres://nobody@127.0.0.1:9/none']],
    ['admin', ['make-admin', maya.email]],
  ] as const) {
    const { code, output } = await runCommand(name, [...words], { DATA_DIR })
    expect(output).toContain(`Using the embedded database in ${DATA_DIR}/database.\n`)
    expect(output).toContain(
      `There isn't a database in ${DATA_DIR}/database. Set DATA_DIR or DATABASE_URL to the same value as for the server`,
    )
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
  }
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('a restore raises no false alarm, and ends by counting what is there', async () => {
  expect((await runCommand('backup', [backup], { DATA_DIR, KEYS })).code).toBe(0)
  const settings = { DATA_DIR: inFolder('restored'), BACKUP_DIR: path.join(DATA_DIR, 'backups'), KEYS }
  const { code, output } = await runCommand('restore', [backup], settings)
  expect(output).toContain(`Using the embedded database in ${inFolder('restored')}/database.\n`)
  expect(output).toMatch(/'sessions'\s*│ 0 /)
  expect(output).toMatch(/'users'\s*│ 1 /)
  expect(output).not.toMatch(/deleted after|checkpoint|retried/)
  expect(code).toBe(0)
})

test('an operator asks the embedded database and changes it, and is told what is wrong', async () => {
  const ask = (statement: string) => runCommand('admin', ['sql', statement], { DATA_DIR, KEYS })
  const { code, output } = await ask(`select email, preferences, 7 as seven from users`)
  expect(output).toMatch(/'maya@school.example'\s*│ '{.*}'\s*│ 7 /)
  expect([code, output]).toEqual([0, expect.stringContaining('Rows: 1.')])
  expect((await ask(`update users set timezone = 'UTC'; update users set timezone = 'UTC' where false`)).output).toContain('Rows: 0.')
  expect(await ask('select 1 from nowhere')).toMatchObject({
    code: 1,
    output: expect.stringContaining('relation "nowhere" does not exist'),
  })
})

test('a restore warns if the list of deleted accounts may be missing', { tags: ['full'] }, async () => {
  const { output } = await runCommand('restore', [backup], { DATA_DIR: inFolder('elsewhere'), KEYS })
  expect(output).toContain(`${inFolder('elsewhere')}/backups doesn't have the list of accounts deleted since then`)
})

test.each([['none.backup'], ['data']])("a restore of %s, which isn't a file, prints one sentence", async (name) => {
  const { code, output } = await runCommand('restore', [inFolder(name)], { DATA_DIR: inFolder('other'), KEYS })
  expect(output.split('\n').slice(1)).toEqual([`${inFolder(name)} doesn't exist or isn't a file.`, ''])
  expect(code).toBe(1)
})

test.each<[string, () => string, string]>([
  ['a PostgreSQL that is away', () => 'postgres://nobody@127.0.0.1:9/none', "it isn't responding (ECONNREFUSED)"],
  ['a database that is not there', () => on('none'), "the database doesn't exist. Create it (createdb"],
  ['a database with rows', () => on('taken'), "The target isn't empty: the table lessons has rows. Nothing was changed."],
])('a move to %s is refused in one sentence', async (_what, target, sentence) => {
  const { code, output } = await runCommand('move', [target()], { DATA_DIR, KEYS })
  expect(output).toContain('Nothing was moved. ')
  expect(output).toContain(sentence)
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
})

test('the doctor names wrong settings, and looks at a database with and without a server', { timeout: 120_000 }, async () => {
  const doctor = (env: Record<string, string>) => runCommand('doctor', [], { DATA_DIR, KEYS, SUBSCRIPTIONS: 'off', ...env })
  const refused = await doctor({ BACKUP_KEEP: 'many', PORT: '-1' })
  expect(refused.output).toMatch(/^Firstbell \d+\.\d+\.\d+, Node /)
  expect(refused.output).toMatch(/✘ Settings: PORT: .*\n.*\n✘ Settings: BACKUP_KEEP: /)
  expect(refused.code).toBe(1)

  const stopped = await doctor({})
  expect(stopped.output).toContain('✔ Database: PostgreSQL 18.')
  expect(stopped.output).toContain('✔ Database: The keys match the database.')
  expect(stopped.output).toContain('– Mail: Not set up')
  expect(stopped.output).toMatch(/\nNothing is wrong\.\n$/)
  expect(stopped.code).toBe(0)

  const locked = await doctor({ KEYS: newKey() })
  expect(locked.output).toContain("✘ Database: The keys don't match the database.\n    This database was used with another key")
  expect(locked.code).toBe(1)

  const server = await startServer({ DATA_DIR, KEYS, SERVE_WEB: 'false' })
  const running = await doctor({ PORT: new URL(server.origin).port })
  expect(running.output).toContain('– Database: A healthy server uses the embedded database.')
  expect(running.code).toBe(0)
  const elsewhere = await doctor({ PORT: '9' })
  expect(elsewhere.output).toContain('✘ Database: A process uses the embedded database, but no healthy server responds.')
  expect(elsewhere.code).toBe(1)
  expect(await server.end('SIGTERM')).toBe(0)
  for (const { output } of [refused, stopped, locked, running, elsewhere]) expect(output).not.toContain(KEYS)

  const nowhere = 'postgres://nobody:secret@127.0.0.1:9/none'
  const away = await doctor({ DATABASE_URL: nowhere, DATABASE_LISTEN_URL: nowhere, BACKUP_DIR: inFolder('away') })
  expect(away.output).toContain('Start it, or correct the host and port in DATABASE_LISTEN_URL.')
  expect(away.output).toContain("✘ Database: PostgreSQL at 127.0.0.1:9, database none: it isn't responding (ECONNREFUSED)")
  expect(away.output).not.toContain('secret')
  expect(away.code).toBe(1)
})

test('a moved database starts as the manual describes', { timeout: 120_000 }, async () => {
  const { code, output } = await runCommand('move', [on('moved')], { DATA_DIR, KEYS })
  expect(output).toContain(`BACKUP_DIR=${DATA_DIR}/backups, and DATA_DIR=${DATA_DIR}`)
  expect(code).toBe(0)
  const settings = inFolder('firstbell.env')
  writeFileSync(
    settings,
    `DATABASE_URL=${on('moved')}\nBACKUP_DIR=${DATA_DIR}/backups\nDATA_DIR=${DATA_DIR}\nKEYS=${KEYS}\nSERVE_WEB=false\n`,
  )
  const server = await startServer({ SETTINGS_FILE: settings, BACKUP_DIR: `${DATA_DIR}/backups`, DATA_DIR })
  expect((await server.call('POST', '/api/auth/login', { body: maya })).status).toBe(200)
  expect(server.printed()).toContain('database moved')
  const admin = await runCommand('admin', ['make-admin', maya.email], { SETTINGS_FILE: settings })
  expect(admin.output).toMatch(
    /^Using PostgreSQL at 127\.0\.0\.1:\d+, database moved\.\nmaya@school\.example is now a Firstbell admin\.\n$/,
  )
  expect(await server.end('SIGTERM')).toBe(0)
  expect(readFileSync(`${DATA_DIR}/backups/deleted`, 'utf8')).toMatch(/^begun /)
  const recovered = await runCommand('admin', ['after-recovery'], { SETTINGS_FILE: settings })
  expect(recovered.output).toMatch(/\. Deleted again: 0 accounts\. Everyone has to sign in again\./)
  expect(recovered.output).toContain('Access that was ended after that time is active again')
})
