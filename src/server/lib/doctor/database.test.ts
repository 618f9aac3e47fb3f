// @module-tag engine
import { expect, test } from 'vitest'
import { readMigrations } from '#server/lib/db/migration-list.ts'
import { acceptKey } from '#server/lib/keys/fitting-key.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { inProject } from '#server/project-folder.ts'
import { db, pool } from '#test/app.ts'
import { checkDatabase, databaseBytes } from './database.ts'

const migrations = readMigrations(inProject('migrations'))
const next = { name: '9999_next', at: 9e12, hash: '', statements: [], allows: null }
const key = newKey()
const look = async (changed: Partial<Parameters<typeof checkDatabase>[0]> = {}) => {
  const check = checkDatabase({
    database: { db, kind: 'server' },
    migrations,
    keys: key,
    dataDir: '/nowhere',
    opensSealed: async () => true,
    describeKeys: async () => ['Key newest is in use.', 'Key older is still needed.'],
    ...changed,
  })
  return (await check.look(AbortSignal.timeout(5000))).map(({ mark, sentence }) => `${mark} ${sentence}`)
}

test('the database, its clock, its tables and its key, of which nothing changes', async () => {
  const well = [
    expect.stringMatching(/^✔ PostgreSQL \d+\.\d+ responds\.$/),
    "✔ Within 60 seconds of PostgreSQL's clock.",
    '✔ Its tables are those of this version.',
    '✔ The keys match the database.',
  ]
  expect(await look()).toEqual(well)
  expect((await pool.query('select 1 from key_in_use')).rows).toEqual([])
  await acceptKey(db, makeKeyRing(key))
  expect(await look()).toEqual([...well, '– Key older is still needed.'])
  expect((await look({ keys: newKey() }))[3]).toBe("✘ The keys don't match the database.")
  expect((await look({ keys: undefined }))[3]).toBe("✘ The keys don't match the database.")
  expect((await look({ migrations: migrations.slice(0, 3) }))[2]).toBe('✘ A newer Firstbell has migrated it.')
  expect((await look({ migrations: [...migrations, next] }))[2]).toMatch(/^– The next start runs 1 of its migrations/)
  expect(await databaseBytes(db)).toBeGreaterThan(1_000_000)
})
