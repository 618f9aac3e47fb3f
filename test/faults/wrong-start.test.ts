import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '#server/lib/keys/key-ring.ts'
import { runServer, spawnServer, startServer } from '#test/server.ts'
import { startPostgres } from '../postgres.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-wrong-'))
const inFolder = (name: string): string => path.join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tried = (env: Record<string, string>) => runServer({ DATA_DIR: inFolder('data'), KEYS: newKey(), SERVE_WEB: 'false', ...env })

describe('errors that no restart fixes exit with 78 and name the setting', () => {
  beforeAll(() => {
    writeFileSync(inFolder('file'), '')
    mkdirSync(inFolder('wrong-keys'))
    writeFileSync(inFolder('wrong-keys/keys'), 'deadbeef')
  })

  test.each<[string, Record<string, string>, string]>([
    ['no number', { PORT: 'http' }, 'PORT: '],
    ['no calls at all', { RATE_LIMIT_PER_MINUTE: '0' }, 'RATE_LIMIT_PER_MINUTE: '],
    ['an address that is none', { DATABASE_URL: 'postgres://me:pa#ss@db.example/school' }, 'DATABASE_URL must look like postgres://'],
    ['a slash in the password', { DATABASE_URL: 'postgres://me:12/ss@db.example/school' }, 'In the password, write @ as %40'],
    ['a name as a proxy', { TRUSTED_PROXIES: 'nginx' }, 'TRUSTED_PROXIES must be IP addresses'],
    ['half of the settings of mail', { SMTP_URL: 'smtps://mail.school.example' }, 'Email is only partly set up. Also set MAIL_FROM'],
    ['no key', { KEYS: 'deadbeef' }, 'Each key in KEYS must be 32 random bytes'],
    [
      'a file of keys that holds none',
      { KEYS: '', DATA_DIR: inFolder('wrong-keys') },
      `The file ${inFolder('wrong-keys/keys')} doesn't contain`,
    ],
    ['a file as the folder', { DATA_DIR: inFolder('file') }, 'Set DATA_DIR to a folder'],
    ['a folder in a file', { DATA_DIR: inFolder('file/data') }, 'Set DATA_DIR to a folder'],
    [
      'a folder where none can be made',
      { DATA_DIR: '/proc/firstbell' },
      "/proc/firstbell can't be created or written (ENOENT). Set DATA_DIR",
    ],
    ['a file of settings that is not there', { SETTINGS_FILE: inFolder('none.env') }, `SETTINGS_FILE is set to ${inFolder('none.env')}`],
  ])('%s', async (_what, env, sentence) => {
    const { code, printed } = await tried(env)
    expect(printed).toContain(sentence)
    expect(printed).not.toMatch(/\n\s+at |pa#ss|12\/ss/)
    expect(code).toBe(78)
  })
})

test('a misspelled setting is reported, and the server starts', async () => {
  const server = await startServer({ DATA_DIR: inFolder('misspelled'), KEYS: newKey(), SUBSCRIPTION: 'off', SERVE_WEB: 'false' })
  expect(server.printed()).toContain("SUBSCRIPTION isn't a Firstbell setting and has no effect. Did you mean SUBSCRIPTIONS?")
  expect(server.printed()).toContain('"message":"migrating the database","migrations":')
  expect(server.printed()).toMatch(/"message":"migrated the database","seconds":\d/)

  const { port } = new URL(server.origin)
  const second = await tried({ DATA_DIR: inFolder('second'), PORT: port })
  expect(second.printed).toContain(`Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set PORT`)
  expect(second.code).toBe(75)
  expect(await server.end('SIGTERM')).toBe(0)
})

describe('a PostgreSQL server', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  const BACKUP_DIR = inFolder('backups')
  const at = (change: (url: URL) => void): string => {
    const url = new URL(postgres.url)
    change(url)
    return String(url)
  }
  beforeAll(async () => {
    postgres = await startPostgres()
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query('create role teacher login')
    await client.query('create database theirs')
    await client.query('create database keyed')
    await client.end()
  })
  afterAll(() => postgres?.stop())

  test.each<[string, (url: URL) => void, string]>([
    [
      'a database that is not there',
      (url) => (url.pathname = '/nodb'),
      "database nodb: the database doesn't exist. Create it (createdb -O",
    ],
    ['a user who is not known', (url) => (url.username = 'nobody'), 'the user nobody or the password was rejected. Correct DATABASE_URL'],
    [
      "somebody else's database",
      (url) => {
        url.username = 'teacher'
        url.pathname = '/theirs'
      },
      'ALTER DATABASE "theirs" OWNER TO "teacher"',
    ],
    [
      'one without TLS',
      (url) => (url.search = '?sslmode=verify-full'),
      "that server doesn't support TLS. Remove sslmode from DATABASE_URL",
    ],
  ])('%s makes the start exit with 78', async (_what, change, sentence) => {
    const { code, printed } = await tried({ DATABASE_URL: at(change), BACKUP_DIR })
    expect(printed).toContain(sentence)
    expect(code).toBe(78)
  })

  test("with a different key it doesn't start and creates no key, but with a new one in front it does", {
    timeout: 120_000,
  }, async () => {
    const [first, second] = [newKey(), newKey()]
    const env = { DATABASE_URL: at((url) => (url.pathname = '/keyed')), DATA_DIR: inFolder('keyed'), BACKUP_DIR, SERVE_WEB: 'false' }
    const startWith = async (KEYS: string) => {
      const server = await startServer({ ...env, KEYS })
      expect(await server.end('SIGTERM')).toBe(0)
    }
    await startWith(first)
    for (const [KEYS, lacking] of [
      [second, "it isn't in KEYS"],
      ['', `KEYS isn't set, and the file ${inFolder('keyed/keys')} doesn't exist`],
    ] as const) {
      const { code, printed } = await runServer({ ...env, KEYS })
      expect(printed).toContain(`This database was used with another key: ${lacking}. Add that key to KEYS`)
      expect(code).toBe(78)
    }
    expect(existsSync(inFolder('keyed/keys'))).toBe(false)
    await startWith(`${second},${first}`)
    // Only a rotation brings the new one into use (keys.test.ts).
    expect((await runServer({ ...env, KEYS: second })).code).toBe(78)
    await startWith(first)
  })

  test('that comes up later is waited for, and an unwritable backup folder is reported', async () => {
    await postgres.kill()
    writeFileSync(inFolder('occupied'), '')
    const child = spawnServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: inFolder('later'),
      BACKUP_DIR: inFolder('occupied'),
      KEYS: newKey(),
      SERVE_WEB: 'false',
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
    const said = (sentence: string) => expect.poll(() => printed, { timeout: 60_000 }).toContain(sentence)
    await said("isn't responding (ECONNREFUSED). Start it, or correct the host and port in DATABASE_URL. Firstbell will wait")
    await postgres.start()
    await said('Firstbell is running at')
    expect(printed.split('Firstbell will wait')).toHaveLength(2)
    expect(printed).toContain(`The backup folder ${inFolder('occupied')} can't be written (EEXIST)`)
    child.kill('SIGTERM')
    await once(child, 'close')
  })
})

test('a folder of another user', async () => {
  if (process.getuid?.() === 0) return
  mkdirSync(inFolder('theirs'))
  chmodSync(inFolder('theirs'), 0o500)
  const { code, printed } = await tried({ DATA_DIR: inFolder('theirs/data') })
  expect([code, printed]).toEqual([78, expect.stringContaining("can't be created or written (EACCES). Set DATA_DIR")])
})
