/**
 * The tables of the present migrations in an empty database, made once and copied by every test that needs one: an
 * embedded database takes seconds to make.
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '#server/lib/db/migrate.ts'
import { execOn } from '#server/lib/db/pglite-exec.ts'
import { poolOver } from '#server/lib/db/pglite-pool.ts'

const inProject = (folder: string): string => fileURLToPath(new URL(`../${folder}`, import.meta.url))
export const migrations = inProject('migrations')
const cache = inProject('node_modules/.cache/firstbell')

/** Changes with any file of the migrations, and with `salt`. */
export const stateOfMigrations = (salt: string): string => {
  const hash = createHash('sha256').update(salt)
  const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => /\.(?:sql|json)$/.test(name)))
    hash.update(file).update(readFileSync(path.join(migrations, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The path of a tar file: the data folder of a migrated and empty PGlite. Made when it is not there. */
export const migratedDump = async (): Promise<string> => {
  const { version } = JSON.parse(readFileSync(inProject('node_modules/@electric-sql/pglite/package.json'), 'utf8'))
  const file = path.join(cache, `migrated-${stateOfMigrations(version)}.tar`)
  if (existsSync(file)) return file
  const engine = await PGlite.create()
  const { pool } = poolOver(execOn(engine), () => undefined)
  await migrate({ pool }, migrations)
  await pool.end()
  const dump = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
  await engine.close()
  mkdirSync(cache, { recursive: true })
  // Several processes may make it at once: each a file of its own, and the last one stays.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, dump)
  renameSync(draft, file)
  return file
}

/** Puts a migrated and empty embedded database into a `DATA_DIR` that has none. */
export const fillDataDir = async (dataDir: string): Promise<void> => {
  const folder = path.join(dataDir, 'database')
  mkdirSync(folder, { recursive: true })
  // It remarks on the leading / of PGlite's names; a failure is thrown with its words.
  execFileSync('tar', ['-xf', await migratedDump(), '-C', folder], { stdio: 'pipe' })
}
