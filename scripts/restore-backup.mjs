/** `npm run restore -- FILE`: puts a backup into the empty database that the environment names. */
import './node-version.mjs'
import { existsSync } from 'node:fs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { makeTrials } = await import('../src/server/features/accounts/trials/actions.ts')
const { settleRestored } = await import('../src/server/features/backups/actions.ts')
const { restore } = await import('../src/server/lib/backup/restore.ts')
const { findKeyRing } = await import('../src/server/lib/keys/kept-key.ts')

const [, , file] = process.argv
try {
  if (file === undefined) throw new Error('Say which backup: npm run restore -- FILE')
  const config = readConfig(process.env)
  const { databaseUrl, dataDir, backupDir } = config
  const keys = findKeyRing(config.keys, dataDir)
  if (!keys) throw new Error(`A backup opens with its key alone: set KEYS, or put the file keys into ${path.resolve(dataDir)}.`)
  const trials = makeTrials(keys, config)
  const { at, tables, deleted } = await restore(
    {
      file,
      keys,
      target: { databaseUrl, dataDir },
      migrations: path.join(projectRoot, 'migrations'),
      backupDir,
      settle: (db, deleted) => settleRestored(db, { deleted, keys, trials, now: new Date() }),
    },
    (message, details) => console.error(message, details ?? ''),
  )
  console.table(tables, ['name', 'rows'])
  console.log(`Restored as it was at ${at.toISOString()}. Everybody signs in again.`)
  if (!existsSync(path.join(backupDir, 'deleted')))
    console.log(
      `There is no list of deleted accounts in ${path.resolve(backupDir)}: whoever was deleted after the backup is back. Take the file 'deleted' along from beside the backups, and restore again.`,
    )
  console.log('Sharing with a colleague or a school that somebody ended after the backup is back: ask people to check Collaboration.')
  if (deleted > 0) console.log(`${deleted} accounts were deleted since, and stay deleted.`)
} catch (error) {
  giveUp(error instanceof Error ? error.message.slice(0, 2000) : String(error))
}
