/** `npm run restore -- FILE`: puts a backup into the empty database that the environment names. */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { settleRestored } = await import('../src/server/features/admin/actions.ts')
const { restore } = await import('../src/server/lib/backup/restore.ts')
const { findKeyRing } = await import('../src/server/lib/keys/kept-key.ts')

const [, , file] = process.argv
const { databaseUrl, dataDir, backupDir, keys } = readConfig(process.env)
const ring = findKeyRing(keys, dataDir)
if (file === undefined) giveUp('Say which backup: npm run restore -- FILE')
else if (!ring) giveUp(`A backup opens with its key alone: set KEYS, or put the file keys into ${path.resolve(dataDir)}.`)
else {
  const migrations = path.join(projectRoot, 'migrations')
  try {
    const { at, tables, deleted } = await restore(
      { file, keys: ring, target: { databaseUrl, dataDir }, migrations, backupDir, settle: settleRestored },
      (message, details) => console.error(message, details ?? ''),
    )
    console.table(tables, ['name', 'rows'])
    console.log(`Restored as it was at ${at.toISOString()}. Everybody signs in again.`)
    if (deleted > 0) console.log(`${deleted} accounts were deleted since, and stay deleted.`)
  } catch (error) {
    giveUp(error instanceof Error ? error.message.slice(0, 2000) : String(error))
  }
}
