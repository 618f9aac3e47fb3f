/**
 * Provides an empty database with the current migrations applied. The database is created once and copied for each test that needs it,
 * because creating an embedded database takes seconds.
 */
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { execOn } from '#server/lib/db/embedded/pglite-exec.ts'
import { poolOver } from '#server/lib/db/embedded/pglite-pool.ts'
import { migrate } from '#server/lib/db/migrate.ts'

const inProject = (folder: string): string => fileURLToPath(new URL(`../${folder}`, import.meta.url))
export const migrations = inProject('migrations')
const cache = inProject('node_modules/.cache/firstbell')

/** Returns a hash of all migration files and `salt`. */
export const stateOfMigrations = (salt: string): string => {
  const hash = createHash('sha256').update(salt)
  const files = readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => /\.(?:sql|json)$/.test(name)))
    hash.update(file).update(readFileSync(path.join(migrations, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Returns the path of a tar file that contains the data folder of a migrated, empty PGlite. Creates the file if it doesn't exist. */
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
  // Processes may create the file concurrently. Each one writes its own file, and the last rename wins.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, dump)
  renameSync(draft, file)
  return file
}

/** Adds a migrated, empty embedded database to a `DATA_DIR` that doesn't have one. */
export const fillDataDir = async (dataDir: string): Promise<void> => {
  const folder = path.join(dataDir, 'database')
  mkdirSync(folder, { recursive: true })
  // Hides tar's warning about the leading / in PGlite's paths. If tar fails, the thrown error includes its output.
  execFileSync('tar', ['-xf', await migratedDump(), '-C', folder], { stdio: 'pipe' })
}
